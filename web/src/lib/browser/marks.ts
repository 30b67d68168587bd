/** The coach marks that were seen on this device. */

import { load, store } from "./storage";

const STORAGE_KEY = "tatze.marks";
/** What is kept when nobody wants any more marks. */
const OFF = "off";

const kept = () => load<Record<string, string[]> | typeof OFF>(STORAGE_KEY, {});

/** Whether a mark of a game is still to be shown. */
export function unseen(game: string, mark: string): boolean {
  const marks = kept();
  return marks !== OFF && !marks[game]?.includes(mark);
}

/** Remembers that a mark of a game was seen. */
export function see(game: string, mark: string): void {
  const marks = kept();
  if (marks !== OFF) store(STORAGE_KEY, { ...marks, [game]: [...(marks[game] ?? []), mark] });
}

/** Shows no more marks, in no game. */
export const seeNoMore = (): void => store(STORAGE_KEY, OFF);
