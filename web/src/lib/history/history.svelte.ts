/** The finished games of the person at this device. They are kept in the browser alone; lessons do not count. */

import { load, store } from "$lib/browser/storage";
import type { OutcomeInfo, TableInfo } from "$lib/wire";

import { MAX_PLAYED, readPlayed, type Played } from "./played";

const STORAGE_KEY = "tatze.history";

/** What the storage has, without anything that is no game; `otherwise` where it has nothing or the browser has none. */
function stored(otherwise: Played[] = []): Played[] {
  const found = load<unknown>(STORAGE_KEY, otherwise);
  return Array.isArray(found) ? found.map(readPlayed).filter((one) => one !== null) : [];
}

let all = $state.raw<Played[]>(stored());

globalThis.addEventListener?.("storage", (event) => {
  if (event.key === STORAGE_KEY) all = stored();
});

/** Adds games to what another tab may have stored meanwhile, the newest first; returns how many of them are new. */
function add(games: Played[]): number {
  const now = stored(all);
  const known = new Set(now.map((one) => one.id));
  const fresh = games.filter((one) => !known.has(one.id) && known.add(one.id));
  if (!fresh.length) {
    all = now;
    return 0;
  }
  all = [...fresh, ...now].toSorted((one, other) => other.at - one.at).slice(0, MAX_PLAYED);
  store(STORAGE_KEY, all);
  return fresh.length;
}

export const myHistory = {
  /** All games, the newest first. */
  get all(): Played[] {
    return all;
  },
  /** Adds a finished game of a seat, once; lessons, practice and games of other people are not added. */
  finish(table: TableInfo, seat: number | null, outcome: OutcomeInfo): void {
    if (seat === null || table.lesson || table.practice) return;
    const id = `${table.id}/${table.series.number}`;
    if (all.some((one) => one.id === id)) return;
    const names = table.seats.map((one) => one.name);
    const levels = table.seats.map((one) => (one.kind === "bot" ? one.level : ""));
    const { scores, winners } = outcome;
    add([{ id, at: Date.now(), game: table.game, rules: table.rules, seat, names, levels, scores, winners }]);
  },
  /** Adds the games of a file; returns how many of them are new, or null where the browser does not store them. */
  merge(games: Played[]): number | null {
    const before = all;
    const fresh = add(games);
    if (stored().length === all.length) return fresh;
    all = before;
    return null;
  },
  /** Forgets all games. */
  clear(): void {
    all = [];
    store(STORAGE_KEY, all);
  },
};
