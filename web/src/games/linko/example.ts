/** Reads the examples of the rules page: lines such as "seat C   5 5 | 6 6   safe". */

import { BACK, JOKER } from "./cards";

export interface ExampleLine {
  label: string;
  /** What lies there: sets of cards side by side, the cards of each one by one. A group has the covered card first. */
  sets: { cards: number[]; group: boolean }[];
  /** Whether the sets are layers of a display, with the open one last. */
  layers: boolean;
  note: string;
}

const CARD = /^(\d+|j|joker|\?)$/i;
const cardNamed = (text: string) => (text === "?" ? BACK : /^j/i.test(text) ? JOKER : Number(text));
const isCards = (text: string) => text.split(/[\s|+]+/).every((token) => CARD.test(token));

/** The set of cards that a text names; cards with a plus between them are a group. */
function setOf(text: string) {
  return { cards: text.split(/[\s+]+/).map(cardNamed), group: text.includes("+") };
}

export function lineOf(text: string): ExampleLine {
  const [label = "", ...parts] = text.trim().split(/\s{2,}/);
  const cards = parts.filter(isCards);
  const layers = cards.some((part) => part.includes("|"));
  return {
    label,
    layers,
    sets: cards.flatMap((part) => part.split(" | ")).map(setOf),
    note: parts.filter((part) => !isCards(part)).join(" "),
  };
}
