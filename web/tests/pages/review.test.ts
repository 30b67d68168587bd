import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { myExercises } from "$lib/history/my-exercises.svelte";
import { myTables } from "$lib/table/my-tables.svelte";
import type { TableInfo } from "$lib/wire";

import Replay from "../../src/pages/Replay.svelte";
import Review from "../../src/pages/Review.svelte";
import { review } from "../lib/review/review";

const seat = (name: string) => ({ name, kind: "person", level: "", animal: "", colour: "amber" });
const table = (more: Partial<TableInfo> = {}) =>
  ({
    id: "T",
    game: "verflixxt",
    rules: "base",
    lesson: "",
    practice: false,
    status: "over",
    turn: null,
    series: { number: 1, games: 1, totals: [], leaders: [] },
    fair: {},
    seats: [seat("Ada"), seat("Mira")],
    ...more,
  }) as TableInfo;

/** A server with the replay and the review of a game at this table; returns what it was asked for. */
function serving(about: TableInfo): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (path.endsWith("/about")) return Response.json({ reviews: ["verflixxt"], protocol: 1, games: [] });
    if (path.includes("/replay/")) return Response.json({ table: about, moments: [] });
    return Response.json({ state: "ready", progress: 1, result: { review: review(), positions: { 3: "verflixxt base; view A" } } });
  });
  return asked;
}

beforeEach(() => {
  choose({ lang: "en" });
  localStorage.clear();
  myExercises.clear();
  myTables.sit(table(), 0, "secret");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ["a game of one's own become exercises", {}, 1],
  ["a lesson do not", { lesson: "verflixxt-base" }, 0],
])("mistakes in %s", async (_, more, count) => {
  serving(table(more));
  render(Review, { id: "T", game: "1" });
  await screen.findByText("Where the result came from");
  expect(myExercises.all).toHaveLength(count);
});

it.each([
  ["of a game asks for its review", {}, true],
  ["of a lesson asks for none", { lesson: "verflixxt-base" }, false],
])("the replay %s", async (_, more, wanted) => {
  const asked = serving(table(more));
  render(Replay, { id: "T", game: "1" });
  await vi.waitFor(() => expect(asked.some((path) => path.includes("/replay/"))).toBe(true));
  if (wanted) await vi.waitFor(() => expect(asked.some((path) => path.includes("/review/"))).toBe(true));
  else {
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(asked.filter((path) => path.includes("/review/"))).toEqual([]);
  }
});

it("a review that cannot be had just now is asked for again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
  render(Review, { id: "T", game: "1" });
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByRole("alert").textContent).toContain("cannot be reached");
  serving(table());
  await fireEvent.click(again);
  expect(await screen.findByText("Where the result came from")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a review that is not to be had is not asked for again", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ code: "review/none" }, { status: 409 }));
  render(Review, { id: "T", game: "1" });
  await screen.findByRole("alert");
  expect(screen.queryByRole("button")).toBeNull();
});
