import { beforeEach, describe, expect, it, vi } from "vitest";

import { readHistory } from "$lib/history/file";
import { myHistory } from "$lib/history/history.svelte";
import { BadFile, MAX_PLAYED, readFile, writeFile, type Played } from "$lib/history/played";
import { byLevel, byVariant, streaks, tally } from "$lib/history/statistics";
import type { OutcomeInfo, TableInfo } from "$lib/wire";

const played = (number: number, more: Partial<Played> = {}): Played => ({
  id: `T/${number}`,
  at: number,
  game: "linko",
  rules: "base",
  seat: 0,
  names: ["Ada", "Mira", "Jonas"],
  levels: ["", "cat", "tiger"],
  scores: [number, 2, 3],
  winners: [0],
  ...more,
});
const lost = { winners: [1] };
const table = (more: Partial<TableInfo> = {}) =>
  ({
    id: "T",
    game: "linko",
    rules: "base",
    lesson: "",
    series: { number: 1, games: 1, totals: [], leaders: [] },
    seats: [
      { name: "Ada", kind: "person", level: "" },
      { name: "Mira", kind: "bot", level: "cat" },
    ],
    ...more,
  }) as TableInfo;
const outcome: OutcomeInfo = { winners: [0], scores: [5, 3], reason: "hand-empty" };

beforeEach(() => {
  localStorage.clear();
  myHistory.clear();
});

describe("the history", () => {
  it("keeps a finished game once, with its result and the levels of the bots", () => {
    myHistory.finish(table(), 0, outcome);
    myHistory.finish(table(), 0, outcome);
    expect(myHistory.all).toMatchObject([{ id: "T/1", names: ["Ada", "Mira"], levels: ["", "cat"], scores: [5, 3], winners: [0] }]);
    expect(JSON.parse(localStorage.getItem("tatze.history") ?? "")).toHaveLength(1);
  });

  it("keeps neither lessons nor the games of others", () => {
    myHistory.finish(table({ lesson: "linko-base" }), 0, outcome);
    myHistory.finish(table(), null, outcome);
    expect(myHistory.all).toEqual([]);
  });

  it("lasts as long as the page without storage", () => {
    vi.stubGlobal("localStorage", undefined);
    myHistory.finish(table(), 0, outcome);
    myHistory.finish(table({ id: "U" }), 0, outcome);
    expect(myHistory.all.map((one) => one.id).toSorted()).toEqual(["T/1", "U/1"]);
    vi.unstubAllGlobals();
  });

  it("has a limit, and forgets the oldest first", () => {
    myHistory.merge(Array.from({ length: MAX_PLAYED + 5 }, (_, i) => played(i + 1)));
    expect(myHistory.all).toHaveLength(MAX_PLAYED);
    expect(myHistory.all.at(-1)?.at).toBe(6);
  });
});

describe("a file", () => {
  const fileOf = (text: string) => ({ size: text.length, text: () => Promise.resolve(text) }) as File;

  it("brings its games, the newest first, and a second time none", async () => {
    myHistory.merge([played(2)]);
    const file = fileOf(writeFile([played(3), played(1), played(2)]));
    expect(await readHistory(file)).toEqual({ games: 3, fresh: 2 });
    expect(myHistory.all.map((one) => one.at)).toEqual([3, 2, 1]);
    expect(await readHistory(file)).toEqual({ games: 3, fresh: 0 });
    expect(myHistory.all).toHaveLength(3);
  });

  it.each([
    ["", "foreign"],
    ["no JSON", "foreign"],
    ["[1, 2]", "foreign"],
    ["null", "foreign"],
    ['{"kind": "other"}', "foreign"],
    [writeFile([played(1)]).slice(0, -20), "damaged"],
    ['{"kind": "tatze history", "version": 1}', "damaged"],
    ['{"kind": "tatze history", "version": 2, "games": []}', "newer"],
    [" ".repeat(2_000_001), "large"],
  ])("that is none is refused, and nothing is lost (%#)", async (text, problem) => {
    myHistory.merge([played(1)]);
    expect(await readHistory(fileOf(text))).toEqual({ problem });
    expect(myHistory.all).toEqual([played(1)]);
  });

  it.each([
    { id: "T" },
    { at: "now" },
    { game: "<b>" },
    { rules: 7 },
    { seat: 3 },
    { names: [] },
    { names: ["x".repeat(25), "b", "c"] },
    { levels: ["cat"] },
    { scores: [1, 2, 1e9] },
    { winners: [0, 0] },
    { winners: [9] },
  ])("with one wrong game is refused as a whole: %j", (wrong) => {
    const text = writeFile([played(1), { ...played(2), ...wrong } as Played]);
    expect(() => readFile(text)).toThrow(new BadFile("damaged"));
  });

  it("loses what does not belong to a game", () => {
    const { games: [read] } = readFile(writeFile([{ ...played(1), secret: "x" } as Played]));
    expect(read).toEqual(played(1));
  });
});

describe("the statistics", () => {
  const games = [played(6), played(5), played(4, lost), played(3), played(2), played(1)];

  it("count games, victories and scores", () => {
    expect(tally(games)).toEqual({ games: 6, won: 5, best: 6, points: 21 });
    expect(tally([])).toEqual({ games: 0, won: 0, best: null, points: 0 });
  });

  it("count victories in a row, now and ever", () => {
    expect(streaks(games)).toEqual({ current: 2, longest: 3 });
    expect(streaks([played(2, lost), played(1)])).toEqual({ current: 0, longest: 1 });
    expect(streaks([])).toEqual({ current: 0, longest: 0 });
  });

  it("tell variants apart", () => {
    const all = [played(3, { rules: "duel" }), played(2, lost), played(1)];
    expect(byVariant(all).map(([name, { games: count, won }]) => [name, count, won])).toEqual([
      ["linko duel", 1, 1],
      ["linko base", 2, 1],
    ]);
  });

  it("tell opponents apart: a game counts once for each level at the table, and for people", () => {
    const all = [played(2, { levels: ["", "cat", "cat"] }), played(1, { levels: ["", "", "tiger"], ...lost })];
    expect(byLevel(all).map(([name, { games: count, won }]) => [name, count, won])).toEqual([
      ["cat", 1, 1],
      ["", 1, 0],
      ["tiger", 1, 0],
    ]);
  });
});
