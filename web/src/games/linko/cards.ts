import type { Layer } from "$lib/wire";

/** A joker as a card, and the value of jokers played alone. */
export const JOKER = 14;
/** The symbol of a card that nobody here may see. */
export const BACK = 0;

/** Cards as they are sent: how many of each, by the card's text. */
export type Cards = Record<string, number>;

/** Equal cards lying together. */
export interface Pile {
  card: number;
  count: number;
}

export const cardOf = (text: string): number => (text === "j" ? JOKER : Number(text));
export const textOf = (card: number): string => (card === JOKER ? "j" : String(card));

/** Cards by value, the jokers last. */
export function piles(cards: Cards): Pile[] {
  return Object.entries(cards)
    .map(([text, count]) => ({ card: cardOf(text), count }))
    .filter((pile) => pile.count > 0)
    .sort((one, other) => one.card - other.card);
}

export const total = (cards: Cards): number => Object.values(cards).reduce((sum, count) => sum + count, 0);
export const held = (cards: Cards, card: number): number => cards[textOf(card)] ?? 0;
export const countOf = (layer: Layer): number => layer.numbers + layer.jokers;

/** The cards of a layer one by one, its jokers last. */
export function faces(layer: Layer): number[] {
  return [...Array<number>(layer.numbers).fill(layer.value), ...Array<number>(layer.jokers).fill(JOKER)];
}
