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

/** Takes a view apart. `own` is what the reader's seat alone sees; it replaces what everybody sees.
 *
 * Beside `hands` of all seats, `hand` is the reader's own: it stands with the reader's seat, and nowhere for others. */
export function partsOf(reader: Reader, view: Data, own: Data | null): Parts {
  const writer = writerFor(reader);
  const fields = Object.entries({ ...view, ...own }).filter(([field]) => !FRAME.includes(field));
  const perSeat = fields.filter(isPerSeat) as [string, unknown[]][];
  const isOwn = (field: string) => (own && field in own) || perSeat.some(([all]) => all === `${field}s`);
  const others = fields.filter((entry) => !isPerSeat(entry));
  const fact = ([field, value]: [string, unknown]): Fact => ({ label: writer.label(field), value: shape(writer, value, field) });
  const ownFacts = others.filter(([field]) => isOwn(field)).map(fact);
  const seats = order(reader).map((seat) => {
    const facts = perSeat.map(([field, values]) => ({ ...fact([field, values[seat]]), label: oneOf(reader, writer, field) }));
    return { seat, facts: seat === reader.seat ? laidOver(facts, ownFacts) : facts };
  });
  return { seats, table: others.filter(([field]) => !isOwn(field)).map(fact) };
}

/** The label of one entry of a field for all seats: that of the singular, where there is one. */
function oneOf({ say }: Reader, writer: Writer, field: string): string {
  const singular = field.replace(/s$/, "");
  return writer.label(say.has(`view.${singular}`) ? singular : field);
}

/** What the reader alone knows replaces what everybody knows under the same label. */
function laidOver(facts: Fact[], own: Fact[]): Fact[] {
  const replaced = facts.map((fact) => own.find(({ label }) => label === fact.label) ?? fact);
  return [...replaced, ...own.filter((one) => !replaced.includes(one))];
}

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
