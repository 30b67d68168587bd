/** The tables at which this browser has or had a seat. Their tokens are the only proof of a seat, and are kept here alone. */

import { gainExperience } from "$lib/browser/experience";
import { load, store } from "$lib/browser/storage";
import type { OutcomeInfo, TableInfo } from "$lib/wire";

/** A table at which this browser has or had a seat. */
export interface MyTable {
  id: string;
  token: string;
  seat: number | null;
  code: string;
  /** The number of the invitation that the code is: an older one is worth nothing. */
  invitation?: number;
  game: string;
  rules: string;
  status: TableInfo["status"];
  names: string[];
  /** The commitment of each game as it was when first seen, by its number: what a fairness check is held against. */
  promised: Record<number, string>;
  outcome: OutcomeInfo | null;
  /** Whether it is a practice table, which is not listed among the games. */
  practice?: boolean;
  /** Whether it waits for this seat's decision. */
  waits?: boolean;
  /** The address that is called when it is this seat's turn. */
  hook?: string;
  /** The push subscription that the server knows for this seat; empty for none. */
  followed?: string;
  /** Seats whose messages and emotes are not shown on this device. */
  muted?: number[];
  /** When it was last looked at, in milliseconds since 1970. */
  at: number;
}

const STORAGE_KEY = "tatze.tables";
/** How many tables are remembered; older ones are forgotten. */
const MAX_TABLES = 40;
/** How many practice tables are remembered beside them. */
const MAX_PRACTICE = 5;

let all = $state.raw<MyTable[]>(load<MyTable[]>(STORAGE_KEY, []));

/** Changes the list in the storage, where another tab may have changed it meanwhile. */
function change(next: (now: MyTable[]) => MyTable[]): void {
  const found = next(load<MyTable[]>(STORAGE_KEY, all)).toSorted((one, other) => other.at - one.at);
  const practice = new Set(found.filter((one) => one.practice).slice(0, MAX_PRACTICE));
  const games = new Set(found.filter((one) => !one.practice).slice(0, MAX_TABLES));
  all = found.filter((one) => practice.has(one) || games.has(one));
  store(STORAGE_KEY, all);
}

globalThis.addEventListener?.("storage", (event) => {
  if (event.key === STORAGE_KEY) all = load<MyTable[]>(STORAGE_KEY, []);
});

export const myTables = {
  get all(): MyTable[] {
    return all;
  },
  /** All but practice tables. */
  get games(): MyTable[] {
    return all.filter((one) => !one.practice);
  },
  /** The number of tables that wait for a decision of this person. */
  get waiting(): number {
    return all.filter((one) => one.waits).length;
  },
  of(id: string): MyTable | undefined {
    return all.find((one) => one.id === id);
  },
  /** Adds a table at which this browser got a seat. */
  sit(table: TableInfo, seat: number | null, token: string, code = ""): void {
    const before = this.of(table.id);
    const fresh: MyTable = {
      id: table.id,
      token,
      seat,
      code: code || (before?.code ?? ""),
      invitation: code ? table.invitation : (before?.invitation ?? table.invitation),
      game: table.game,
      rules: table.rules,
      status: table.status,
      names: table.seats.map((one) => one.name),
      promised: before?.promised ?? {},
      outcome: null,
      practice: table.practice,
      at: Date.now(),
    };
    change((now) => [fresh, ...now.filter((one) => one.id !== table.id)]);
    this.see(table);
  },
  /** Updates a table. The commitment that was seen first of each game is kept. `more` has what a connected page knows
   * beyond the table's facts, which do not come with every action. */
  see(table: TableInfo, more: Pick<Partial<MyTable>, "outcome" | "waits" | "at"> = {}): void {
    const before = this.of(table.id);
    if (!before) return;
    if (more.outcome && before.seat !== null && !table.lesson && !table.practice) gainExperience();
    const promised = { ...before.promised };
    if (table.fair.commitment) promised[table.series.number] ??= table.fair.commitment;
    const names = table.seats.map((one) => one.name);
    const own = before.seat === null ? undefined : table.seats[before.seat];
    const waits = table.turn !== null && table.turn === before.seat && !own?.away && !table.practice;
    const seen: MyTable = { ...before, status: table.status, names, promised, waits, ...more };
    change((now) => [seen, ...now.filter((one) => one.id !== table.id)]);
  },
  /** Remembers the address that the server calls for a seat. */
  call(id: string, hook: string): void {
    change((now) => now.map((one) => (one.id === id ? { ...one, hook } : one)));
  },
  /** Remembers the push subscription that the server was told of. */
  follow(id: string, followed: string): void {
    change((now) => now.map((one) => (one.id === id ? { ...one, followed } : one)));
  },
  /** Remembers the new code of a table. */
  invite(table: TableInfo, code: string): void {
    change((now) => now.map((one) => (one.id === table.id ? { ...one, code, invitation: table.invitation } : one)));
  },
  /** Remembers whose messages and emotes are not shown here. */
  mute(id: string, muted: number[]): void {
    change((now) => now.map((one) => (one.id === id ? { ...one, muted } : one)));
  },
  forget(id: string): void {
    change((now) => now.filter((one) => one.id !== id));
  },
};
