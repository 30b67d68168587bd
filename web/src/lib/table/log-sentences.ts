/** What happened at a table, in sentences: for the log, and for those who listen. */

import type { Cause, LogEntry, OutcomeInfo } from "$lib/wire";
import { known, list, say, sayAny } from "$lib/words/words";

import type { GamePage, Reader } from "../../games/contract";

/** The sentences of one log entry. */
export function entrySentences(page: GamePage<unknown, unknown>, reader: Reader, { by, events }: LogEntry): string[] {
  const note = causeSentence(reader, by);
  const sentences = page.sentences(reader, events);
  const substituted = by.kind === "action" && by.substitute ? substituteSentence(by.substitute, actorName(reader, by)) : "";
  return [note, substituted, ...sentences].filter(Boolean);
}

const actorName = (reader: Reader, by: Cause): string => by.name || (by.seat === null ? "" : (reader.names[by.seat] ?? ""));

/** What happened outside the game, such as somebody sitting down; empty for actions. */
export function causeSentence(reader: Reader, by: Cause): string {
  const name = actorName(reader, by);
  if (by.kind === "seat" && by.name) return sayAny(`log.seat.${by.reason}`, { name });
  if (by.kind === "action" || !known(`log.${by.kind}`)) return "";
  const mine = by.seat !== null && by.seat === reader.seat && known(`log.${by.kind}.you`);
  return sayAny(mine ? `log.${by.kind}.you` : `log.${by.kind}`, { name });
}

/** Says that a bot decided in a person's place. */
export function substituteSentence(level: string, name: string): string {
  return say("log.substitute", { level: sayAny(`level.${level}`), name });
}

/** A sentence that says who won. */
export function headline({ winners }: OutcomeInfo, { seat, names }: Pick<Reader, "seat" | "names">): string {
  const others = winners.filter((one) => one !== seat).map((one) => names[one] ?? "");
  if (others.length < winners.length) return others.length ? say("result.shared.you", { names: list(others) }) : say("result.won");
  return winners.length > 1 ? say("result.shared", { names: list(others) }) : say("result.lost", { name: others[0] ?? "" });
}
