import type { Sound } from "$lib/browser/sounds";

import type { Happened } from "../contract";
import { isBigLoss } from "./beats";

/** The sound of what happened: a tile that changes hands before a roll, a roll before a move. */
export function soundOf(_: number | null, events: Happened[]): Sound | null {
  const has = (kind: string) => events.some((event) => event.kind === kind);
  if (has("stole")) return "steal";
  if (has("gave")) return "gift";
  if (events.some(isBigLoss)) return "loss";
  if (has("rolled")) return "roll";
  return has("moved") || has("guard_moved") ? "card" : null;
}
