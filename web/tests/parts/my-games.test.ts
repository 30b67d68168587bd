import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { myTables } from "$lib/table/my-tables.svelte";
import type { TableInfo } from "$lib/wire";

import MyGames from "../../src/parts/home/MyGames.svelte";

const table = {
  id: "T",
  game: "linko",
  rules: "base",
  status: "over",
  seats: ["Anna", "Mira", "Jonas"].map((name) => ({ name })),
  fair: { commitment: "", words: [] },
  series: { number: 1, games: 1, totals: [] },
  turn: null,
} as unknown as TableInfo;

beforeEach(() => vi.stubGlobal("fetch", () => new Promise(() => {})));
afterEach(() => {
  cleanup();
  myTables.forget("T");
  choose({ lang: "en" });
});

test.each([
  [[0], "Du hast gewonnen"],
  [[0, 2], "Du teilst dir den Sieg"],
  [[1], "Mira hat gewonnen"],
  [[1, 2], "Mira und Jonas haben gewonnen"],
])("a finished game with the winners %j says so", (winners, said) => {
  choose({ lang: "de" });
  myTables.sit(table, 0, "token");
  myTables.see(table, { outcome: { winners, scores: [1, 2, 2], reason: "hand-empty" } });
  render(MyGames);
  expect(screen.getByText(said)).toBeTruthy();
});
