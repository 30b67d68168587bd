import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { server } from "$lib/server/about.svelte";
import type { Puzzle } from "$lib/wire";

import Puzzles from "../../src/pages/Puzzles.svelte";

const puzzle = (id: string, level: number) => ({ id, rules: "base", position: "p; view A", right: ["m1"], gap: 0.1, gap_low: 0.05, level, found: {} }) as Puzzle;
const PUZZLES: Record<string, Puzzle[]> = { verflixxt: [puzzle("a", 1), puzzle("b", 3), puzzle("c", 3)], linko: [puzzle("d", 2)] };

beforeEach(async () => {
  choose({ lang: "en" });
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.endsWith("/about")) return Response.json({ protocol: 1, games: Object.keys(PUZZLES).map((name) => ({ name, puzzles: true })) });
    return Response.json({ puzzles: PUZZLES[path.split("/").at(-1)!] });
  });
  await server.ask();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const levels = () => screen.getByRole("group", { name: "How hard?" });
const offered = () => [...levels().querySelectorAll("label")].map((label) => label.textContent?.trim());
const chosen = () => levels().querySelector("input:checked")?.closest("label")?.textContent?.trim();

it("how hard puzzles shall be stays from one to the next, and only what there is can be chosen", async () => {
  const { unmount } = render(Puzzles, { game: "verflixxt" });
  await screen.findByText("How hard?");
  expect(offered()).toEqual(["All", "Very easy", "Medium"]);
  await fireEvent.click(screen.getByRole("radio", { name: "Medium" }));
  expect(document.querySelectorAll("ol li")).toHaveLength(2);
  unmount();
  const again = render(Puzzles, { game: "verflixxt" });
  await screen.findByText("How hard?");
  expect([chosen(), document.querySelectorAll("ol li").length]).toEqual(["Medium", 2]);
  again.unmount();
  render(Puzzles, { game: "linko" });
  await screen.findByText("How hard?");
  expect([chosen(), document.querySelectorAll("ol li").length]).toEqual(["All", 1]);
});
