import type { Layer, LinkoView } from "$lib/wire";
import { list, type Params, type Say } from "$lib/words/words";

import type { Reader } from "../contract";
import { BACK, type Cards, countOf, JOKER, piles } from "./cards";
import type { Foresight, Pick } from "./pick";

const number = (say: Say, count: number): string => (count <= 13 ? say(`number.${count}`) : String(count));

/** The words for cards that are named and not the object of a verb: in German "ein Joker" instead of "einen Joker". */
export const naming = (say: Say): Say =>
  Object.assign((key: string, params?: Params) => say(key === `card.${JOKER}` ? `${key}.is` : key, params), { has: say.has });

/** So many equal cards: a 7, two jokers, three cards that the reader may not see. */
export function some(say: Say, card: number, count: number): string {
  if (count === 1) return say(`card.${card}`);
  const kind = card === BACK ? "hidden" : card === JOKER ? "jokers" : "numbers";
  return say(`cards.${kind}`, { count: number(say, count), value: card });
}

/** A layer or a play: two 7s with a joker. */
export function setOf(say: Say, layer: Layer | Pick): string {
  if (!layer.numbers) return some(say, JOKER, layer.jokers);
  const numbers = some(say, layer.value, layer.numbers);
  if (!layer.jokers) return numbers;
  return say(layer.jokers === 1 ? "set.with_one" : "set.with_more", { numbers, count: number(say, layer.jokers) });
}

/** Any cards in a row: a 3, two 7s and a joker. */
export const allOf = (say: Say, cards: Cards): string => list(piles(cards).map(({ card, count }) => some(say, card, count)));

/** A seat's name at the start of a sentence. */
export const nameOf = ({ say, seat, names }: Reader, who: number): string =>
  who === seat ? say("seat.you") : (names[who] ?? "");

/** A seat's name where something is done to it. */
export const ownerOf = ({ say, seat, names }: Reader, who: number): string =>
  who === seat ? say("owner.you") : (names[who] ?? "");

/** What the table waits for, in one sentence. */
export function question(reader: Reader, view: LinkoView): string {
  const { say, seat } = reader;
  if (view.actor === null) return say("wait.over");
  const top = view.owner === null ? undefined : view.displays[view.owner]?.at(-1);
  const asked = view.actor === seat ? "ask" : "wait";
  const you = asked === "wait" && view.phase === "back" && view.turn === seat ? ".you" : "";
  return say(`${asked}.${view.phase}${you}`, {
    name: nameOf(reader, view.actor),
    turn: nameOf(reader, view.turn),
    owner: view.owner === null ? "" : ownerOf(reader, view.owner),
    set: top ? setOf(say, top) : "",
    cards: some(say, BACK, view.owed),
    count: view.owed || (top ? countOf(top) : 0),
    where: say(`where.${sources(view)}`),
  });
}

/** Where cards can be drawn from. */
function sources({ deck, pool }: LinkoView): "both" | "deck" | "pool" {
  if (!deck) return "pool";
  return pool.some((place) => place) ? "both" : "deck";
}

/** What a play would abluxx, as a sentence for those who listen. */
export function prophecy(reader: Reader, view: LinkoView, seen: Foresight): string {
  const { say } = reader;
  if (seen.ends) return say("tell.ends");
  const what = seen.abluxxes.map((seat) => victim(reader, view, seat));
  if (seen.shadow) what.unshift(say("tell.shadow"));
  return what.length ? say("tell.said", { what: list(what) }) : say("tell.nothing");
}

function victim(reader: Reader, view: LinkoView, seat: number): string {
  const top = view.displays[seat]?.at(-1);
  const name = ownerOf(reader, seat);
  return top ? reader.say("tell.said.one", { name, set: setOf(reader.say, top) }) : name;
}
