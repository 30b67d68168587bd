/** Where cards lie in a box of a given size. Cards grow with their box, and every place follows from the size of the box
 * and from what lies there, so that nothing else on the table moves when cards come and go. */

/** The height of a card of width 1. */
export const TALL = 78 / 54;
/** What each card behind the first adds to the width of a pile, as a share of a card's width. */
export const PEEP = 0.05;
/** A pile shows at most so many cards behind its first one. */
export const MOST_BEHIND = 3;

/** The size of a small card with the gap after it, in pixels at the usual size of letters. */
const SMALL = { width: 17, gap: 8, height: 25 };
/** So far apart piles lie where there is room, so that a finger hits one of them. */
const FINGER = 46;
/** A place that a finger hits is so wide and so high, in pixels. */
const TARGET = 44;
/** A box lower than this has no room for layers on each other. */
const LOW = 60;

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Cards in rows: the width of a card, and the place of each pile. */
export interface Rows {
  card: number;
  places: Point[];
}

export interface RowChoices {
  /** Between two piles. */
  gap: number;
  /** Above each row, for cards that are lifted and for the number of cards in a pile. */
  lift: number;
  /** So many piles are laid out for even if there are fewer, so that cards do not change their size all the time. */
  least: number;
  /** A card is never wider than this. */
  most: number;
  /** Whether rows stand in the middle of the box, with more space between the piles where there is some. */
  centred: boolean;
}

const widthOf = (count: number): number => 1 + PEEP * Math.min(count - 1, MOST_BEHIND);

/** Piles side by side in as many rows as give every pile the place of a finger, and then make the cards largest. */
export function inRows(counts: number[], box: Size, { gap, lift, least, most, centred }: RowChoices): Rows {
  const laid = [...counts, ...Array<number>(Math.max(0, least - counts.length)).fill(1)];
  const { rows, card } = [1, 2, 3]
    .map((tried) => ({
      rows: tried,
      card: Math.min(most, widest(laid, tried, box, gap), (box.height / tried - lift) / TALL),
      place: Math.min(TARGET, box.width / Math.ceil(counts.length / tried || 1), box.height / tried),
    }))
    .reduce((best, next) => (next.place > best.place || (next.place === best.place && next.card > best.card * 1.12) ? next : best));
  const inRow = Math.ceil(Math.max(counts.length, rows === 1 ? 0 : laid.length) / rows) || 1;
  const high = card * TALL + lift;
  const top = Math.max(0, (box.height - high * rows) / 2);
  const places = Array.from({ length: rows }, (_, row) => counts.slice(row * inRow, (row + 1) * inRow)).flatMap((piles, row) => {
    const free = box.width - piles.reduce((sum, one) => sum + card * widthOf(one), 0);
    const space = centred ? Math.max(gap, Math.min(Math.max(card * 0.3, FINGER - card), free / Math.max(inRow, 1))) : gap;
    let x = centred ? Math.max(0, (free - space * (piles.length - 1)) / 2) : 0;
    return piles.map((count) => {
      const place = { x, y: top + lift + row * high };
      x += card * widthOf(count) + space;
      return place;
    });
  });
  return { card: Math.max(card, 1), places };
}

/** The width of a card with which the widest of so many rows fits. */
function widest(counts: number[], rows: number, { width }: Size, gap: number): number {
  const inRow = Math.ceil(counts.length / rows) || 1;
  const each = Array.from({ length: rows }, (_, row) => counts.slice(row * inRow, (row + 1) * inRow));
  return Math.min(...each.filter((row) => row.length).map((row) => (width - gap * row.length) / row.reduce((sum, one) => sum + widthOf(one), 0)));
}

/** A display: the width of a card, how many of the oldest layers are small, and where the others begin. */
export interface Layers {
  card: number;
  small: number;
  /** The upper edge of each layer that lies in full, the open one last. */
  tops: number[];
  /** Whether small layers stand beside the open one instead of above it. */
  beside: boolean;
  /** Whether all small layers share one line. */
  squeezed: boolean;
}

/** The layers of a display in a box, given how many cards each has. The open layer lies in front; as many older ones as fit
 * look out above it, and the oldest are small. The size of a card depends on the box alone. */
export function inLayers(counts: number[], box: Size, letter = 1): Layers {
  const beside = box.height < LOW;
  const high = Math.max(26, Math.min(beside ? box.height : Math.max(42, box.height * 0.52), (box.width / 2.2) * TALL));
  const card = high / TALL;
  if (beside) return { card, small: Math.max(0, counts.length - 1), tops: counts.length ? [0] : [], beside, squeezed: false };
  for (let small = 0; ; small += 1) {
    if (!counts.length) return { card, small, tops: [], beside, squeezed: false };
    const deep = counts.length - small;
    const band = bandOf(counts.slice(0, small), box.width, letter);
    const free = box.height - band - high;
    const step = deep > 1 ? Math.min(high * 0.345, free / (deep - 1)) : 0;
    if (deep > 1 && step < high * 0.27) continue;
    if (free >= 0) return { card, small, tops: Array.from({ length: deep }, (_, i) => band + i * step), beside, squeezed: false };
    return { card, small, tops: [box.height - high], beside, squeezed: true };
  }
}

/** The height that small layers take above the others. */
function bandOf(counts: number[], width: number, letter: number): number {
  if (!counts.length) return 0;
  let [rows, x] = [1, 0];
  for (const count of counts) {
    const wide = (count * SMALL.width + SMALL.gap) * letter;
    if (x && x + wide > width) [rows, x] = [rows + 1, 0];
    x += wide;
  }
  return rows * SMALL.height * letter;
}
