/** The winding path: where the tiles of a track lie, whatever its length and the space there is. */

export interface Point {
  x: number;
  y: number;
}

export interface Path {
  columns: number;
  /** From one tile to the next in a row. */
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

/** Of the pitch: the width of a tile, and the distance of two rows. */
const TILE = 0.86;
const ROW = 1.17;
/** Of the pitch: how far a row's ends lean towards the rows they lead to. */
const LEAN = 0.09;
/** In parts of the pitch: space above the first row and below the last one. */
const MARGIN = 0.1;
const SMALLEST_PITCH = 62;
const LARGEST_PITCH = 112;
/** A track that gets shorter keeps its columns until it falls below the next of these, so that it closes up calmly. */
const LENGTHS = [12, 20, 30, 40, 58, 74];

/** How high so many rows are at most. */
const heightOf = (rows: number, pitch: number) => ((rows - 1) * ROW + TILE + 2 * (LEAN + MARGIN)) * pitch;

/** Lays `count` tiles into a space `width` wide; `height` is what it should not exceed if that can be helped. */
export function layPath(count: number, width: number, height: number): Path {
  const columns = columnsFor(count, width, height);
  const pitch = Math.min(width / columns, LARGEST_PITCH);
  const left = (width - pitch * columns) / 2;
  const places = Array.from({ length: count }, (_, i) => place(i, columns, pitch, left));
  const lowest = Math.max(0, ...places.map((point) => point.y));
  const tall = lowest + (TILE / 2 + MARGIN) * pitch;
  return { columns, pitch, tile: pitch * TILE, width, height: tall, places, road: road(places, columns, pitch) };
}

/** The number of columns that makes the tiles largest without exceeding the height, as far as fingers allow. */
export function columnsFor(count: number, width: number, height: number): number {
  const length = LENGTHS.find((most) => count <= most) ?? count;
  const most = Math.max(3, Math.floor(width / SMALLEST_PITCH));
  const fewest = Math.min(most, Math.max(5, Math.ceil(width / LARGEST_PITCH)));
  for (let columns = fewest; columns < most; columns++) {
    if (heightOf(Math.ceil(length / columns), width / columns) <= height) return columns;
  }
  return most;
}

function place(index: number, columns: number, pitch: number, left: number): Point {
  const row = Math.floor(index / columns);
  const step = index % columns;
  const column = row % 2 ? columns - 1 - step : step;
  const along = columns > 1 ? (2 * step) / (columns - 1) - 1 : 0;
  const lean = LEAN * along ** 3;
  return { x: left + (column + 0.5) * pitch, y: (row * ROW + TILE / 2 + LEAN + MARGIN + lean) * pitch };
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
        : { x: (a.x + b.x) / 2, y: Math.min(a.y, b.y) - pitch * 0.5 };
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
