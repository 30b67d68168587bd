/** The words for fields and events of games that the page does not know: those of the terminal's generic board. */

import { plainly } from "$lib/words/labels";
import { settings } from "$lib/browser/settings.svelte";
import type { Legal } from "$lib/wire";

import type { Happened, Reader } from "../games/contract";
import { scalar, SEATS, type Writer } from "./values";

type Words = Record<string, string>;

const FILES = import.meta.glob<Words>("../../../src/tatze/core/words.*.json", { eager: true, import: "default" });
const shared = (): Words => FILES[`../../../src/tatze/core/words.${settings.lang}.json`] ?? {};

export function writerFor({ say, names }: Pick<Reader, "say" | "names">): Writer {
  const words = shared();
  const label = (field: string) => plainly(words[`view.${field}`] ?? field);
  return { label, none: "–", yes: say("generic.yes"), no: say("generic.no"), names };
}

/** Events that the board shows by itself. */
const SEEN_ON_BOARD = ["turned"];

/** One sentence for each event, made of its name and its fields. */
export function sentences(reader: Reader, events: Happened[]): string[] {
  return events.filter((event) => !SEEN_ON_BOARD.includes(event.kind)).map((event) => sentence(reader, event));
}

function sentence(reader: Reader, { kind, data }: Happened): string {
  if (kind === "ended") return reader.say("generic.over");
  const writer = writerFor(reader);
  const what = plainly(kind).toLowerCase();
  const details = Object.entries(data)
    .filter(([field, value]) => field !== "seat" && (SEATS.includes(field) || known(reader, data, value)))
    .map(([field, value]) => `${writer.label(field).toLowerCase()} ${scalar(writer, value, field)}`);
  const told = details.length ? `${what} (${details.join(", ")})` : what;
  if (data["seat"] === undefined) return `${plainly(told)}.`;
  const who = data["seat"] === reader.seat ? reader.say("you") : (reader.names[data["seat"]] ?? "");
  return `${who}: ${told}.`;
}

/** A number that others may not know reads 0, and is better left out. */
const known = ({ seat }: Reader, data: Record<string, number>, value: number) => value !== 0 || data["seat"] === seat;

/** An action in its notation, with what it would publicly bring about. */
export function choice(reader: Reader, _: unknown, { action, foresight }: Legal): string {
  const writer = writerFor(reader);
  const seen = Object.entries(foresight).map(([field, value]) => `${writer.label(field).toLowerCase()} ${scalar(writer, value, field)}`);
  return seen.length ? `${action} (${seen.join(", ")})` : action;
}
