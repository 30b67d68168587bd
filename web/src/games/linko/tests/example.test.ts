import { expect, test } from "vitest";

import { rulesPage } from "$lib/words/rules";

import { lineOf } from "../example";

test("a line of an example has a label, sets of cards and a note", () => {
  expect(lineOf("seat C   5 5 | 6 Joker   higher: safe")).toEqual({
    label: "seat C",
    sets: [
      { cards: [5, 5], group: false },
      { cards: [6, 14], group: false },
    ],
    layers: true,
    note: "higher: safe",
  });
  expect(lineOf("pool     7   2+13   ?")).toMatchObject({
    sets: [{ cards: [7] }, { cards: [2, 13], group: true }, { cards: [0] }],
    layers: false,
    note: "",
  });
});

test("every line of every example shows cards", async () => {
  const examples = (await rulesPage("linko")).flatMap(({ html }) => [...html.matchAll(/<code>([^<]*)<\/code><\/pre>\s*<\/figure>/g)]);
  const lines = examples.flatMap(([, text]) => text!.trimEnd().split("\n"));
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) expect(lineOf(line).sets.length, line).toBeGreaterThan(0);
});
