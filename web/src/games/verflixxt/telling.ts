/** Verflixxt's log, the table in words, and actions in words. */

import { REASONS, type Legal } from "$lib/wire";
import type { Say } from "$lib/words/words";

import type { Happened, KeyHelp, Reader, Section } from "../contract";
import { choicesOf } from "./choices";
import { from, status, tell, tileLabel, to, towerLabel } from "./speech";
import { called, taken, tileOf } from "./tiles";
import { seatsFrom, type VerflixxtView } from "./view";

/** One sentence for each event. Whose turn it is can be seen, so it is not told. */
export function sentences(reader: Reader, events: Happened[]): string[] {
  return events.filter((event) => event.kind !== "turned").map((event) => sentence(reader, event));
}

/** What is done to somebody else, and can be done to the reader. */
const RECEIVED = ["gave", "stole"];
const IMPERSONAL = ["flipped", "ended"];

function sentence({ say, seat, names }: Reader, { kind, data }: Happened): string {
  const mine = !IMPERSONAL.includes(kind) && data["seat"] === seat;
  const whose = mine ? ".you" : RECEIVED.includes(kind) && data["other"] === seat ? ".to_you" : "";
  const tile = (field: string) => tileOf(data[field] ?? 0);
  return say(`event.${kind}${whose}`, {
    seat: names[data["seat"] ?? 0] ?? "",
    other: names[data["other"] ?? 0] ?? "",
    roll: data["roll"] ?? "",
    pieces: data["pieces"] ?? "",
    tile: "tile" in data ? taken(say, tile("tile")) : "",
    side: "side" in data ? called(say, tile("side")) : "",
    left: "left" in data ? from(say, tile("left")) : "",
    reached: "reached" in data ? to(say, tile("reached")) : "",
    reason: kind === "ended" ? say(`reason.${REASONS["verflixxt"]?.[data["reason"] ?? 0]}`) : "",
  });
}

/** What matters more comes first. */
const TELLING = ["ended", "stole", "gave", "collected", "no_theft", "no_gift", "moved", "guard_moved"];

/** Who took what from whom, or else what was moved. */
export function headline(reader: Reader, events: Happened[]): string {
  const kind = TELLING.find((one) => events.some((event) => event.kind === one));
  return sentences(reader, events.filter((event) => event.kind === kind)).join(" ");
}

/** The keys of the board. */
export function keyHelp(say: Say): KeyHelp[] {
  return [
    { keys: ["←", "→"], does: say("keys.choices") },
    { keys: ["Enter"], does: say("keys.choose") },
  ];
}

export function describe(person: Reader, view: VerflixxtView): Section[] {
  const { say } = person;
  const reader = { ...person, view };
  return [
    { heading: status(reader), lines: [] },
    { heading: say("heading.track"), lines: view.track.map((tile) => tileLabel(reader, tile)) },
    { heading: say("heading.towers"), lines: seatsFrom(view.players, person.seat).map((seat) => towerLabel(reader, seat)) },
  ];
}

/** What is asked after the roll was told. */
export function asks(person: Reader, view: VerflixxtView): string {
  return view.phase === "move" ? person.say("ask.move") : status({ ...person, view });
}

/** A legal action in words, with what it would bring about. */
export function choice(person: Reader, view: VerflixxtView, legal: Legal): string {
  return choicesOf(view, [legal])
    .map((one) => tell({ ...person, view }, one))
    .join(" ");
}
