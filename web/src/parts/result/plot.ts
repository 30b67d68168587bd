/** What the plots of a game share: the shapes of seats, and names beside the ends of lines. */

import { isolated } from "$lib/words/words";

/** A shape for each seat, so that colour is not all that tells them apart. */
export const SHAPES = [
  "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
  "M0-6 6 5H-6z",
  "M-5-5H5V5H-5z",
  "M0-6.5 6.5 0 0 6.5-6.5 0z",
  "M0-7 1.8-2.2 7-2 2.8 1.2 4.3 6.2 0 3.3-4.3 6.2-2.8 1.2-7-2-1.8-2.200z",
  "M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2z",
];

const pen = document.createElement("canvas").getContext("2d");
const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** How wide a text will be; about as much where it cannot be measured. */
function widthOf(text: string): number {
  if (!pen) return text.length * 8;
  pen.font = "600 12.5px Inter, system-ui, sans-serif";
  return pen.measureText(text).width;
}

/** As much of a name as there is room for beside a number, and turned around by nothing beside it. */
export function fitting(name: string, number: string, width: number): string {
  const room = width - widthOf(` ${number}`) - 4;
  const all = [...letters.segment(name)].map(({ segment }) => segment);
  let count = all.length;
  while (count > 1 && widthOf(all.slice(0, count).join("") + (count < all.length ? "…" : "")) > room) count -= 1;
  return isolated(all.slice(0, count).join("") + (count < all.length ? "…" : ""));
}

/** Heights at least 16 apart, close to where the lines end, the highest line first, within top and bottom. */
export function spread<T extends { y: number }>(ends: T[], top: number, bottom: number): T[] {
  let floor = top - 6;
  const placed = ends.toSorted((one, other) => one.y - other.y).map((end) => ({ ...end, y: (floor = Math.max(end.y, floor + 16)) }));
  return placed.map((end, i) => ({ ...end, y: Math.min(end.y, bottom - 16 * (placed.length - 1 - i)) }));
}
