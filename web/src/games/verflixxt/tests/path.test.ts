import { describe, expect, test } from "vitest";

import { arcs, gridFor, layPath, type Point } from "../path";

const ROOMS = [
  [296, 220],
  [366, 400],
  [486, 330],
  [786, 660],
  [700, 545],
  [1150, 760],
  [1640, 1010],
] as const;
const LENGTHS = Array.from({ length: 74 }, (_, i) => i + 1);

describe.each(ROOMS)("a path in a page of %i by %i", (width, height) => {
  test("has a place inside the space for every tile of any track, and none overlap", () => {
    for (const count of LENGTHS) {
      const { places, tile, height: tall } = layPath(count, width, height);
      expect(places).toHaveLength(count);
      const outside = ({ x, y }: Point) => Math.min(x, y, width - x, tall - y) < tile / 2;
      expect(places.filter(outside)).toEqual([]);
      const near = (a: Point, b: Point) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < tile;
      expect(places.filter((a, i) => places.slice(i + 1).some((b) => near(a, b)))).toEqual([]);
    }
  });

  test("goes on beside the tile before, also where a row ends", () => {
    const path = layPath(60, width, height);
    for (let i = 1; i < path.places.length; i++) {
      const [a, b] = [path.places[i - 1]!, path.places[i]!];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(path.pitch * 1.4);
    }
  });

  test("fits the space with every track of the rules", () => {
    for (const count of LENGTHS.filter((length) => length <= 38)) expect(layPath(count, width, height).height).toBeCloseTo(height);
  });

  test("has legible tiles, and is higher than the space where they do not fit", () => {
    expect(layPath(74, width, height).tile).toBeGreaterThan(30);
  });
});

test("tiles grow with the space", () => {
  const sizes = ROOMS.slice(4).map(([width, height]) => layPath(38, width, height).tile);
  expect(sizes[1]! / sizes[0]!).toBeGreaterThan(1.4);
  expect(sizes[2]! / sizes[1]!).toBeGreaterThan(1.3);
});

test("a track that gets shorter by one tile mostly keeps its columns", () => {
  const grids = LENGTHS.map((count) => JSON.stringify(gridFor(count, 822, 545)));
  const changes = grids.filter((grid, i) => i && grid !== grids[i - 1]).length;
  expect(changes).toBeLessThanOrEqual(6);
});

test("tiles before the one that left keep their places", () => {
  const [before, after] = [layPath(25, 822, 545), layPath(24, 822, 545)];
  expect(after.places).toEqual(before.places.slice(0, 24));
});

test("the road leads through every tile", () => {
  const { road, places } = layPath(23, 322, 485);
  const ends = road.match(/[\d.-]+ [\d.-]+(?=C|$)/g)!;
  expect(ends).toHaveLength(places.length);
  ends.forEach((end, i) => {
    const [x, y] = end.split(" ").map(Number);
    expect(x).toBeCloseTo(places[i]!.x, 0);
    expect(y).toBeCloseTo(places[i]!.y, 0);
  });
});

test("hops go up in a row and outwards where the path turns", () => {
  const [row, first, right, left] = [
    arcs([{ x: 100, y: 50 }, { x: 200, y: 50 }], { pitch: 100, width: 800 }),
    arcs([{ x: 100, y: 10 }, { x: 200, y: 10 }], { pitch: 100, width: 800 }),
    arcs([{ x: 750, y: 50 }, { x: 750, y: 150 }], { pitch: 100, width: 800 }),
    arcs([{ x: 50, y: 50 }, { x: 50, y: 150 }], { pitch: 100, width: 800 }),
  ];
  expect(row).toBe("M100 50Q150 0 200 50");
  expect(first).toBe("M100 10Q150 -10 200 10"); // its highest point is at the upper edge
  expect(right).toBe("M750 50Q840 100 750 150");
  expect(left).toBe("M50 50Q-40 100 50 150");
});
