/** Pieces and guards as things that move: who they belong to, where they stand, and how they share a tile. */

import type { Point } from "./path";
import type { VerflixxtView } from "./view";

export const GUARD = -1;

export interface Token {
  id: number;
  /** A seat, or GUARD. */
  owner: number;
  /** The number of the tile it stands on. */
  number: number;
}

/** The tokens of a view. Whatever can have stayed where it was keeps its id, so that only what moved is seen moving. */
export function follow(before: Token[], view: VerflixxtView): Token[] {
  const free = [...before];
  let next = before.reduce((most, token) => Math.max(most, token.id + 1), 0);
  const claim = (wanted: (token: Token) => boolean) => {
    const found = free.findIndex(wanted);
    return found < 0 ? undefined : free.splice(found, 1)[0];
  };
  const stay = standing(view).map((spot) => ({
    spot,
    token: claim((token) => token.owner === spot.owner && token.number === spot.number),
  }));
  const tokens = stay.map(({ spot, token }) => {
    const mover = token ?? claim((other) => other.owner === spot.owner);
    return { id: mover ? mover.id : next++, ...spot };
  });
  return tokens.sort((a, b) => a.id - b.id);
}

function standing(view: VerflixxtView): Omit<Token, "id">[] {
  return view.track.flatMap((tile) => [
    ...tile.pieces.flatMap((count, owner) => spots(count, owner, tile.number)),
    ...spots(tile.guards, GUARD, tile.number),
  ]);
}

function spots(count: number, owner: number, number: number): Omit<Token, "id">[] {
  return Array.from({ length: count }, () => ({ owner, number }));
}

/** Where a token stands on its tile, in parts of the tile's width from its middle, and how high in its stack. */
export interface Slot extends Point {
  /** How many of its owner lie below it. */
  level: number;
  /** How many of its owner stand there, on the topmost; 1 on the others. */
  count: number;
  /** Its size: tokens shrink where many kinds meet. */
  scale: number;
}

const FOOT = 0.29;
const LEVEL = 0.045;
const CROWDED_LEVEL = 0.02;
const IN_ONE_ROW = 3;

/** A slot for every token: stacks of one owner side by side at the foot of the tile, in two rows if they are many. */
export function slots(tokens: Token[]): Map<number, Slot> {
  const result = new Map<number, Slot>();
  for (const crowd of group(tokens, (token) => token.number)) {
    const stacks = group(crowd, (token) => token.owner).sort((a, b) => rank(a[0]!) - rank(b[0]!));
    stacks.forEach((stack, i) => {
      const spot = stand(i, stacks.length);
      stack.forEach((token, level) => {
        const top = level === stack.length - 1;
        const rise = Math.min(level, 2) * (spot.scale < 1 ? CROWDED_LEVEL : LEVEL);
        result.set(token.id, { ...spot, y: spot.y - rise, level, count: top ? stack.length : 1 });
      });
    });
  }
  return result;
}

/** How many owners have something on each tile. */
export function stacksOn(tokens: Token[]): Map<number, number> {
  const crowds = group(tokens, (token) => token.number);
  return new Map(crowds.map((crowd) => [crowd[0]!.number, new Set(crowd.map((token) => token.owner)).size]));
}

/** Guards stand last. */
function rank(token: Token): number {
  return token.owner === GUARD ? Infinity : token.owner;
}

function stand(i: number, stacks: number): Point & { scale: number } {
  if (stacks <= IN_ONE_ROW) return { x: (i - (stacks - 1) / 2) * 0.35, y: FOOT, scale: 1 };
  const above = Math.floor(stacks / 2);
  const [row, inRow, from] = i < above ? [0, above, 0] : [1, stacks - above, above];
  const [step, scale] = inRow > 3 ? [0.28, 0.72] : inRow > 2 ? [0.34, 0.86] : [0.46, 0.95];
  return { x: (i - from - (inRow - 1) / 2) * step, y: row ? FOOT + 0.09 : FOOT - 0.28, scale };
}

function group<T>(items: T[], key: (item: T) => number): T[][] {
  const groups = new Map<number, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups.values()];
}
