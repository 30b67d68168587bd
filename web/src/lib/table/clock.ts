/** The time for each decision, as people choose and read it. */

import { say } from "$lib/words/words";

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** A time for each decision in words; 0 or null is no limit. */
export function clockLabel(seconds: number | null): string {
  if (!seconds) return say("clock.none");
  if (seconds < 2 * MINUTE_SECONDS) return say("clock.seconds", { count: seconds });
  if (seconds < DAY_SECONDS) return say("clock.minutes", { count: seconds / MINUTE_SECONDS });
  return say("clock.days", { count: seconds / DAY_SECONDS });
}
