import { expect, test } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { rulesPage } from "$lib/words/rules";

import { lineOf } from "../example";
import { GUARD } from "../tokens";

test("a piece of the track has tiles with who stands on them", () => {
  expect(lineOf("track    … 14: lucky (A, guard)   15: −8   16: +7 (B, B) …   B rolls")).toEqual({
    label: "track",
    tiles: [
      { number: "14", tile: "L", tokens: [{ owner: 0, count: 1 }, { owner: GUARD, count: 1 }] },
      { number: "15", tile: "-8", tokens: [] },
      { number: "16", tile: "+7", tokens: [{ owner: 1, count: 2 }] },
    ],
    before: true,
    after: false,
    note: "B rolls",
  });
});

test("a tower has its tiles in order", () => {
  expect(lineOf("Turm C    Glück −3").tiles.map(({ tile }) => tile)).toEqual(["L", "-3"]);
});

test.each(["en", "de"] as const)("every line of every example shows tiles (%s)", async (lang) => {
  choose({ lang });
  const examples = (await rulesPage("verflixxt")).flatMap(({ html }) => [...html.matchAll(/<code>([^<]*)<\/code><\/pre>\s*<\/figure>/g)]);
  const lines = examples.flatMap(([, text]) => text!.trimEnd().split("\n"));
  expect(lines.length).toBeGreaterThan(12);
  for (const line of lines) expect(lineOf(line).tiles.length, line).toBeGreaterThan(0);
});
