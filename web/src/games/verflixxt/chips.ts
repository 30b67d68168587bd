/** How large the tiles of a tower are drawn, so that all of them fit into the space the tower has. */

export interface Chips {
  /** The width of a tile, in pixels. */
  size: number;
  /** From one tile to the next in a row; less than the size where they overlap. */
  step: number;
}

const GAP = 3;
const SMALLEST = 19;

/** The largest size, at most `most`, at which `count` tiles fit; the smallest ones overlap where even those do not. */
export function fitChips(count: number, width: number, height: number, most: number): Chips {
  for (let size = Math.floor(most); size >= SMALLEST; size--) {
    const inRow = Math.floor((width + GAP) / (size + GAP));
    if (inRow * rowsOf(height, size) >= count) return { size, step: size + GAP };
  }
  const size = Math.min(SMALLEST, most);
  const inRow = Math.ceil(count / rowsOf(height, size));
  return { size, step: inRow > 1 ? Math.min(size + GAP, (width - size) / (inRow - 1)) : size };
}

function rowsOf(height: number, size: number): number {
  return Math.max(1, Math.floor((height + GAP) / (size * 1.04 + GAP)));
}
