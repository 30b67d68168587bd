import { describe, expect, test } from "vitest";

import { beatsOf, hopTime, lasts, type Beat } from "../beats";
import { gameOf, games } from "./games";

/** The steps of every version of a game that has events. */
function played(game: (typeof games)[number][1]) {
  return game.moments.slice(1).map(({ view, events, version }, i) => {
    const before = game.moments[i]!.view;
    return { version, before, view, events, beats: beatsOf(before, view, events) };
  });
}

const kinds = (beats: Beat[]) => beats.map((beat) => beat.event?.kind);
const all = games.flatMap(([, game]) => played(game));

test("a turn is a piece that goes, a tile that flies, a track that closes up and a roll", () => {
  const { beats, before, view } = all.find(({ events }) => events.some(({ kind, data }) => kind === "collected" && data["tile"]! > 0))!;
  expect(kinds(beats)).toEqual(["moved", "collected", "collected", "rolled"]);
  const [goes, flies, closes, rolls] = beats as [Beat, Beat, Beat, Beat];
  expect(goes).toMatchObject({ moves: true, view: before, flights: [], gaps: [] });
  expect(flies.flights).toHaveLength(1);
  expect(flies.gaps).toEqual([flies.event!.data["number"]]);
  expect(flies.view.track).toBe(before.track);
  expect(flies.view.towers).toBe(view.towers);
  expect(closes.view.track).toBe(view.track);
  expect([closes.view.die, closes.view.turn]).toEqual([before.die, before.turn]);
  expect(rolls).toMatchObject({ rolls: true, view });
});

test("a theft and a gift hold the table still before the tile flies", () => {
  for (const kind of ["stole", "gave"]) {
    const { beats } = all.find(({ events }) => events.some((event) => event.kind === kind))!;
    const at = beats.findIndex((beat) => beat.scene);
    expect(beats[at]).toMatchObject({ event: { kind }, flights: [] });
    expect(beats[at]!.time).toBeGreaterThanOrEqual(1000);
    expect(beats[at + 1]).toMatchObject({ event: { kind }, scene: false, flights: [{ tile: expect.any(String) }] });
  }
});

test("a big minus is a moment, a small one and a plus are not", () => {
  const taken = all.flatMap(({ events, beats }) =>
    events.filter(({ kind }) => kind === "collected").map(({ data }) => ({ tile: data["tile"]!, scene: beats.some((beat) => beat.scene) })),
  );
  expect(taken.filter(({ scene }) => scene).map(({ tile }) => tile).sort((a, b) => a - b).at(-1)).toBe(-6);
  expect(taken.filter(({ tile, scene }) => tile <= -6 && !scene)).toEqual([]);
});

test("an undo has no steps: what was taken back is not played", () => {
  const { before, view, events } = all.find(({ events }) => events.some(({ kind }) => kind === "collected"))!;
  expect(beatsOf(view, before, [])).toEqual([]);
  expect(beatsOf(view, before, events)).toEqual([]);
});

test("a hop takes longer over more tiles, and less than a second", () => {
  const times = [1, 2, 3, 4, 5, 6].map(hopTime);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(Math.max(hopTime(30), ...times)).toBeLessThan(1000);
});

describe.each(games)("in %s", (_, game) => {
  test("every version of a game has steps, and a turn takes between half a second and four seconds", () => {
    for (const { beats, events } of played(game)) {
      const time = beats.reduce((sum, beat) => sum + beat.time, 0);
      expect(lasts(events)).toBeGreaterThanOrEqual(time);
      expect(time).toBeGreaterThan(240);
      expect(time).toBeLessThan(4200);
    }
  });
});

test("moves of guards are told as such", () => {
  const { beats } = played(gameOf("pro", 4)).find(({ events }) => events.some(({ kind }) => kind === "guard_moved"))!;
  expect(kinds(beats)[0]).toBe("guard_moved");
});
