import type { Happened } from "$games/contract";

import { BACK, JOKER } from "./cards";

/** Cards on their way from one spot of the table to another. A card the reader may not see is a back. */
export interface Flight {
  from: string;
  to: string;
  cards: number[];
  /** Whether the cards lay face down and turn over on their way. */
  turns: boolean;
  /** First what was done (0), then what is refilled (1). */
  wave: number;
}

/** What the ways depend on beside the event. */
interface Table {
  reader: number | null;
  /** The cards of a seat's open layer before this version. */
  lifted(seat: number): number[];
}

type Numbers = Record<string, number>;
type Way = (data: Numbers, table: Table) => Flight[];

const number = (data: Numbers, name: string): number => data[name] ?? 0;
const repeat = (card: number, count: number): number[] => Array<number>(count).fill(card);

const way = (from: string, to: string, cards: number[]): Flight => ({ from, to, cards, turns: false, wave: 0 });
const refill = (to: string, card: number): Flight[] => [{ from: "deck", to, cards: [card], turns: true, wave: 1 }];

/** The reader's cards lie by value, those of others at the sign of their hand. */
const spotIn = (seat: number, card: number, reader: number | null): string =>
  seat === reader ? `hand:${card}` : `seat:${seat}`;

/** Into a hand, each card to where it belongs. */
function toHand(from: string, seat: number, cards: number[], reader: number | null): Flight[] {
  const found = new Map<string, number[]>();
  for (const card of cards) {
    const spot = spotIn(seat, card, reader);
    found.set(spot, [...(found.get(spot) ?? []), card]);
  }
  return [...found].map(([spot, some]) => way(from, spot, some));
}

function fromHand(data: Numbers, { reader }: Table): Flight[] {
  const seat = number(data, "seat");
  const to = `open:${seat}`;
  const numbers = repeat(number(data, "value"), number(data, "numbers"));
  const jokers = repeat(JOKER, number(data, "jokers"));
  if (seat !== reader) return [way(`seat:${seat}`, to, [...numbers, ...jokers])];
  return [way(`hand:${number(data, "value")}`, to, numbers), way(`hand:${JOKER}`, to, jokers)];
}

function fromDeck(data: Numbers, { reader }: Table): Flight[] {
  const [seat, card] = [number(data, "seat"), number(data, "card")];
  return [{ ...way("deck", spotIn(seat, card, reader), [card]), turns: card !== BACK }];
}

function fromPool(data: Numbers, { reader }: Table): Flight[] {
  const covering = [...repeat(13, number(data, "thirteens")), ...repeat(JOKER, number(data, "jokers"))];
  return toHand(`pool:${number(data, "place")}`, number(data, "seat"), [number(data, "card"), ...covering], reader);
}

const WAYS: Record<string, Way> = {
  played: fromHand,
  took: (data, { reader, lifted }) =>
    toHand(`open:${data.owner}`, number(data, "seat"), lifted(number(data, "owner")), reader),
  took_back: (data, { reader, lifted }) =>
    toHand(`open:${data.seat}`, number(data, "seat"), lifted(number(data, "seat")), reader),
  discarded: (data, { lifted }) => [way(`open:${data.seat}`, "discard", lifted(number(data, "seat")))],
  drew_deck: fromDeck,
  drew_pool: fromPool,
  shadowed: (data, { reader }) =>
    toHand(`shadow:${data.value}`, number(data, "seat"), repeat(number(data, "value"), number(data, "count")), reader),
  refilled: (data) => refill(`pool:${data.place}`, number(data, "card")),
  covered: (data) => refill(`pool:${data.place}`, number(data, "card")),
  shadow_refilled: (data) => refill(`shadow:${data.card}`, number(data, "card")),
};

/** Which ways the cards of a version went. */
export function flights(events: Happened[], table: Table): Flight[] {
  return events.flatMap(({ kind, data }) => WAYS[kind]?.(data, table) ?? []).filter((one) => one.cards.length > 0);
}
