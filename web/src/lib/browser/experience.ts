/** What was played and learnt on this device. */

import { load, store } from "./storage";

const STORAGE_KEY = "tatze.experienced";
const LESSONS_KEY = "tatze.lessons";

/** Whether a game other than a lesson was played to its end on this device. */
export const experienced = (): boolean => load(STORAGE_KEY, false);

/** Remembers that a game was played to its end on this device. */
export function gainExperience(): void {
  if (!experienced()) store(STORAGE_KEY, true);
}

/** The lessons that were followed to their end in this browser. */
export const finishedLessons = (): string[] => load<string[]>(LESSONS_KEY, []);

/** Remembers that a lesson was followed to its end. */
export function finishLesson(lesson: string): void {
  store(LESSONS_KEY, [...new Set([...finishedLessons(), lesson])]);
}
