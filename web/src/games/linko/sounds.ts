import type { Sound } from "$lib/browser/sounds";

import type { Happened } from "../contract";

const CARDS = ["played", "drew_deck", "drew_pool", "took", "discarded"];

/** The sound of what happened: abluxxing is a gain for everybody but its victim. */
export function soundOf(seat: number | null, events: Happened[]): Sound | null {
  const abluxxed = events.find((event) => event.kind === "abluxxed");
  if (abluxxed) return seat !== null && abluxxed.data["owner"] === seat ? "loss" : "gain";
  return events.some((event) => CARDS.includes(event.kind)) ? "card" : null;
}
