import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { gamePage, previewOf } from "../src/games";
import generic from "../src/generic";
import { gameName, optionName, ruleSetAbout, ruleSetName, whyText } from "$lib/words/labels";

const SOURCE = join(import.meta.dirname, "../src");
const GAMES = readdirSync(join(SOURCE, "games"), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
const inFolder = (file: string) => GAMES.some((game) => file.startsWith(join("games", game)));

describe("a game is one folder", () => {
  it("and no file outside it names the game, in quotes, in an import or in its own name", () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) => /\.\w+$/.test(file) && !inFolder(file));
    const named = new RegExp(`["'\`/.](${GAMES.join("|")})\\b`, "i");
    const offenders = files.filter((file) => file !== join("lib", "wire.ts") && (named.test(file) || named.test(readFileSync(join(SOURCE, file), "utf8"))));
    expect(GAMES.length).toBeGreaterThan(1);
    expect(offenders).toEqual([]);
  });

  it.each(GAMES)("%s has a board, a picture, and names for itself and its rule sets", async (game) => {
    expect((await gamePage(game)).Board).not.toBe(generic.Board);
    expect(previewOf(game).Picture).not.toBe(previewOf("unknown").Picture);
    expect(gameName(game)).toMatch(/^[A-Z]/);
    expect(ruleSetName(game, "base")).toBe("Base game");
  });
});

describe("a game without a folder", () => {
  it("gets the generic board and its own names", async () => {
    expect(await gamePage("high_card")).toBe(generic);
    expect(previewOf("high_card").values).toEqual({});
    expect(gameName("high_card")).toBe("High card");
    expect(ruleSetName("high_card", "two-dice")).toBe("Two dice");
    expect(ruleSetAbout("high_card", "two-dice")).toBe("");
    expect(optionName("high_card", "open_hands")).toBe("Open hands");
    expect(whyText("high_card", "why.3", {}, true)).toBe("The rules do not allow that.");
  });
});
