import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { dueAt, exerciseOf, INTERVALS, kept, MAX_EXERCISES, readExercise, tried, type Exercise } from "$lib/history/exercises";
import { readHistory } from "$lib/history/file";
import { myHistory } from "$lib/history/history.svelte";
import { myExercises } from "$lib/history/my-exercises.svelte";
import { myPuzzles, numberOfDay } from "$lib/history/my-puzzles.svelte";
import { writeFile } from "$lib/history/played";
import { keepPassword, openPassword } from "$lib/table/open-table";

import { decision } from "../review/review";

const DAY = 86_400_000;
const about = { game: "verflixxt", rules: "base", names: ["Ada", "Mira"], position: "verflixxt base; view A; …" };
const exercise = (entry: number, now = 1000): Exercise => exerciseOf(`T/1/${entry}`, decision(entry), about, now);

beforeEach(() => {
  localStorage.clear();
  myExercises.clear();
  myHistory.clear();
});

afterEach(() => vi.unstubAllGlobals());

describe("an exercise", () => {
  it("is due at once, and comes back after 3, 7, 16 and 35 days while it is solved, until it is learnt", () => {
    let one = exercise(3);
    expect(one.due).toBe(1000);
    const days: (number | null)[] = [];
    while (one.due !== null) {
      one = tried(one, true, 0);
      days.push(one.due === null ? null : one.due / DAY);
    }
    expect(days).toEqual([...INTERVALS.slice(1), null]);
  });

  it("that is missed comes back the next day and begins again", () => {
    const one = tried(tried(tried(exercise(3), true, 0), true, 0), false, 0);
    expect([one.box, one.due]).toEqual([0, DAY]);
  });

  it("is due when its time has come, the oldest date first", () => {
    const all = [exercise(1, 30), exercise(2, 10), { ...exercise(3, 5), due: null }, exercise(4, 99)];
    expect(dueAt(all, 50).map((one) => one.id)).toEqual(["T/1/2", "T/1/1"]);
  });

  it("is read back as it was written, and refused with anything wrong in it", () => {
    const one = { ...exercise(3), reasons: [{ key: "review.cards", params: { fewer: 1.5 } }] };
    expect(readExercise(JSON.parse(JSON.stringify({ ...one, more: 1 })))).toEqual(one);
    for (const wrong of [{ id: "T" }, { at: -1 }, { position: "" }, { position: 3 }, { right: [""] }, { error: 2 }, { box: 9 }, { due: "x" }, { names: [1] }, { reasons: [{ key: "<b>", params: {} }] }, { game: "../x" }])
      expect(readExercise({ ...one, ...wrong })).toBeNull();
    expect(readExercise(null)).toBeNull();
  });

  it("is kept longer the newer it is and while it is not learnt", () => {
    const many = Array.from({ length: MAX_EXERCISES + 2 }, (_, i) => ({ ...exercise(i, i), due: i === 5 ? null : i }));
    const left = kept(many).map((one) => one.id);
    expect(left).toHaveLength(MAX_EXERCISES);
    expect(left).not.toContain("T/1/5");
    expect(left).not.toContain("T/1/0");
  });
});

describe("the exercises of this device", () => {
  it("take what a review finds once, and lose what a deeper one takes back, unless it was tried", () => {
    myExercises.take("T/1", [exercise(1), exercise(2)]);
    myExercises.try("T/1/1", true, 0);
    myExercises.take("T/1", [exercise(3)]);
    expect(myExercises.all.map((one) => one.id).toSorted()).toEqual(["T/1/1", "T/1/3"]);
    myExercises.take("T/1", [exercise(1, 5000), exercise(3)]);
    expect(myExercises.of("T/1/1")).toMatchObject({ box: 1, due: 3 * DAY, at: 1000 });
  });

  it("survive another visit", () => {
    myExercises.take("T/1", [exercise(1)]);
    expect(JSON.parse(localStorage.getItem("tatze.exercises")!)).toHaveLength(1);
    expect(myExercises.due(2000)).toHaveLength(1);
  });

  it("are kept without storage as long as the page, with all that was tried", () => {
    vi.stubGlobal("localStorage", undefined);
    myExercises.take("T/1", [exercise(1), exercise(2)]);
    myExercises.try("T/1/1", true, 0);
    expect(myExercises.merge([exercise(2), exercise(3)])).toBe(1);
    expect(myExercises.all.map((one) => [one.id, one.box])).toEqual([["T/1/3", 0], ["T/1/1", 1], ["T/1/2", 0]]);
  });

  it("travel with the history's file; a file without them is fine, and what is none does not keep the games out", async () => {
    const file = (text: string) => ({ size: text.length, text: () => Promise.resolve(text) }) as File;
    expect(await readHistory(file(writeFile([], [exercise(1), exercise(2)])))).toEqual({ games: 0, fresh: 0 });
    expect(myExercises.all).toHaveLength(2);
    expect(await readHistory(file(JSON.stringify({ kind: "tatze history", version: 1, games: [] })))).toEqual({ games: 0, fresh: 0 });
    expect(await readHistory(file(JSON.stringify({ kind: "tatze history", version: 1, games: [], exercises: [1, exercise(3), { ...exercise(4), high: 1.1 }] })))).toEqual({ games: 0, fresh: 0 });
    expect(myExercises.all.map((one) => one.id).toSorted()).toEqual(["T/1/1", "T/1/2", "T/1/3"]);
  });
});

describe("without storage", () => {
  it("the puzzles that were tried are known as long as the page, and so is the password for new tables", () => {
    vi.stubGlobal("localStorage", undefined);
    myPuzzles.try("linko", "a", true);
    myPuzzles.try("linko", "b", false);
    expect(["a", "b", "c"].map((id) => myPuzzles.solved("linko", id))).toEqual([true, false, undefined]);
    keepPassword("sesame");
    expect(openPassword()).toBe("sesame");
  });
});

describe("the puzzle of the day", () => {
  it("is the one that the command has: days are counted as Python counts them", () => {
    expect(numberOfDay(new Date(2026, 10, 18, 23, 59), 200)).toBe(739_938 % 200);
    expect(numberOfDay(new Date(2026, 10, 19, 0, 1), 200)).toBe(739_939 % 200);
    expect(numberOfDay(new Date(), 0)).toBe(0);
  });
});
