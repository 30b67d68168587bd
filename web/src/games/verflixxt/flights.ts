/** Which ways the tiles of a version went: from the track to a tower, from tower to tower, or back to the box. */

import type { Happened } from "../contract";
import { tileOf } from "./tiles";

/** Spots are marked in the page by `data-spot`. */
export interface Flight {
  tile: string;
  from: string;
  /** Null for the box, which is not on show. */
  to: string | null;
}

export const tileSpot = (number: number) => `tile:${number}`;
/** The top of a seat's tower. */
export const topSpot = (seat: number) => `top:${seat}`;

export function flightsOf(events: Happened[]): Flight[] {
  return events.flatMap(({ kind, data }): Flight[] => {
    const tile = tileOf(data["tile"] ?? 0);
    const [seat, other] = [topSpot(data["seat"] ?? 0), topSpot(data["other"] ?? 0)];
    if (kind === "collected") return [{ tile, from: tileSpot(data["number"] ?? 0), to: seat }];
    if (kind === "gave") return [{ tile, from: seat, to: other }];
    if (kind === "stole") return [{ tile, from: other, to: seat }];
    return kind === "boxed" ? [{ tile: "start", from: tileSpot(0), to: null }] : [];
  });
}

export interface Box {
  x: number;
  y: number;
  width: number;
}

/** A tile in the air, in the coordinates of the board. */
export interface Flying {
  id: number;
  tile: string;
  from: Box;
  to: Box | null;
  /** The spot it comes to. */
  spot: string | null;
  /** How long it flies, in milliseconds. */
  time: number;
}

/** Where a marked spot is on the board. */
export function spotBox(board: HTMLElement, spot: string): Box | null {
  const element = board.querySelector(`[data-spot="${spot}"]`);
  if (!element) return null;
  const [inner, outer] = [element.getBoundingClientRect(), board.getBoundingClientRect()];
  return { x: inner.x - outer.x, y: inner.y - outer.y, width: inner.width };
}
