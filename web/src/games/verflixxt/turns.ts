/** The last turns in short: who rolled what, moved from where to where, and which tile changed hands. */

import type { Happened } from "../contract";
import { tileOf } from "./tiles";
import type { VerflixxtView } from "./view";

/** A tile that somebody took, gave or stole. */
export interface Handed {
  kind: "collected" | "gave" | "stole";
  tile: string;
  /** Who was given the tile, or who lost it; null where it came from the track. */
  other: number | null;
}

export interface Turn {
  id: number;
  seat: number;
  die: number | null;
  guard: boolean;
  /** The tiles that were left and reached. */
  left: string;
  reached: string;
  handed: Handed | null;
}

/** As many turns are kept. */
const MOST_TURNS = 6;

/** The turns with one more version, the latest first. A theft belongs to the turn that allowed it. */
export function withVersion(turns: Turn[], before: VerflixxtView, events: Happened[]): Turn[] {
  const handed = handedIn(events);
  const moved = events.find(({ kind }) => kind === "moved" || kind === "guard_moved");
  const [latest, ...older] = turns;
  if (!moved) return latest && handed ? [{ ...latest, handed }, ...older] : turns;
  const turn: Turn = {
    id: (latest?.id ?? 0) + 1,
    seat: moved.data["seat"] ?? 0,
    die: before.die,
    guard: moved.kind === "guard_moved",
    left: tileOf(moved.data["left"] ?? 0),
    reached: tileOf(moved.data["reached"] ?? 0),
    handed,
  };
  return [turn, ...turns].slice(0, MOST_TURNS);
}

function handedIn(events: Happened[]): Handed | null {
  for (const { kind, data } of events) {
    if (kind !== "collected" && kind !== "gave" && kind !== "stole") continue;
    return { kind, tile: tileOf(data["tile"] ?? 0), other: kind === "collected" ? null : (data["other"] ?? 0) };
  }
  return null;
}
