/** The fairness check: start, deal and rolls of a finished record are worked out again from its secret.
 *
 * What is shuffled and rolled is no knowledge of this page: it comes from the server's description of the game. */

import { commitmentOf, keyOf, Stream, unhex } from "./chance";
import { type ChanceAsked, type ChanceInfo, SEAT_LETTERS } from "$lib/wire";

/** The marks before the actions of a seat, and before rolls. */
const ACTORS = [...SEAT_LETTERS, "*"];

export interface GameRecord {
  headers: Map<string, string>;
  /** The texts of all actions and rolls that were not taken back, in order. */
  played: string[];
}

export interface Check {
  what: "commitment" | "promised" | "words" | "start" | "deal" | "dice";
  good: boolean;
  /** How many things were compared. */
  count: number;
}

/** Reads a record's text: the headers, and the actions and rolls that stand. */
export function readRecord(text: string): GameRecord {
  const headers = new Map<string, string>();
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
  return { headers, played };
}

/** Adds an entry to what was played. An undo takes one or more back; numbers and actors are for the eye. */
function enter(played: string[], entry: string): void {
  if (!entry || /^\d+\.$/.test(entry) || ACTORS.includes(entry)) return;
  const undo = /^undo(?::(\d+))?$/.exec(entry);
  if (undo) played.splice(played.length - Number(undo[1] ?? 1));
  else played.push(entry);
}

/** The settings of a record, as the server is asked about their chance. */
export function settingsOf({ headers }: GameRecord): ChanceAsked {
  const options: Record<string, string> = {};
  for (const [key, value] of headers) if (key.startsWith("Option.")) options[key.slice("Option.".length)] = value;
  const [game = "", rules = ""] = [headers.get("Game"), headers.get("Rules")];
  return { game, rules, players: Number(headers.get("Players")), options };
}

/** Where this browser keeps the words that were added here to one game of a table. */
export const wordsKey = (table: string, game: number): string => `tatze.words.${table}.${game}`;

/** Everything that can be checked of a record. `promised` is the commitment that this browser saw before the game. */
export function verify(record: GameRecord, chance: ChanceInfo, promised: string | undefined, words: string[]): Check[] {
  const { headers } = record;
  const secret = unhex(headers.get("Secret") ?? "");
  const commitment = commitmentOf(secret);
  const said = wordsOf(headers);
  const key = keyOf(secret, said);
  const checks: Check[] = [{ what: "commitment", good: commitment === headers.get("Commitment"), count: 1 }];
  if (promised) checks.push({ what: "promised", good: commitment === promised, count: 1 });
  if (words.length) checks.push({ what: "words", good: words.every((word) => said.includes(word)), count: words.length });
  const drawn = [checkStart(headers, key), checkDeal(headers, key, chance.stock), checkRolls(record.played, key, chance.outcomes)];
  return [...checks, ...drawn.filter((one) => one !== null)];
}

function checkStart(headers: Map<string, string>, key: Uint8Array): Check | null {
  if (headers.get("StartBy") !== "chance") return null;
  const start = SEAT_LETTERS[new Stream(key, "start").below(Number(headers.get("Players")))];
  return { what: "start", good: start === headers.get("Start"), count: 1 };
}

function checkDeal(headers: Map<string, string>, key: Uint8Array, stock: string[]): Check | null {
  const dealt = (headers.get("Deal") ?? "").split(" ").filter(Boolean);
  if (!dealt.length && !stock.length) return null;
  const derived = new Stream(key, "deal").shuffle([...stock]);
  return { what: "deal", good: derived.join(" ") === dealt.join(" "), count: dealt.length };
}

function checkRolls(played: string[], key: Uint8Array, outcomes: string[]): Check | null {
  const rolls = played.filter((action) => outcomes.includes(action));
  if (!rolls.length) return null;
  const good = rolls.every((roll, i) => outcomes[new Stream(key, `dice ${i}`).below(outcomes.length)] === roll);
  return { what: "dice", good, count: rolls.length };
}

function wordsOf(headers: Map<string, string>): string[] {
  const words: string[] = [];
  for (let i = 1; headers.has(`Word.${i}`); i += 1) words.push(headers.get(`Word.${i}`)!);
  return words;
}
