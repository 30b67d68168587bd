/** What happened at a table, in sentences: for the log, and for those who listen. */

import type { LogEntry, OutcomeInfo } from "$lib/wire";
import { known, list, say, sayAny } from "$lib/words/words";

import type { GamePage, Reader } from "../../games/contract";

/** The sentences of one log entry. */
export function entrySentences(page: GamePage<unknown, unknown>, reader: Reader, { by, events }: LogEntry): string[] {
  const sentences = page.sentences(reader, events);
  const name = by.name || (by.seat === null ? "" : (reader.names[by.seat] ?? ""));
  if (by.kind === "action") return by.substitute ? [substituteSentence(by.substitute, name), ...sentences] : sentences;
  if (by.kind === "seat" && by.name) return [sayAny(`log.seat.${by.reason}`, { name })];
  if (!known(`log.${by.kind}`)) return sentences;
  const mine = by.seat !== null && by.seat === reader.seat && known(`log.${by.kind}.you`);
  return [sayAny(mine ? `log.${by.kind}.you` : `log.${by.kind}`, { name }), ...sentences];
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
