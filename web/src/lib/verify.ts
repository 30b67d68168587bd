/** The fairness check: start, deal and dice of a finished record are worked out again from its secret. */

import { commitmentOf, keyOf, Stream, unhex } from "./chance";

export interface GameRecord {
  headers: Map<string, string>;
  /** The rolls that were not taken back, in order. */
  rolls: number[];
}

export interface Check {
  what: "commitment" | "promised" | "words" | "start" | "deal" | "dice";
  good: boolean;
  /** How many things were compared. */
  count: number;
}

/** Read a record's text: the headers, and the rolls that stand. */
export function readRecord(text: string): GameRecord {
  const headers = new Map<string, string>();
  const rolls: number[] = [];
  const played: string[] = [];
  for (const line of text.split("\n")) {
    const header = /^\[(\S+) "(.*)"\]$/.exec(line.trim());
    if (header?.[1] !== undefined) {
      headers.set(header[1], header[2] ?? "");
      continue;
    }
    if (line.startsWith("end ")) break;
    for (const entry of line.split(/\s+/)) enter(played, entry);
  }
  for (const action of played) if (/^d\d$/.test(action)) rolls.push(Number(action.slice(1)));
  return { headers, rolls };
}

/** An undo takes the last action back, or so many; numbers and actors are for the eye. */
function enter(played: string[], entry: string): void {
  if (!entry || /^\d+\.$/.test(entry) || /^[A-F*]$/.test(entry)) return;
  const undo = /^undo(?::(\d+))?$/.exec(entry);
  if (undo) played.splice(played.length - Number(undo[1] ?? 1));
  else played.push(entry);
}

/** What is shuffled before the game, in the order that docs/fairness.md names. */
export function stock(headers: Map<string, string>): string[] {
  const rules = headers.get("Rules") ?? "";
  if (headers.get("Game") === "linko") {
    const cards = Array.from({ length: 104 }, (_, i) => String(Math.floor(i / 8) + 1));
    return [...cards, ...Array<string>(rules.startsWith("duel") ? 1 : 5).fill("j")];
  }
  const track = headers.get("Option.track") ?? (rules === "base" ? "shuffled" : "pro");
  if (track !== "shuffled") return [];
  const minus = ["-10", "-9", ...[8, 7, 6, 5, 4, 3, 2, 1].flatMap((n) => [`-${n}`, `-${n}`])];
  return [...minus, ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `+${n}`), ...Array<string>(6).fill("L")];
}

/** Where this browser keeps the words that were added here to one game of a table. */
export const wordsKey = (table: string, game: number): string => `tatze.words.${table}.${game}`;

/** Everything that can be checked of a record; `promised` is the commitment that this browser saw before the game. */
export function verify(text: string, promised: string | undefined, words: string[]): Check[] {
  const { headers, rolls } = readRecord(text);
  const secret = unhex(headers.get("Secret") ?? "");
  const commitment = commitmentOf(secret);
  const said = wordsOf(headers);
  const key = keyOf(secret, said);
  const checks: Check[] = [{ what: "commitment", good: commitment === headers.get("Commitment"), count: 1 }];
  if (promised) checks.push({ what: "promised", good: commitment === promised, count: 1 });
  if (words.length) checks.push({ what: "words", good: words.every((word) => said.includes(word)), count: words.length });
  const players = Number(headers.get("Players"));
  if (headers.get("StartBy") === "chance") {
    const start = "ABCDEF"[new Stream(key, "start").below(players)];
    checks.push({ what: "start", good: start === headers.get("Start"), count: 1 });
  }
  const dealt = (headers.get("Deal") ?? "").split(" ").filter(Boolean);
  const derived = new Stream(key, "deal").shuffle(stock(headers));
  if (dealt.length || derived.length)
    checks.push({ what: "deal", good: derived.join(" ") === dealt.join(" "), count: dealt.length });
  if (rolls.length) {
    const good = rolls.every((roll, i) => new Stream(key, `dice ${i}`).below(6) + 1 === roll);
    checks.push({ what: "dice", good, count: rolls.length });
  }
  return checks;
}

function wordsOf(headers: Map<string, string>): string[] {
  const words: string[] = [];
  for (let i = 1; headers.has(`Word.${i}`); i += 1) words.push(headers.get(`Word.${i}`)!);
  return words;
}
