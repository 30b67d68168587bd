import type { Happened } from "../contract";

/** Milliseconds at a calm pace for what needs more or less time than a play. */
const TIMES: Record<string, number> = { abluxxed: 2600, shadowed: 2200, drew_deck: 750, drew_pool: 900, took: 1100, passed: 600, ended: 2000 };
const PLAY = 1400;

/** Milliseconds that people need at a calm pace to follow what happened. */
export function lasts(events: Happened[]): number {
  const times = events.flatMap(({ kind }) => TIMES[kind] ?? (kind === "played" ? PLAY : []));
  return times.length ? Math.max(...times) : PLAY;
}
