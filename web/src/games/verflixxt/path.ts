/** The winding path: where the tiles of a track lie, whatever its length and the space there is. */

export interface Point {
  x: number;
  y: number;
}

export interface Path {
  columns: number;
  /** The shorter distance of two neighbouring tiles: from one to the next in a row, or from row to row. */
  pitch: number;
  /** The width of a tile. */
  tile: number;
  width: number;
  height: number;
  /** The middle of every tile, from start to finish. */
  places: Point[];
  /** The road under the tiles, as the data of an SVG path. */
  road: string;
}

/** Of the pitch: the width of a tile. */
const TILE = 0.88;
/** Of the pitch: how far a row's ends lean towards the rows they lead to. */
const LEAN = 0.035;
/** Of the pitch: the least distance of two rows. */
const ROW = 1.02;
/** Of the pitch: space around the path, for rings and for pieces at a tile's foot. */
const MARGIN = 0.1;
/** Tiles are at most this large, and never so small that their numbers cannot be read. */
const LARGEST_PITCH = 250;
const SMALLEST_PITCH = 36;
/** How far tiles and rows may move apart, in parts of the pitch, to fill the space. */
const SPREAD = 1.3;
/** A track that gets shorter keeps its columns until it falls below the next of these, so that it closes up calmly. */
const LENGTHS = [20, 26, 32, 38, 46, 58, 74];

/** In parts of the pitch: what the first and the last row need beyond the distances of the rows. */
const ENDS = TILE + 2 * (LEAN + MARGIN);

/** Lays `count` tiles into a space. A path that does not fit with legible tiles becomes higher than the space. */
export function layPath(count: number, width: number, height: number): Path {
  const { columns, rows, pitch } = gridFor(count, width, height);
  const across = Math.min((width - 2 * MARGIN * pitch) / columns, pitch * SPREAD);
  const down = rows > 1 ? clamp((height - ENDS * pitch) / (rows - 1), pitch * ROW, pitch * SPREAD) : pitch;
  const used = Math.max(1, Math.ceil(count / columns));
  const tall = Math.max(height, (used - 1) * down + ENDS * pitch);
  const left = (width - across * columns) / 2;
  const top = Math.max(0, height - ((rows - 1) * down + ENDS * pitch)) / 2;
  const places = Array.from({ length: count }, (_, i) => {
    const { column, row, lean } = cell(i, columns);
    return { x: left + (column + 0.5) * across, y: top + row * down + (TILE / 2 + LEAN + MARGIN + lean) * pitch };
  });
  return { columns, pitch, tile: pitch * TILE, width, height: tall, places, road: road(places, columns, pitch) };
}

/** The number of columns and rows that makes the tiles largest. */
export function gridFor(count: number, width: number, height: number): { columns: number; rows: number; pitch: number } {
  const length = LENGTHS.find((most) => count <= most) ?? count;
  const most = Math.max(3, Math.floor(width / SMALLEST_PITCH));
  let best = { columns: most, rows: Math.ceil(length / most), pitch: Math.min(width / (most + 2 * MARGIN), SMALLEST_PITCH) };
  for (let columns = most; columns >= 3; columns--) {
    const rows = Math.ceil(length / columns);
    const pitch = Math.min(width / (columns + 2 * MARGIN), height / ((rows - 1) * ROW + ENDS), LARGEST_PITCH);
    if (pitch > best.pitch) best = { columns, rows, pitch };
  }
  return best;
}

function cell(index: number, columns: number): { column: number; row: number; lean: number } {
  const row = Math.floor(index / columns);
  const step = index % columns;
  const along = columns > 1 ? (2 * step) / (columns - 1) - 1 : 0;
  return { column: row % 2 ? columns - 1 - step : step, row, lean: LEAN * along ** 3 };
}

/** A smooth line through the middles: it swings out at the end of a row. */
function road(places: Point[], columns: number, pitch: number): string {
  const first = places[0];
  if (!first) return "";
  let data = `M${at(first)}`;
  for (let i = 1; i < places.length; i++) {
    const [a, b] = [places[i - 1]!, places[i]!];
    if (i % columns === 0) {
      const out = (Math.floor(i / columns) % 2 ? 1 : -1) * pitch * 0.42;
      data += `C${at({ x: a.x + out, y: a.y })} ${at({ x: b.x + out, y: b.y })} ${at(b)}`;
    } else {
      const half = (b.x - a.x) / 2;
      data += `C${at({ x: a.x + half, y: a.y })} ${at({ x: b.x - half, y: b.y })} ${at(b)}`;
    }
  }
  return data;
}

/** A hop from each point to the next: up in a row, outwards where the path turns. */
export function arcs(points: Point[], { pitch, width }: Pick<Path, "pitch" | "width">): string {
  return points
    .slice(1)
    .map((b, i) => {
      const a = points[i]!;
      const turns = Math.abs(b.x - a.x) < pitch / 2;
      const out = a.x > width / 2 ? pitch * 0.9 : -pitch * 0.9;
      const middle = turns
        ? { x: a.x + out, y: (a.y + b.y) / 2 }
        : { x: (a.x + b.x) / 2, y: Math.max(Math.min(a.y, b.y) - pitch * 0.5, -Math.min(a.y, b.y)) };
      return `${i ? "" : `M${at(a)}`}Q${at(middle)} ${at(b)}`;
    })
    .join("");
}

function at(point: Point): string {
  return `${round(point.x)} ${round(point.y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
