/** A finished game as the history keeps it, the file that a history travels in, and the check of what is read from it. */

import { MAX_NAME_LENGTH, SEAT_LETTERS } from "$lib/wire";

import { readExercise, type Exercise } from "./exercises";

/** A finished game of the person at this device. */
export interface Played {
  /** The table and the game's number there: "TABLE/1". */
  id: string;
  /** When the end was seen, in milliseconds since 1970. */
  at: number;
  game: string;
  rules: string;
  seat: number;
  names: string[];
  /** By seat the level of a bot, and an empty text for a person. */
  levels: string[];
  scores: number[];
  winners: number[];
}

/** Maximum number of games that are kept; the oldest are forgotten. */
export const MAX_PLAYED = 2000;
/** Maximum number of bytes of a file that is read. */
export const MAX_FILE_BYTES = 2_000_000;
const VERSION = 1;
const KIND = "tatze history";

/** Why a file is refused: the rest of a key of the page's words. */
export type FileProblem = "large" | "damaged" | "foreign" | "newer";

/** A file that is refused. */
export class BadFile extends Error {
  constructor(readonly problem: FileProblem) {
    super(problem);
  }
}

const NAME = /^[\w-]{1,40}$/;
const LEVEL = /^[\w-]{0,40}$/;
const ID = /^[\w-]{1,40}\/[1-9]\d{0,3}$/;

const isWhole = (value: unknown, low: number, high: number): value is number =>
  Number.isInteger(value) && (value as number) >= low && (value as number) <= high;

function listOf<T>(value: unknown, length: number, fits: (one: unknown) => one is T): value is T[] {
  return Array.isArray(value) && value.length === length && value.every(fits);
}

const isText = (pattern: RegExp) => (value: unknown): value is string => typeof value === "string" && pattern.test(value);

const isName = (value: unknown): value is string => typeof value === "string" && [...value].length <= MAX_NAME_LENGTH;

/** The game if a value is one, with its own fields only; otherwise null. */
export function readPlayed(value: unknown): Played | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, at, game, rules, seat, names, levels, scores, winners } = value as Record<string, unknown>;
  const players = Array.isArray(names) ? names.length : 0;
  if (players < 1 || players > SEAT_LETTERS.length) return null;
  const isSeat = (one: unknown): one is number => isWhole(one, 0, players - 1);
  const isScore = (one: unknown): one is number => isWhole(one, -9999, 9999);
  if (!isText(ID)(id) || !isText(NAME)(game) || !isText(NAME)(rules) || !isSeat(seat) || !isWhole(at, 0, 8.64e15)) return null;
  if (!listOf(names, players, isName) || !listOf(levels, players, isText(LEVEL)) || !listOf(scores, players, isScore)) return null;
  if (!Array.isArray(winners) || !listOf(winners, winners.length, isSeat) || new Set(winners).size !== winners.length) return null;
  return { id, at, game, rules, seat, names, levels, scores, winners };
}

/** The text of a file with these games. */
export const writeFile = (games: Played[], exercises: Exercise[] = []): string =>
  JSON.stringify({ kind: KIND, version: VERSION, games, exercises }, null, 1);

/** What a file has: games, and exercises from them. */
export interface HistoryContent {
  games: Played[];
  exercises: Exercise[];
}

/** The games and exercises in the text of a file; older files have no exercises. A file of another kind, of a later
 * version, or with anything wrong in its games is refused as a whole; what is no exercise is left out. */
export function readFile(text: string): HistoryContent {
  if (text.length > MAX_FILE_BYTES) throw new BadFile("large");
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new BadFile(text.includes(KIND) ? "damaged" : "foreign");
  }
  const { kind, version, games, exercises = [] } = (typeof found === "object" && found !== null ? found : {}) as Record<string, unknown>;
  if (kind !== KIND) throw new BadFile("foreign");
  if (!isWhole(version, 1, Number.MAX_SAFE_INTEGER) || !Array.isArray(games) || !Array.isArray(exercises)) throw new BadFile("damaged");
  if (version > VERSION) throw new BadFile("newer");
  const read = games.map(readPlayed).filter((one) => one !== null);
  if (read.length < games.length) throw new BadFile("damaged");
  return { games: read, exercises: exercises.map(readExercise).filter((one) => one !== null) };
}
