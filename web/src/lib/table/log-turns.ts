/** The log by turns: what one player did in a turn, or in answer to it, is one line. */

import type { Happened, LogEntry } from "$lib/wire";
import { isolated, say } from "$lib/words/words";

import type { GamePage, Reader } from "../../games/contract";
import { causeSentence, deciderSentence, joined, type Decider } from "./log-sentences";

/** One line of the log. */
export interface LogLine {
  /** Tells lines apart, and stays the same while a line grows. */
  key: string;
  /** The last version of the line: what the table looked like after it. */
  version: number;
  /** Whose doing it was; null for what belongs to nobody. */
  seat: number | null;
  events: Happened[];
  /** What happened outside the game, such as somebody sitting down; empty for events of the game. */
  note: string;
  /** Who decided in the place of the seat's person or bot; null where nobody did. */
  decider: Decider | null;
  /** Whether a turn begins with this line. */
  first: boolean;
}

/** The event by which games say whose turn begins. */
const TURN = "turned";

/** The lines of a log, in order. */
export function logLines(reader: Reader, log: LogEntry[]): LogLine[] {
  const lines: LogLine[] = [];
  let first = true;
  for (const { version, by, events } of log) {
    const note = causeSentence(reader, by);
    if (note) lines.push({ key: `${version}`, version, seat: null, events: [], note, decider: null, first: true });
    for (const event of events) {
      if (event.kind === TURN) {
        first = true;
        continue;
      }
      const last = lines.at(-1);
      const seat = event.data["seat"] ?? null;
      const decider = seat !== null && seat === by.seat && (by.substitute || by.stand_in) ? by : null;
      const goesOn = last && !last.note && !first && (seat === null || (seat === last.seat && sameDecider(decider, last.decider)));
      if (goesOn) {
        last.events.push(event);
        last.version = version;
      } else {
        lines.push({ key: `${version}.${lines.length}`, version, seat, events: [event], note: "", decider, first });
        first = false;
      }
    }
  }
  return lines;
}

const sameDecider = (one: Decider | null, other: Decider | null): boolean =>
  one?.substitute === other?.substitute && one?.stand_in === other?.stand_in;

/** A line in words. */
export function lineText(page: GamePage<unknown, unknown>, reader: Reader, line: LogLine): string {
  if (line.note) return line.note;
  const name = reader.names[line.seat ?? 0] ?? "";
  const sentences = page.sentences(reader, line.events);
  if (line.decider) sentences.unshift(deciderSentence(line.decider, name));
  return joined(sentences, [isolated(name), say("you")]);
}
