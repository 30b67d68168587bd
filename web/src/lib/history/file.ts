/** The history as a file: written for another device, and read from one. */

import { save } from "$lib/browser/files";

import { myHistory } from "./history.svelte";
import { myExercises } from "./my-exercises.svelte";
import { BadFile, MAX_FILE_BYTES, readFile, writeFile, type FileProblem } from "./played";

/** What came of reading a file: how many games it has and how many of them are new, or why it was refused. */
export type ReadResult = { games: number; fresh: number } | { problem: FileProblem | "full" };

/** Saves the history as a file. */
export function saveHistory(): void {
  const day = new Date().toISOString().slice(0, 10);
  save(new File([writeFile(myHistory.all, myExercises.all)], `tatze-${day}.json`, { type: "application/json" }));
}

/** Adds the games of a file to the history. A refused file changes nothing. */
export async function readHistory(file: File): Promise<ReadResult> {
  if (file.size > MAX_FILE_BYTES) return { problem: "large" };
  try {
    const { games, exercises } = readFile(await file.text());
    const fresh = myHistory.merge(games);
    if (fresh !== null) myExercises.merge(exercises);
    return fresh === null ? { problem: "full" } : { games: games.length, fresh };
  } catch (error) {
    return { problem: error instanceof BadFile ? error.problem : "damaged" };
  }
}
