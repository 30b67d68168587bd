import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import type { Reader } from "../src/games/contract";
import { gamePage } from "../src/games";
import { choose } from "$lib/browser/settings.svelte";
import { eventsOf } from "$lib/table/table.svelte";
import type { Moment } from "$lib/wire";
import { sayFor } from "$lib/words/words";

interface Fixture {
  game: string;
  names: string[];
  seat: number;
  moments: Moment[];
}

const FOLDER = join(import.meta.dirname, "../fixtures");
const files = readdirSync(FOLDER);

beforeAll(() => {
  if (!files.length) throw new Error("no fixtures: run python web/make_fixtures.py");
});

describe.each(["en", "de"] as const)("in %s", (lang) => {
  it.each(files)("everything in %s can be told, by every reader", async (file) => {
    choose({ lang });
    const fixture = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Fixture;
    const page = await gamePage(fixture.game);
    const odd: string[] = [];
    for (const seat of [null, 0, 1]) {
      const reader: Reader = { say: sayFor(fixture.game), seat, names: fixture.names };
      for (const moment of fixture.moments) {
        const told = [
          ...page.sentences(reader, eventsOf(moment)),
          ...page.describe(reader, moment.view, moment.own?.view ?? null, true).flatMap(({ heading, lines }) => [heading, ...lines]),
          page.asks(reader, moment.view),
          ...(seat === fixture.seat ? (moment.own?.legal ?? []).map((one) => page.choice(reader, moment.view, one)) : []),
        ];
        odd.push(...told.filter((text) => !text.trim() || /undefined|\{\w+\}|NaN|\[object/.test(text)));
      }
    }
    expect(odd).toEqual([]);
  });
});
