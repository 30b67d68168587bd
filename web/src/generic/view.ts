/** A view without a board of its own, taken apart: whose turn it is, what belongs to each seat, and the rest. */

import type { Reader } from "../games/contract";
import { type Fact, facts, shape, type Writer } from "./values";
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

/** What a seat sees: everybody's view, with what the seat alone sees laid over it. */
export const whole = (view: Data, own: Data | null): Data => ({ ...view, ...own });

/** Fields whose list has one entry for each seat, in the order of the seats. */
const PER_SEAT = ["scores", "hands", "seats"];

const isPerSeat = ([field, value]: [string, unknown]): boolean => PER_SEAT.includes(field) && Array.isArray(value);

export function partsOf(reader: Reader, view: Data, own: Data | null): Parts {
  const data = whole(view, own);
  const writer = writerFor(reader);
  const players = reader.names.length;
  const fields = Object.entries(data).filter(([field]) => !FRAME.includes(field));
  const shared = Object.fromEntries(fields.filter((entry) => !isPerSeat(entry)));
  const owned = fields.filter(isPerSeat) as [string, unknown[]][];
  const first = reader.seat ?? 0;
  const order = Array.from({ length: players }, (_, i) => (first + i) % players);
  const seats = order.map((seat) => ({ seat, facts: owned.map(([field, values]) => factOf(writer, field, values[seat])) }));
  return { seats, table: facts(writer, shared) };
}

const factOf = (writer: Writer, field: string, value: unknown): Fact => ({ label: writer.label(field), value: shape(writer, value, field) });

/** The seat that decides now; null for none, and where the view does not say. */
export function actorOf(view: Data): number | null {
  const actor = view["actor"] ?? view["turn"];
  return typeof actor === "number" && actor >= 0 && view["phase"] !== "over" ? actor : null;
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
