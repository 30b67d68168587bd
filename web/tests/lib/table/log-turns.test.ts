import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { lineText, logLines } from "$lib/table/log-turns";
import { eventsOf } from "$lib/table/table.svelte";
import type { LogEntry, Moment } from "$lib/wire";
import { sayFor } from "$lib/words/words";

import { gamePage } from "../../../src/games";
import type { Reader } from "../../../src/games/contract";

interface Fixture {
  game: string;
  names: string[];
  moments: Moment[];
}

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, "../../../fixtures", file), "utf8")) as Fixture;
const entry = (version: number, seat: number, ...events: [string, Record<string, number>][]): LogEntry => ({
  version,
  by: { kind: "action", seat, action: "x", bot: false, substitute: "", name: "", reason: "", stand_in: false },
  events: events.map(([kind, data]) => ({ kind, data })),
});

const NAMES = ["Ada", "Mira", "Jonas"];

describe("the log by turns", () => {
  it.each(["linko-base-4.json", "linko-duel-2.json", "verflixxt-base-2.json"])("has one player a line in %s", async (file) => {
    const fixture = read(file);
    const page = await gamePage(fixture.game);
    const reader: Reader = { say: sayFor(fixture.game), seat: null, names: fixture.names };
    const lines = logLines(reader, fixture.moments.map((one) => ({ version: one.version, by: one.by, events: eventsOf(one) })));
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.length).toBeLessThanOrEqual(fixture.moments.length + 1);
    for (const [i, line] of lines.entries()) {
      expect(new Set(line.events.map(({ data }) => data["seat"]).filter((seat) => seat !== undefined)).size).toBeLessThanOrEqual(1);
      if (!line.first && i) expect([line.seat, lineText(page, reader, line)]).not.toContain(lines[i - 1]!.seat);
      expect(lineText(page, reader, line)).not.toBe("");
    }
    const told = lines.flatMap((line) => line.events).length;
    expect(told).toBe(fixture.moments.flatMap((one) => eventsOf(one)).filter(({ kind }) => kind !== "turned").length);
  });

  it("says once what was drawn one after another, and keeps the answer of another player apart", async () => {
    const page = await gamePage("linko");
    const reader: Reader = { say: sayFor("linko"), seat: null, names: NAMES };
    const lines = logLines(reader, [
      entry(5, 1, ["played", { seat: 1, value: 7, numbers: 2, jokers: 0 }], ["abluxxed", { seat: 1, owner: 2, value: 3, numbers: 2, jokers: 0 }]),
      entry(6, 1, ["took", { seat: 1, owner: 2 }]),
      entry(7, 2, ["drew_deck", { seat: 2, card: 0 }]),
      entry(8, 2, ["drew_deck", { seat: 2, card: 0 }], ["refilled", { place: 1, card: 4 }], ["turned", { seat: 2 }]),
      entry(9, 2, ["played", { seat: 2, value: 9, numbers: 1, jokers: 0 }]),
    ]);
    expect(lines.map(({ seat, version, first }) => [seat, version, first])).toEqual([
      [1, 6, true],
      [2, 8, false],
      [2, 9, true],
    ]);
    expect(lineText(page, reader, lines[1]!).match(/Jonas/g)).toHaveLength(1);
  });

  it("names a player once for what was done in a row", async () => {
    const page = await gamePage("linko");
    const reader: Reader = { say: sayFor("linko"), seat: 2, names: NAMES };
    const [mira, me] = logLines(reader, [
      entry(5, 1, ["played", { seat: 1, value: 7, numbers: 2, jokers: 0 }], ["abluxxed", { seat: 1, owner: 2, value: 3, numbers: 2, jokers: 0 }]),
      entry(6, 1, ["took", { seat: 1, owner: 2 }]),
      entry(7, 2, ["drew_deck", { seat: 2, card: 4 }], ["turned", { seat: 2 }]),
      entry(8, 2, ["played", { seat: 2, value: 9, numbers: 1, jokers: 0 }], ["passed", { seat: 2 }]),
    ]).filter((line) => line.first);
    expect(lineText(page, reader, mira!)).toBe("Mira plays two 7s, abluxxes two 3s from you and takes the layer.");
    expect(lineText(page, reader, me!)).toBe("You play a 9 and draw nothing.");
  });

  it("says where a simpler bot decided, and begins a new line when the seat's own bot decides", async () => {
    const page = await gamePage("linko");
    const reader: Reader = { say: sayFor("linko"), seat: null, names: NAMES };
    const [one, two] = [entry(5, 1, ["played", { seat: 1, value: 7, numbers: 2, jokers: 0 }]), entry(6, 1, ["drew_deck", { seat: 1, card: 0 }])];
    const lines = logLines(reader, [{ ...one, by: { ...one.by, bot: true, stand_in: true } }, two]);
    expect(lines.map(({ version }) => version)).toEqual([5, 6]);
    expect(lineText(page, reader, lines[0]!)).toContain("A simpler bot decides for Mira.");
    expect(lineText(page, reader, lines[1]!)).not.toContain("simpler");
  });
});
