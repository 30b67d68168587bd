/** A view without a board of its own, taken apart: whose turn it is, what belongs to each seat, and the rest. */

import { PER_SEAT_FIELDS } from "$lib/wire";

import type { Reader } from "../games/contract";
import { type Fact, shape, type Writer } from "./values";
import { writerFor } from "./words";

type Data = Record<string, unknown>;

/** Fields that the frame of the board shows, not its tables. */
const FRAME = ["seat", "players", "start", "turn", "actor", "phase"];

export interface Parts {
  /** What belongs to each seat, beginning with the reader's. */
  seats: { seat: number; facts: Fact[] }[];
  /** What lies on the table for all. */
  table: Fact[];
}

const isPerSeat = ([field, value]: [string, unknown]): boolean =>
  (PER_SEAT_FIELDS as readonly string[]).includes(field) && Array.isArray(value);

/** What a field of a seat alone replaces stands beside that seat. An empty list in the view of somebody who sits
 * nowhere is such a field too. */
const isOwn = ([field, value]: [string, unknown], own: Data | null): boolean =>
  own ? field in own : Array.isArray(value) && !value.length;

/** Takes a view apart. `own` is what the reader's seat alone sees; it replaces what everybody sees. */
export function partsOf(reader: Reader, view: Data, own: Data | null): Parts {
  const writer = writerFor(reader);
  const fields = Object.entries({ ...view, ...own }).filter(([field]) => !FRAME.includes(field));
  const perSeat = fields.filter(isPerSeat) as [string, unknown[]][];
  const others = fields.filter((entry) => !isPerSeat(entry));
  const ownFacts = own ? others.filter((entry) => isOwn(entry, own)).map(([field, value]) => factOf(writer, field, value)) : [];
  const table = others.filter((entry) => !isOwn(entry, own)).map(([field, value]) => factOf(writer, field, value));
  const seats = order(reader).map((seat) => {
    const facts = perSeat.map(([field, values]) => factOf(writer, field, values[seat]));
    return { seat, facts: seat === reader.seat ? [...facts, ...ownFacts] : facts };
  });
  return { seats, table };
}

const factOf = (writer: Writer, field: string, value: unknown): Fact => ({ label: writer.label(field), value: shape(writer, value, field) });

/** The seats clockwise from the reader's. */
const order = ({ seat, names }: Reader): number[] => names.map((_, i) => ((seat ?? 0) + i) % names.length);

/** The seat that decides now; null when the game is over, and while chance decides. */
export function actorOf(view: Data): number | null {
  const actor = view["actor"];
  return typeof actor === "number" && actor >= 0 ? actor : null;
}

/** What the table waits for, in one sentence. */
export function status({ say, seat, names }: Reader, view: Data): string {
  const actor = actorOf(view);
  if (actor === null) return say("generic.over");
  return actor === seat ? say("turn.yours") : say("generic.turn", { name: names[actor] ?? "" });
}

/** The phase of the turn as a person would write it; empty where the view names none. */
export function phaseOf(view: Data): string {
  const phase = view["phase"];
  return typeof phase === "string" && actorOf(view) !== null ? phase.replace(/[_-]+/g, " ") : "";
}
