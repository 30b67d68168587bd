import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { Flight } from "../flights";
import { Stage } from "../stage.svelte";
import { gameOf, games } from "./games";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { moments } = gameOf("base", 4);
const view = (at: number) => moments[at]!.view;
const play = (stage: Stage, at: number, tempo = 1) => stage.play(view(at), moments[at]!.events, tempo);
const taking = moments.findIndex(({ events }) => events.some(({ kind }) => kind === "collected"));

test("each step is told, one after the other, and then the table is settled", () => {
  const flown: Flight[] = [];
  const stage = new Stage(view(taking - 1), (flights, _, place) => (flown.push(...flights), place()));
  play(stage, taking);
  const told: (string | undefined)[] = [];
  while (!stage.settled) {
    told.push(stage.beat?.event?.kind);
    vi.advanceTimersByTime(stage.time);
  }
  expect(told.filter((kind, i) => kind !== told[i - 1])).toEqual(["moved", "collected", "rolled"]);
  expect(flown).toHaveLength(1);
  expect(stage.shown).toBe(view(taking));
});

test("without motion everything is in place at once", () => {
  const stage = new Stage(view(0));
  play(stage, 1, 0);
  expect(stage.shown).toBe(view(1));
  expect(stage.settled).toBe(true);
});

test("versions that come early wait for their turn, and none is left out", () => {
  const stage = new Stage(view(0));
  [1, 2, 3].forEach((at) => play(stage, at));
  const shown = new Set([stage.shown]);
  while (!stage.settled) {
    vi.advanceTimersByTime(stage.time);
    shown.add(stage.shown);
  }
  [1, 2, 3].forEach((at) => expect(shown).toContain(view(at)));
  expect(stage.turns.map(({ seat, die }) => [seat, die])).toEqual([3, 2, 1].map((at) => [view(at - 1).turn, view(at - 1).die]));
});

test("a brisk pace takes half the time", () => {
  const times = [1, 0.5].map((tempo) => {
    const stage = new Stage(view(0));
    play(stage, 1, tempo);
    let sum = 0;
    while (!stage.settled) {
      sum += stage.time;
      vi.advanceTimersByTime(stage.time);
    }
    return sum;
  });
  expect(times[1]).toBeCloseTo(times[0]! / 2);
});

test("many versions that wait are shown faster", () => {
  const stage = new Stage(view(0));
  play(stage, 1);
  const alone = stage.time;
  for (let at = 2; at < 12; at++) play(stage, at);
  vi.advanceTimersByTime(alone);
  expect(stage.time).toBeLessThan(alone);
});

test("whoever is in a hurry sees the end at once, and nothing comes after it", () => {
  const stage = new Stage(view(0));
  play(stage, 1);
  play(stage, 2);
  stage.finish();
  expect(stage.shown).toBe(view(2));
  expect(stage.turns).toHaveLength(2);
  vi.advanceTimersByTime(5000);
  expect(stage.shown).toBe(view(2));
});

test("an undo and a look back are in place at once", () => {
  const stage = new Stage(view(taking));
  stage.play(view(taking - 1), [], 1);
  expect(stage.settled).toBe(true);
  play(stage, taking);
  stage.place(view(3));
  expect(stage.shown).toBe(view(3));
  expect(stage.settled).toBe(true);
});

describe.each(games)("in %s", (_, game) => {
  test("the table ends on the last version at any pace, with every piece in its place", () => {
    const stage = new Stage(game.moments[0]!.view);
    game.moments.slice(1).forEach(({ view, events }, i) => {
      stage.play(view, events, 1);
      vi.advanceTimersByTime((i % 5) * 500);
    });
    vi.advanceTimersByTime(60_000);
    const last = game.moments.at(-1)!.view;
    expect(stage.shown).toBe(last);
    expect(stage.settled).toBe(true);
    expect(stage.tokens.filter(({ owner }) => owner >= 0).every(({ number }) => number === last.track.at(-1)!.number)).toBe(true);
  });
});
