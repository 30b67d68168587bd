/** The tables this browser sits at or sat at: the tokens are the only proof of a seat, and they are kept here alone. */

import { load, store } from "./storage";
import type { Outcome, TableInfo } from "./wire";

export interface Mine {
  id: string;
  token: string;
  seat: number | null;
  code: string;
  game: string;
  rules: string;
  status: TableInfo["status"];
  names: string[];
  /** The commitment of each game as it was when first seen, by its number: what a fairness check is held against. */
  promised: Record<number, string>;
  outcome: Outcome | null;
  /** When it was last looked at, in milliseconds since 1970. */
  at: number;
}

const KEY = "tatze.tables";
const KEPT = 40;

let all = $state.raw<Mine[]>(load<Mine[]>(KEY, []));

function keep(next: Mine[]): void {
  all = next.toSorted((one, other) => other.at - one.at).slice(0, KEPT);
  store(KEY, all);
}

export const mine = {
  get all(): Mine[] {
    return all;
  },
  of(id: string): Mine | undefined {
    return all.find((one) => one.id === id);
  },
  /** A new seat, or one taken over from another device. */
  sit(table: TableInfo, seat: number | null, token: string, code = ""): void {
    const before = this.of(table.id);
    const fresh: Mine = {
      id: table.id,
      token,
      seat,
      code: code || (before?.code ?? ""),
      game: table.game,
      rules: table.rules,
      status: table.status,
      names: table.seats.map((one) => one.name),
      promised: before?.promised ?? {},
      outcome: null,
      at: Date.now(),
    };
    keep([fresh, ...all.filter((one) => one.id !== table.id)]);
    this.see(table);
  },
  /** What is known of a table now. The first commitment of a game is the one that counts. */
  see(table: TableInfo, outcome: Outcome | null = null): void {
    const before = this.of(table.id);
    if (!before) return;
    const promised = { ...before.promised };
    if (table.fair.commitment) promised[table.series.number] ??= table.fair.commitment;
    const names = table.seats.map((one) => one.name);
    const now: Mine = { ...before, status: table.status, names, promised, outcome: outcome ?? before.outcome, at: Date.now() };
    keep([now, ...all.filter((one) => one.id !== table.id)]);
  },
  forget(id: string): void {
    keep(all.filter((one) => one.id !== id));
  },
};
