/** Which puzzles the person at this device has tried. It is kept in the browser alone. */

import { load, store } from "$lib/browser/storage";

const STORAGE_KEY = "tatze.puzzles";
const DAY_MS = 86_400_000;

/** By game and id of a puzzle: whether it was solved at the first try. */
let tried = $state.raw<Record<string, boolean>>(load(STORAGE_KEY, {}));

export const myPuzzles = {
  /** Whether a puzzle was solved; undefined if nobody tried. */
  solved(game: string, id: string): boolean | undefined {
    return tried[`${game}/${id}`];
  },
  /** Notes an answer. A puzzle that was solved stays solved. */
  try(game: string, id: string, solved: boolean): void {
    const key = `${game}/${id}`;
    tried = { ...load<Record<string, boolean>>(STORAGE_KEY, tried), [key]: solved || tried[key] === true };
    store(STORAGE_KEY, tried);
  },
};

/** The number of the puzzle of a day among so many, the same for everybody; days begin where the reader is. */
export function numberOfDay(date: Date, puzzles: number): number {
  const day = Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
  // Python counts days from the year 1, so that `tatze puzzle` has the same puzzle on the same day.
  return puzzles ? (day + 719_163) % puzzles : 0;
}
