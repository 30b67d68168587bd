import { describe, expect, test } from "vitest";

import { arcs, columnsFor, layPath, type Point } from "../path";

const ROOMS = [
  [296, 400],
  [322, 485],
  [560, 700],
  [730, 760],
  [820, 545],
  [1200, 700],
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
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(path.pitch * 1.1);
    }
  });

  test("has tiles that a finger can hit", () => {
    expect(layPath(74, width, height).tile).toBeGreaterThanOrEqual(44);
  });
});

test("a phone has rows of five", () => {
  expect(columnsFor(38, 322, 485)).toBe(5);
  expect(columnsFor(8, 322, 485)).toBe(5);
});

test("the opening of the base game fits a desktop screen", () => {
  expect(layPath(38, 822, 545).height).toBeLessThanOrEqual(545);
});

test("a track that gets shorter by one tile mostly keeps its columns", () => {
  const columns = LENGTHS.map((count) => columnsFor(count, 822, 545));
  const changes = columns.filter((many, i) => i && many !== columns[i - 1]).length;
  expect(changes).toBeLessThanOrEqual(4);
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
  const [row, right, left] = [
    arcs([{ x: 100, y: 50 }, { x: 200, y: 50 }], { pitch: 100, width: 800 }),
    arcs([{ x: 750, y: 50 }, { x: 750, y: 150 }], { pitch: 100, width: 800 }),
    arcs([{ x: 50, y: 50 }, { x: 50, y: 150 }], { pitch: 100, width: 800 }),
  ];
  expect(row).toBe("M100 50Q150 0 200 50");
  expect(right).toBe("M750 50Q840 100 750 150");
  expect(left).toBe("M50 50Q-40 100 50 150");
});
