/** The outlines of our drawings. Shape comes before colour: every kind of tile and every seat has one of its own. */

import type { TileKind } from "./tiles";

const ACTION =
  "M-25 -46H25Q29 -46 32 -43L43 -32Q46 -29 46 -25V25Q46 29 43 32L32 43Q29 46 25 46H-25Q-29 46 -32 43L-43 32" +
  "Q-46 29 -46 25V-25Q-46 -29 -43 -32L-32 -43Q-29 -46 -25 -46Z";
const FIXTURE = "M0 -46C34 -46 46 -34 46 0C46 34 34 46 0 46C-34 46 -46 34 -46 0C-46 -34 -34 -46 0 -46Z";

/** Tiles, 100 wide around the origin: plus round, minus square, lucky four-leaved, action tiles with cut corners. */
export const TILE_SHAPES: Record<TileKind, string> = {
  plus: "M0 -47A47 47 0 1 1 0 47A47 47 0 1 1 0 -47Z",
  minus: "M-32 -46H32Q46 -46 46 -32V32Q46 46 32 46H-32Q-46 46 -46 32V-32Q-46 -46 -32 -46Z",
  lucky:
    "M0 -39C7 -48 22 -51 33 -46C48 -39 52 -20 42 -4C41 -2.5 41 2.5 42 4C52 20 48 39 33 46C22 51 7 48 0 39" +
    "C-7 48 -22 51 -33 46C-48 39 -52 20 -42 4C-41 2.5 -41 -2.5 -42 -4C-52 -20 -48 -39 -33 -46C-22 -51 -7 -48 0 -39Z",
  gift: ACTION,
  steal: ACTION,
  start: FIXTURE,
  finish: FIXTURE,
};

/** Pieces, about 24 wide around the origin: circle, triangle, square, diamond, star, cross. */
export const PIECE_SHAPES: readonly string[] = [
  "M0 -10A10 10 0 1 1 0 10A10 10 0 1 1 0 -10Z",
  "M-1.6 -11Q0 -13.4 1.6 -11L11.4 6.6Q12.4 9.2 9.8 9.2H-9.8Q-12.4 9.2 -11.4 6.6Z",
  "M-7 -9H7Q9 -9 9 -7V7Q9 9 7 9H-7Q-9 9 -9 7V-7Q-9 -9 -7 -9Z",
  "M-1.5 -11.6Q0 -13 1.5 -11.6L11.6 -1.5Q13 0 11.6 1.5L1.5 11.6Q0 13 -1.5 11.6L-11.6 1.5Q-13 0 -11.6 -1.5Z",
  "M0 -12.6L3.7 -4.9L12.1 -3.8L5.9 2L7.5 10.4L0 6.3L-7.5 10.4L-5.9 2L-12.1 -3.8L-3.7 -4.9Z",
  "M-4.2 -11H4.2V-4.2H11V4.2H4.2V11H-4.2V4.2H-11V-4.2H-4.2Z",
];
export const SHIELD =
  "M0 -12C3 -10 6.8 -9 10.3 -9C10.9 0.6 8 8.4 0 12.6C-8 8.4 -10.9 0.6 -10.3 -9C-6.8 -9 -3 -10 0 -12Z";
export const SHIELD_RIDGE = "M0 -8V8.6M-6.6 -2H6.6";

/** One leaf of the clover, pointing up from the origin, and its stem. */
export const LEAF = "M0 -1C-9 -6 -10 -16 -4.5 -17.5C-1.8 -18.2 0 -16 0 -14.3C0 -16 1.8 -18.2 4.5 -17.5C10 -16 9 -6 0 -1Z";
export const STEM = "M0 0C1 7 3 12 7 16";
/** A chequered flag. */
export const FLAG =
  "M-16 -14H-13V16H-16ZM-12 -13H-4V-5H-12Z" +
  "M4 -13H12V-5H4ZM-4 -5H4V3H-4ZM12 -5H20V3H12ZM-12 3H-4V11H-12ZM4 3H12V11H4Z";
/** A parcel with a bow, and a mask. */
export const PARCEL =
  "M-15 -3H15V3H-15ZM-13 4.5H-1.6V15H-13ZM1.6 4.5H13V15H1.6Z" +
  "M-1 -4.5C-12 -4.5 -12 -14 -6.5 -13.5C-3 -13 -1.5 -9 0 -6C1.5 -9 3 -13 6.5 -13.5C12 -14 12 -4.5 1 -4.5Z";
export const MASK =
  "M-17 -5C-10 -9 -4 -8 0 -5C4 -8 10 -9 17 -5C18 3 13 9 7 8C3 7.4 2 4 0 4C-2 4 -3 7.4 -7 8C-13 9 -18 3 -17 -5Z" +
  "M-11 -1.5C-8.5 -4 -5 -3 -3.5 0C-6 2.6 -9.5 2 -11 -1.5ZM11 -1.5C9.5 2 6 2.6 3.5 0C5 -3 8.5 -4 11 -1.5Z";

/** Where a die has its pips, counted line by line from 0 to 8. */
export const PIPS: Record<number, number[]> = {
  1: [4],
  2: [2, 6],
  3: [2, 4, 6],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};
