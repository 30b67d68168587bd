import type { Sound } from "$lib/browser/sounds";

import type { Happened } from "../contract";

const CARDS = ["played", "drew_deck", "drew_pool", "took", "discarded"];

/** The sound of what happened: abluxxing has one of its own. */
export function soundOf(_: number | null, events: Happened[]): Sound | null {
  if (events.some((event) => event.kind === "abluxxed")) return "steal";
  return events.some((event) => CARDS.includes(event.kind)) ? "card" : null;
}
