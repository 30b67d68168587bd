import { expect, test } from "vitest";

import { flightsOf } from "../flights";
import { tileOf } from "../tiles";
import { games } from "./games";

test("a taken tile flies to the tower, a gift and a theft from tower to tower, the start into the box", () => {
  expect(flightsOf([{ kind: "collected", data: { seat: 1, number: 7, tile: -8 } }])).toEqual([{ tile: "-8", from: "tile:7", to: "top:1" }]);
  expect(flightsOf([{ kind: "gave", data: { seat: 1, other: 2, tile: 9 } }])).toEqual([{ tile: "L", from: "top:1", to: "top:2" }]);
  expect(flightsOf([{ kind: "stole", data: { seat: 1, other: 2, tile: 5 } }])).toEqual([{ tile: "+5", from: "top:2", to: "top:1" }]);
  expect(flightsOf([{ kind: "boxed", data: { seat: 0 } }])).toEqual([{ tile: "start", from: "tile:0", to: null }]);
  expect(flightsOf([{ kind: "turned", data: { seat: 0 } }])).toEqual([]);
});

test("the numbers of events are the tiles of the view", () => {
  expect([-10, 8, 9, 11, 12, 13, 14].map(tileOf)).toEqual(["-10", "+8", "L", "gift", "steal", "start", "finish"]);
});

test.each(games)("in %s every flight ends on top of the tower that has the tile then", (_, game) => {
  let flown = 0;
  for (const { events, view } of game.moments)
    for (const { tile, to } of flightsOf(events)) {
      if (to === null) continue;
      flown += 1;
      expect(view.towers[Number(to.slice(4))]!.at(-1)).toBe(tile);
    }
  expect(flown).toBeGreaterThan(10);
});
