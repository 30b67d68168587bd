import { describe, expect, test } from "vitest";

import { follow, GUARD, slots, stacksOn, type Token } from "../tokens";
import type { VerflixxtView } from "../view";
import { games, moments, position } from "./games";

const spotsOf = (view: VerflixxtView) =>
  view.track.flatMap((tile) => [
    ...tile.pieces.flatMap((count, seat) => Array<string>(count).fill(`${seat}@${tile.number}`)),
    ...Array<string>(tile.guards).fill(`${GUARD}@${tile.number}`),
  ]);

describe.each(games)("in %s", (_, game) => {
  test("tokens stand where the view says, and keep their ids from start to end", () => {
    let tokens: Token[] = follow([], game.moments[0]!.view);
    const ids = tokens.map((token) => `${token.id}:${token.owner}`);
    for (const { view } of game.moments) {
      tokens = follow(tokens, view);
      expect(tokens.map((token) => `${token.id}:${token.owner}`)).toEqual(ids);
      expect(tokens.map((token) => `${token.owner}@${token.number}`).sort()).toEqual(spotsOf(view).sort());
    }
  });

  test("one token moves with every move, and no other", () => {
    let tokens = follow([], game.moments[0]!.view);
    for (const { view, events } of game.moments.slice(1)) {
      const before = new Map(tokens.map((token) => [token.id, token.number]));
      tokens = follow(tokens, view);
      const moved = tokens.filter((token) => before.get(token.id) !== token.number);
      const told = events.filter(({ kind }) => kind === "moved" || kind === "guard_moved");
      expect(moved.map((token) => [before.get(token.id), token.number])).toEqual(told.map(({ data }) => [data["from"], data["to"]]));
    }
  });
});

test("stacks on a tile never cover each other, however many meet", () => {
  for (const { view } of moments) {
    const tokens = follow([], view);
    const stood = slots(tokens);
    const tops = tokens.filter((token) => stood.get(token.id)!.level === 0);
    for (const a of tops)
      for (const b of tops) {
        if (a === b || a.number !== b.number) continue;
        const [one, two] = [stood.get(a.id)!, stood.get(b.id)!];
        expect(Math.max(Math.abs(one.x - two.x), Math.abs(one.y - two.y))).toBeGreaterThanOrEqual(0.28);
      }
  }
});

test("the topmost of a stack carries its number, guards stand last", () => {
  const tokens = follow([], position([["-3", [2, 0, 1], 1]]));
  const stood = slots(tokens);
  const seen = tokens.map((token) => [token.owner, stood.get(token.id)!.count, stood.get(token.id)!.x]);
  expect(seen).toEqual([
    [0, 1, -0.35],
    [0, 2, -0.35],
    [2, 1, 0],
    [GUARD, 1, 0.35],
  ]);
});

test("six players and guards on one tile make seven stacks in two rows", () => {
  const tokens = follow([], position([["L", [2, 2, 2, 2, 2, 2], 3]]));
  expect(stacksOn(tokens).get(0)).toBe(7);
  expect(new Set([...slots(tokens).values()].filter((slot) => !slot.level).map((slot) => slot.y)).size).toBe(2);
});
