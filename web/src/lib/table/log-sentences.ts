/** What happened at a table, in sentences: for the log, and for those who listen. */

import type { Cause, LogEntry, OutcomeInfo } from "$lib/wire";
import { levelName } from "$lib/words/labels";
import { known, list, say, sayAny } from "$lib/words/words";

import type { GamePage, Reader } from "../../games/contract";

/** The sentences of one log entry. */
export function entrySentences(page: GamePage<unknown, unknown>, reader: Reader, { by, events }: LogEntry): string[] {
  const note = causeSentence(reader, by);
  const sentences = page.sentences(reader, events);
  const decider = by.kind === "action" ? deciderSentence(by, actorName(reader, by)) : "";
  return [note, decider, ...sentences].filter(Boolean);
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

/** Who decided in the place of somebody else. */
export type Decider = Pick<Cause, "substitute" | "stand_in">;

/** Says that a bot decided in a person's place, or a simpler bot in a bot's; empty where the seat decided itself. */
export function deciderSentence(by: Decider, name: string): string {
  if (by.stand_in) return say("log.standIn", { name });
  return by.substitute ? say("log.substitute", { level: levelName(by.substitute), name }) : "";
}

/** Sentences as one text. Where several in a row begin with the same of these subjects, it is named once: "Mira rolls a 3
 * and takes −2." */
export function joined(sentences: string[], subjects: string[]): string {
  const groups: { subject: string; clauses: string[] }[] = [];
  for (const sentence of sentences) {
    const subject = subjects.find((one) => sentence.startsWith(`${one} `) && sentence.endsWith(".")) ?? "";
    const clause = subject ? sentence.slice(subject.length + 1, -1) : sentence;
    const last = groups.at(-1);
    if (subject && last?.subject === subject) last.clauses.push(clause);
    else groups.push({ subject, clauses: [clause] });
  }
  return groups.map(({ subject, clauses }) => (subject ? `${subject} ${list(clauses)}.` : clauses.join(" "))).join(" ");
}

/** A sentence that says who won. */
export function headline({ winners }: OutcomeInfo, { seat, names }: Pick<Reader, "seat" | "names">): string {
  const others = winners.filter((one) => one !== seat).map((one) => names[one] ?? "");
  if (others.length < winners.length) return others.length ? say("result.shared.you", { names: list(others) }) : say("result.won");
  return winners.length > 1 ? say("result.shared", { names: list(others) }) : say("result.lost", { name: others[0] ?? "" });
}
