import type { Layer, Legal } from "$lib/wire";

import { type Cards, held, JOKER, textOf } from "./cards";

/** The cards that the reader is about to play: value (JOKER for jokers alone), number cards and jokers. */
export type Pick = Readonly<Layer>;

/** What a legal action would publicly bring about. */
export interface Foresight {
  abluxxes: number[];
  shadow: boolean;
  ends: boolean;
}

/** A card of the hand was chosen: all of its value, without jokers; the same value again lays them down. Jokers join
 * a value that is picked already, one more each time and then none. */
export function choose(pick: Pick | null, hand: Cards, card: number): Pick | null {
  const count = held(hand, card);
  if (!count || pick?.value === card) return null;
  if (card !== JOKER) return { value: card, numbers: count, jokers: 0 };
  return pick ? { ...pick, jokers: (pick.jokers + 1) % (count + 1) } : { value: JOKER, numbers: 0, jokers: count };
}

/** How many number cards can be picked: 1 up to what the hand has; none beside jokers alone. */
export function numberChoices(pick: Pick, hand: Cards): number[] {
  return pick.value === JOKER ? [] : range(1, held(hand, pick.value));
}

/** How many jokers can be picked with it. */
export const jokerChoices = (pick: Pick, hand: Cards): number[] => range(pick.value === JOKER ? 1 : 0, held(hand, JOKER));

const range = (low: number, high: number): number[] =>
  Array.from({ length: Math.max(0, high - low + 1) }, (_, step) => low + step);

/** One card more or fewer: of the number, or of the jokers where they are alone. */
export function step(pick: Pick, hand: Cards, by: number): Pick {
  return pick.value === JOKER ? stepJokers(pick, hand, by) : { ...pick, numbers: within(numberChoices(pick, hand), pick.numbers + by) };
}

/** One joker more or fewer. */
export function stepJokers(pick: Pick, hand: Cards, by: number): Pick {
  return { ...pick, jokers: within(jokerChoices(pick, hand), pick.jokers + by) };
}

const within = (choices: number[], wish: number): number => Math.min(Math.max(wish, choices[0] ?? 0), choices.at(-1) ?? 0);

/** The pick after the hand has changed: as much of it as is still there. */
export function fit(pick: Pick | null, hand: Cards): Pick | null {
  if (!pick) return null;
  const jokers = Math.min(pick.jokers, held(hand, JOKER));
  const numbers = pick.value === JOKER ? 0 : Math.min(pick.numbers, held(hand, pick.value));
  if (pick.value === JOKER ? !jokers : !numbers) return null;
  return numbers === pick.numbers && jokers === pick.jokers ? pick : { ...pick, numbers, jokers };
}

/** The play as an action: 7x3+j, jx2. */
export function write(pick: Pick): string {
  const some = (text: string, count: number) => (count === 1 ? text : `${text}x${count}`);
  const parts = [];
  if (pick.numbers) parts.push(some(textOf(pick.value), pick.numbers));
  if (pick.jokers) parts.push(some("j", pick.jokers));
  return parts.join("+");
}

const PLAY = /^(?:(?<value>\d{1,2})(?:x(?<numbers>\d))?)?\+?(?:(?<joker>j)(?:x(?<jokers>\d))?)?$/;

/** The cards of an action that is a play; null for every other action. */
export function read(action: string): Pick | null {
  const found = PLAY.exec(action)?.groups;
  if (!found || !(found.value || found.joker)) return null;
  const jokers = found.joker ? Number(found.jokers ?? 1) : 0;
  if (!found.value) return { value: JOKER, numbers: 0, jokers };
  return { value: Number(found.value), numbers: Number(found.numbers ?? 1), jokers };
}

/** What is known of an action if it is legal. */
export function foresee(legal: Legal[], action: string): Foresight | null {
  const found = legal.find((one) => one.action === action)?.foresight;
  if (!found) return null;
  return { abluxxes: (found.abluxxes as number[] | undefined) ?? [], shadow: !!found.shadow, ends: !!found.ends };
}

export const isLegal = (legal: Legal[], action: string): boolean => legal.some((one) => one.action === action);

/** Whether an action abluxxes somebody or something, as far as is known. */
export function hits(legal: Legal[], action: string): boolean {
  const seen = foresee(legal, action);
  return !!seen && (seen.shadow || seen.abluxxes.length > 0);
}
