/** The log by turns: what one player did in a turn, or in answer to it, is one line. */

import type { Happened, LogEntry } from "$lib/wire";

import type { GamePage, Reader } from "../../games/contract";
import { causeSentence, substituteSentence } from "./log-sentences";

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
  /** The level of the bot that decided in the person's place; empty where nobody did. */
  substitute: string;
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
    if (note) lines.push({ key: `${version}`, version, seat: null, events: [], note, substitute: "", first: true });
    for (const event of events) {
      if (event.kind === TURN) {
        first = true;
        continue;
      }
      const last = lines.at(-1);
      const seat = event.data["seat"] ?? null;
      const substitute = seat !== null && seat === by.seat ? (by.substitute ?? "") : "";
      const goesOn = last && !last.note && !first && (seat === null || (seat === last.seat && substitute === last.substitute));
      if (goesOn) {
        last.events.push(event);
        last.version = version;
      } else {
        lines.push({ key: `${version}.${lines.length}`, version, seat, events: [event], note: "", substitute, first });
        first = false;
      }
    }
  }
  return lines;
}

/** A line in words. */
export function lineText(page: GamePage<unknown, unknown>, reader: Reader, line: LogLine): string {
  if (line.note) return line.note;
  const sentences = page.sentences(reader, line.events);
  if (line.substitute) sentences.unshift(substituteSentence(line.substitute, reader.names[line.seat ?? 0] ?? ""));
  return sentences.join(" ");
}
