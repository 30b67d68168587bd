import type { Sound } from "$lib/browser/sounds";

import type { Happened } from "../contract";

/** The sound of what happened: a tile that changes hands before a roll, a roll before a move. */
export function soundOf(seat: number | null, events: Happened[]): Sound | null {
  const handed = events.find((event) => event.kind === "stole" || event.kind === "gave");
  if (handed) return seat !== null && handed.data["other"] === seat ? "loss" : "gain";
  if (events.some((event) => event.kind === "rolled")) return "roll";
  return events.some((event) => event.kind === "moved" || event.kind === "guard_moved") ? "card" : null;
}
