/** The exercises of the person at this device, from the reviews of their games. They are kept in the browser alone. */

import { untrack } from "svelte";

import { load, store } from "$lib/browser/storage";

import { dueAt, kept, readExercise, tried, type Exercise } from "./exercises";

const STORAGE_KEY = "tatze.exercises";

/** What the storage has; `otherwise` where it has nothing or the browser has none. */
function stored(otherwise: Exercise[] = []): Exercise[] {
  const found = load<unknown>(STORAGE_KEY, otherwise);
  return Array.isArray(found) ? found.map(readExercise).filter((one) => one !== null) : [];
}

let all = $state.raw<Exercise[]>(stored());

globalThis.addEventListener?.("storage", (event) => {
  if (event.key === STORAGE_KEY) all = stored();
});

function change(next: (now: Exercise[]) => Exercise[]): void {
  // A page's effect that takes exercises must not run again because they changed.
  const changed = kept(next(untrack(() => stored(all))));
  store(STORAGE_KEY, changed);
  all = changed;
}

export const myExercises = {
  get all(): Exercise[] {
    return all;
  },
  /** The exercises whose time has come. */
  due(now = Date.now()): Exercise[] {
    return dueAt(all, now);
  },
  of(id: string): Exercise | undefined {
    return all.find((one) => one.id === id);
  },
  /** Takes the exercises of one game. Those that are known keep their dates; those that a deeper review no longer calls a
   * mistake go, unless they were tried. */
  take(game: string, exercises: Exercise[]): void {
    const wanted = new Map(exercises.map((one) => [one.id, one]));
    change((now) => {
      const others = now.filter((one) => !wanted.has(one.id) && !(one.id.startsWith(`${game}/`) && one.box === 0 && one.due === one.at));
      const fresh = exercises.map((one) => {
        const before = now.find((old) => old.id === one.id);
        return before ? { ...one, at: before.at, box: before.box, due: before.due } : one;
      });
      return [...fresh, ...others];
    });
  },
  /** Notes whether an exercise was solved at the first try. */
  try(id: string, solved: boolean, now = Date.now()): void {
    change((before) => before.map((one) => (one.id === id ? tried(one, solved, now) : one)));
  },
  /** Adds the exercises of a file; returns how many of them are new. */
  merge(exercises: Exercise[]): number {
    const known = new Set(stored(all).map((one) => one.id));
    const fresh = exercises.filter((one) => !known.has(one.id) && known.add(one.id));
    if (fresh.length) change((now) => [...fresh, ...now]);
    return fresh.length;
  },
  /** Forgets all exercises. */
  clear(): void {
    change(() => []);
  },
};
