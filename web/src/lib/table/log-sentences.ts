/** What happened at a table, in sentences: for the log, and for those who listen. */

import type { GamePage, Reader } from "../../games/contract";
import type { LogEntry, OutcomeInfo } from "$lib/wire";
import { known, list, say, sayAny } from "$lib/words/words";

/** One line of the log. */
export function entrySentences(page: GamePage<unknown, unknown>, reader: Reader, { by, events }: LogEntry): string[] {
  const sentences = page.sentences(reader, events);
  if (by.kind === "action" || !known(`log.${by.kind}`)) return sentences;
  const mine = by.seat !== null && by.seat === reader.seat && known(`log.${by.kind}.you`);
  const name = by.seat === null ? "" : (reader.names[by.seat] ?? "");
  return [sayAny(mine ? `log.${by.kind}.you` : `log.${by.kind}`, { name }), ...sentences];
}

/** Who won. */
export function headline({ winners }: OutcomeInfo, { seat, names }: Pick<Reader, "seat" | "names">): string {
  const others = winners.filter((one) => one !== seat).map((one) => names[one] ?? "");
  if (others.length < winners.length) return others.length ? say("result.shared.you", { names: list(others) }) : say("result.won");
  return winners.length > 1 ? say("result.shared", { names: list(others) }) : say("result.lost", { name: others[0] ?? "" });
}
