import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { hopTime, Stage } from "../stage.svelte";
import { games, gameOf } from "./games";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { moments } = gameOf("base", 4);
const [first, second, third] = [moments[0]!.view, moments[1]!.view, moments[2]!.view];
const at = (place: () => void) => place();

test("pieces go first, then the table follows", () => {
  const stage = new Stage(first);
  stage.play(second, true, at);
  expect(stage.shown).toBe(first);
  expect(stage.settled).toBe(false);
  vi.advanceTimersByTime(hopTime(6));
  expect(stage.shown).toBe(second);
  expect(stage.settled).toBe(true);
});

test("without motion everything is in place at once", () => {
  const stage = new Stage(first);
  stage.play(second, false, at);
  expect(stage.shown).toBe(second);
  expect(stage.settled).toBe(true);
});

test("a version that comes early finishes the one before it", () => {
  const stage = new Stage(first);
  const settled: string[] = [];
  stage.play(second, true, () => settled.push("second"));
  stage.play(third, true, (place) => (settled.push("third"), place()));
  expect(stage.shown).toBe(second);
  vi.advanceTimersByTime(hopTime(6));
  expect(stage.shown).toBe(third);
  expect(settled).toEqual(["third"]);
});

test("whoever is in a hurry sees the end at once, and nothing comes after it", () => {
  const stage = new Stage(first);
  stage.play(second, true, at);
  stage.finish();
  expect(stage.shown).toBe(second);
  stage.play(third, false, at);
  vi.advanceTimersByTime(1000);
  expect(stage.shown).toBe(third);
});

test("after an undo, tiles that come back do not wait for pieces", () => {
  const before = moments.findIndex(({ events }) => events.some((event) => event.kind === "collected"));
  const stage = new Stage(moments[before]!.view);
  stage.play(moments[before - 1]!.view, true, at);
  expect(stage.settled).toBe(true);
});

test("a hop takes between 150 and 360 milliseconds", () => {
  for (const tiles of [1, 2, 3, 4, 5, 6, -6, 30]) {
    expect(hopTime(tiles)).toBeGreaterThanOrEqual(150);
    expect(hopTime(tiles)).toBeLessThanOrEqual(360);
  }
});

describe.each(games)("in %s", (_, game) => {
  test("the table never lags: at any pace it ends on the last version", () => {
    const stage = new Stage(game.moments[0]!.view);
    game.moments.slice(1).forEach(({ view }, i) => {
      stage.play(view, true, at);
      vi.advanceTimersByTime((i % 5) * 90);
    });
    vi.advanceTimersByTime(hopTime(6));
    expect(stage.shown).toBe(game.moments.at(-1)!.view);
  });
});
