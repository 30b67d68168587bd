/** Tiles: what kind they are, how they are written on their face, and how sentences name them. */

import type { Say } from "$lib/words/words";

export type TileKind = "plus" | "minus" | "lucky" | "gift" | "steal" | "start" | "finish";

const KINDS: Record<string, TileKind> = { L: "lucky", gift: "gift", steal: "steal", start: "start", finish: "finish" };
/** The numbers that events carry for tiles that are not worth points. */
const CODES: Record<number, string> = { 9: "L", 11: "gift", 12: "steal", 13: "start", 14: "finish" };

export function kindOf(tile: string): TileKind {
  return KINDS[tile] ?? (tile.startsWith("+") ? "plus" : "minus");
}

/** The tile behind a number of an event. */
export function tileOf(code: number): string {
  return CODES[code] ?? (code > 0 ? `+${code}` : String(code));
}

/** What is written on a tile that has a number. */
export function numeral(tile: string): string {
  return tile.replace("-", "−");
}

/** The tile's name: "+5", "lucky", "Gift". */
export function called(say: Say, tile: string): string {
  return tile in KINDS ? say(`tile.${tile}`) : numeral(tile);
}

/** The tile as something that is taken, given or stolen: "+5", "a lucky tile". */
export function taken(say: Say, tile: string): string {
  return tile === "L" ? say("taken.L") : called(say, tile);
}
