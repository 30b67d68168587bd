/** The words of games that have no sentences of their own here: labels of fields, and sentences about events. */

import type { Legal } from "$lib/wire";
import { plainly } from "$lib/words/labels";

import type { Happened, Reader } from "../games/contract";
import { scalar, type Writer } from "./values";

export function writerFor({ say, names }: Pick<Reader, "say" | "names">): Writer {
  const word = (name: string) => (say.has(`view.${name}`) ? say(`view.${name}`) : name);
  return { label: (field) => plainly(word(field)), none: "–", yes: say("generic.yes"), no: say("generic.no"), names };
}

/** Events that the board shows by itself. */
const SEEN_ON_BOARD = ["turned"];

/** One sentence for each event. */
export function sentences(reader: Reader, events: Happened[]): string[] {
  return events.filter((event) => !SEEN_ON_BOARD.includes(event.kind)).map((event) => sentence(reader, event));
}

function sentence(reader: Reader, { kind, data }: Happened): string {
  const { say, seat, names } = reader;
  if (kind === "ended") return say("generic.over");
  const key = data["seat"] === seat && say.has(`event.${kind}.you`) ? `event.${kind}.you` : `event.${kind}`;
  const writer = writerFor(reader);
  if (say.has(key)) return say(key, Object.fromEntries(Object.entries(data).map(([field, value]) => [field, scalar(writer, value, field)])));
  const who = data["seat"] === undefined ? "" : (names[data["seat"]] ?? "");
  return who ? `${who}: ${plainly(kind).toLowerCase()}.` : `${plainly(kind)}.`;
}

/** An action in its notation, with what it would publicly bring about. */
export function choice(reader: Reader, _: unknown, { action, foresight }: Legal): string {
  const writer = writerFor(reader);
  const seen = Object.entries(foresight).map(([field, value]) => `${writer.label(field).toLowerCase()} ${scalar(writer, value, field)}`);
  return seen.length ? `${action} (${seen.join(", ")})` : action;
}
