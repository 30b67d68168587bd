/** Linko's log, the table in words, and actions in words. */

import { type Legal, type LinkoView, REASONS } from "$lib/wire";
import { capitalised } from "$lib/words/labels";
import { list, signed } from "$lib/words/words";

import type { Happened, Reader, Section } from "../contract";
import { cardOf, type Cards, countOf, JOKER, total } from "./cards";
import type { LinkoOwn } from "./index";
import { foresee, read } from "./pick";
import { allOf, nameOf, naming, ownerOf, prophecy, question, setOf, some } from "./speech";

/** Several of a kind in a row are told in one sentence. */
const GATHERED = ["drew_deck", "drew_pool", "refilled", "shadow_refilled", "covered"];

export function sentences(reader: Reader, events: Happened[]): string[] {
  return gathered(events).map((group) => sentence(reader, group));
}

/** What decides a game of Linko, the most telling first; drawing and refilling do not. */
const TELLING = ["ended", "abluxxed", "shadowed", "played"];

/** Who abluxxed whom, or else what was played. */
export function headline(reader: Reader, events: Happened[]): string {
  const kind = TELLING.find((one) => events.some((event) => event.kind === one));
  return events.filter((event) => event.kind === kind).map((event) => sentence(reader, [event])).join(" ");
}

/** Events that make one sentence together. Whose turn it is can be seen, so it is not told. */
function gathered(events: Happened[]): Happened[][] {
  const groups: Happened[][] = [];
  for (const event of events) {
    if (event.kind === "turned") continue;
    const last = groups.at(-1);
    if (last?.[0] && same(last[0], event)) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

function same(one: Happened, other: Happened): boolean {
  if (one.kind !== other.kind || !GATHERED.includes(one.kind)) return false;
  if (one.kind === "covered") return one.data.place === other.data.place;
  return one.data.seat === other.data.seat;
}

function sentence(reader: Reader, group: Happened[]): string {
  const { say, seat, names } = reader;
  const { kind, data } = group[0] as Happened;
  const you = data.seat !== undefined && data.seat === seat ? ".you" : "";
  const layer = { value: data.value ?? 0, numbers: data.numbers ?? 0, jokers: data.jokers ?? 0 };
  return say(`event.${kind}${you}`, {
    seat: names[data.seat ?? 0] ?? "",
    owner: ownerOf(reader, data.owner ?? 0),
    set: kind === "shadowed" ? some(say, data.value ?? 0, data.count ?? 1) : kind in SETS ? setOf(say, layer) : "",
    cards: GATHERED.includes(kind) ? cardList(reader, group) : "",
    place: (data.place ?? 0) + 1,
    reason: kind === "ended" ? say(`reason.${REASONS.linko?.[data.reason ?? 0]}`) : "",
  });
}

const SETS = { played: true, abluxxed: true };

/** The cards of several events, equal ones counted: two 7s and a joker. */
function cardList({ say }: Reader, group: Happened[]): string {
  const found = new Map<number, number>();
  const add = (card: number, count: number) => count && found.set(card, (found.get(card) ?? 0) + count);
  for (const { data } of group) {
    add(data.card ?? 0, 1);
    add(13, data.thirteens ?? 0);
    add(JOKER, data.jokers ?? 0);
  }
  return list([...found].map(([card, count]) => some(say, card, count)));
}

export function describe(reader: Reader, view: LinkoView, own: LinkoOwn | null, aid: boolean): Section[] {
  const { say } = reader;
  const deck = view.deck ? say("deck.left", { cards: some(say, 0, view.deck) }) : say("deck.empty");
  const middle = [deck, ...view.pool.flatMap((_, i) => place(reader, view, i))];
  middle.push(total(view.discard) ? say("text.discard", { cards: allOf(naming(say), view.discard) }) : say("discard.empty"));
  if (view.shadow) middle.push(total(view.shadow) ? say("text.shadow", { cards: allOf(naming(say), view.shadow) }) : say("shadow.empty"));
  const sections = [{ heading: question(reader, view), lines: own ? [hand(reader, own.hand)] : [] }];
  sections.push({ heading: say("middle"), lines: middle });
  for (let i = 0; i < view.players; i += 1) {
    const who = ((reader.seat ?? 0) + i) % view.players;
    sections.push({ heading: nameOf(reader, who), lines: seatLines(reader, view, who, aid) });
  }
  return sections;
}

const hand = (reader: Reader, own: Cards) =>
  total(own) ? reader.say("text.hand", { cards: allOf(naming(reader.say), own) }) : reader.say("hand.empty");

const place = (reader: Reader, view: LinkoView, i: number) =>
  view.pool[i] ? [reader.say("pool.place", { place: i + 1, cards: lying(reader, view, i) })] : [];

/** What lies at a place of the pool. */
function lying({ say }: Reader, view: LinkoView, i: number): string {
  const there = view.pool[i];
  if (!there) return "";
  const all: Cards = { "13": there.thirteens, j: there.jokers };
  all[there.card] = (all[there.card] ?? 0) + 1;
  return allOf(naming(say), all);
}

function seatLines(reader: Reader, view: LinkoView, who: number, aid: boolean): string[] {
  const { say } = reader;
  const held = view.hands[who];
  if (!held) return [];
  const layers = (view.displays[who] ?? []).map((layer) => setOf(naming(say), layer));
  const lines = [
    [say("seat.hand", { count: held.size }), say("seat.points", { points: signed(view.scores[who] ?? 0) })].join(", "),
    layers.length ? say("text.display", { layers: layers.join(", ") }) : say("text.display.empty"),
  ];
  const known = held.cards ?? (aid ? held.known : {});
  if (who !== reader.seat && total(known)) lines.push(say("text.known", { cards: allOf(naming(say), known) }));
  return lines;
}

/** The question, with its answers: who listens does not see the buttons. */
export function asks(reader: Reader, view: LinkoView): string {
  const top = view.owner === null ? undefined : view.displays[view.owner]?.at(-1);
  const answers = view.phase === "take" || view.phase === "back" ? reader.say(`asks.${view.phase}`, { count: top ? countOf(top) : 0 }) : "";
  return [question(reader, view), answers].filter(Boolean).join(" ");
}

export function choice(reader: Reader, view: LinkoView, legal: Legal): string {
  const { say } = reader;
  const play = read(legal.action);
  if (play) {
    const seen = foresee([legal], legal.action);
    const set = capitalised(say("go.play", { set: setOf(say, play) }));
    return seen ? `${set}: ${prophecy(reader, view, seen)}` : set;
  }
  const [what = "", which = ""] = legal.action.split(":");
  if (what === "pool") return say("pool.draw", { card: some(say, cardOf(which), 1) });
  if (what === "shadow") return say("shadow.pick", { set: some(say, Number(which), view.shadow?.[which] ?? 1) });
  if (what === "place") return say("pool.place.draw", { place: which, cards: lying(reader, view, Number(which) - 1) });
  if (what === "deck") return say("deck.draw", { cards: some(say, 0, view.deck) });
  const top = view.owner === null ? undefined : view.displays[view.owner]?.at(-1);
  return say(`go.${what}`, { set: top ? setOf(say, top) : "" });
}
