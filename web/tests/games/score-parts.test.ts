import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

import type { Moment } from "$lib/wire";
import { sayFor } from "$lib/words/words";

import { gamePage } from "../../src/games";

interface Fixture {
  game: string;
  names: string[];
  moments: Moment[];
}

const FOLDER = join(import.meta.dirname, "../../fixtures");

it.each(readdirSync(FOLDER))("the parts of every score in %s add up to it", async (file) => {
  const { game, names, moments } = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Fixture;
  const page = await gamePage(game);
  const { view, outcome } = moments.at(-1)!;
  for (const [seat, score] of outcome!.scores.entries()) {
    const parts = page.scoreParts!({ say: sayFor(game), seat: null, names }, view, seat);
    expect(parts.reduce((sum, part) => sum + part.points, 0)).toBe(score);
    expect(parts.every((part) => /^\d+ /.test(part.text))).toBe(true);
  }
});
