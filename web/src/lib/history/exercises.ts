/** Exercises from a person's own games: what one is, when it comes back, and the check of what is read from a file. */

import type { DecisionReview, Reason } from "$lib/wire";
import { MAX_NAME_LENGTH, SEAT_LETTERS } from "$lib/wire";

/** A decision of the person at this device that could have been better. */
export interface Exercise {
  /** The table, the game's number there and the entry of its record: "TABLE/1/37". */
  id: string;
  /** When it was added, in milliseconds since 1970. */
  at: number;
  game: string;
  rules: string;
  names: string[];
  /** The position before the decision, as the person saw it. */
  position: string;
  chosen: string;
  best: string;
  /** Every action that solves it. */
  right: string[];
  /** How much the chosen action's chance was below the best one's, and its interval. */
  error: number;
  low: number;
  high: number;
  reasons: Reason[];
  /** How often in a row it was solved at its time. */
  box: number;
  /** When it comes back, in milliseconds since 1970; null once it is learnt. */
  due: number | null;
}

const DAY_MS = 86_400_000;
/** Days after which an exercise comes back: after a miss, and after each time it was solved. */
export const INTERVALS = [1, 3, 7, 16, 35];
/** Maximum number of exercises that are kept. Learnt ones are forgotten first, then the oldest. */
export const MAX_EXERCISES = 300;

/** The exercise after somebody tried it. One that was missed begins again; one that was solved often enough is learnt. */
export function tried(exercise: Exercise, solved: boolean, now: number): Exercise {
  const box = solved ? exercise.box + 1 : 0;
  const days = solved ? INTERVALS[box] : INTERVALS[0];
  return { ...exercise, box, due: days === undefined ? null : now + days * DAY_MS };
}

/** The exercises whose time has come, the oldest date first. */
export const dueAt = (exercises: Exercise[], now: number): Exercise[] =>
  exercises.filter((one) => one.due !== null && one.due <= now).toSorted((one, other) => one.due! - other.due!);

/** A decision as an exercise that can be tried at once. */
export function exerciseOf(id: string, decision: DecisionReview, about: Pick<Exercise, "game" | "rules" | "names" | "position">, now: number): Exercise {
  const { chosen, best, right, error, low, high, reasons } = decision;
  return { id, at: now, ...about, chosen, best, right, error, low, high, reasons, box: 0, due: now };
}

const ID = /^[\w-]{1,40}\/[1-9]\d{0,3}\/\d{1,5}$/;
const NAME = /^[\w-]{1,40}$/;
const KEY = /^[\w.-]{1,80}$/;

const isText = (value: unknown, most: number): value is string => typeof value === "string" && value.length <= most;
const isPart = (value: unknown): value is number => typeof value === "number" && value >= -1 && value <= 1;
const isTime = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 8.64e15;
const isAction = (value: unknown): value is string => isText(value, 40) && value !== "";

function isReason(value: unknown): value is Reason {
  if (typeof value !== "object" || value === null) return false;
  const { key, params } = value as Record<string, unknown>;
  if (!isText(key, 80) || !KEY.test(key) || typeof params !== "object" || params === null) return false;
  return Object.values(params).every((one) => typeof one === "number" || isText(one, 80));
}

function listOf<T>(value: unknown, most: number, fits: (one: unknown) => one is T): value is T[] {
  return Array.isArray(value) && value.length <= most && value.every(fits);
}

/** The exercise if a value is one, with its own fields only; otherwise null. */
export function readExercise(value: unknown): Exercise | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, at, game, rules, names, position, chosen, best, right, error, low, high, reasons, box, due } = value as Record<string, unknown>;
  const isName = (one: unknown): one is string => isText(one, 4 * MAX_NAME_LENGTH);
  if (!isText(id, 100) || !ID.test(id) || !isTime(at) || !isText(position, 12_000) || position === "") return null;
  if (!isText(game, 40) || !NAME.test(game) || !isText(rules, 40) || !NAME.test(rules)) return null;
  if (!listOf(names, SEAT_LETTERS.length, isName) || !listOf(right, 200, isAction) || !listOf(reasons, 8, isReason)) return null;
  if (!isAction(chosen) || !isAction(best) || !isPart(error) || !isPart(low) || !isPart(high)) return null;
  if (!Number.isInteger(box) || (box as number) < 0 || (box as number) > INTERVALS.length || (due !== null && !isTime(due))) return null;
  return { id, at, game, rules, names, position, chosen, best, right, error, low, high, reasons, box: box as number, due };
}

/** As many exercises as are kept: those that are not learnt and the newest. */
export function kept(exercises: Exercise[]): Exercise[] {
  const order = exercises.toSorted((one, other) => Number(one.due === null) - Number(other.due === null) || other.at - one.at);
  return order.slice(0, MAX_EXERCISES);
}
