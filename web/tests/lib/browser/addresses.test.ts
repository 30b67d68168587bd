import { expect, test } from "vitest";

import { gameMeant, guessed, reportAddress } from "$lib/browser/addresses";
import type { GameInfo } from "$lib/wire";
import { addWords } from "$lib/words/words";

addWords("mice", "en", { title: "Mice & Co" });
addWords("mice", "de", { title: "Mäuse" });
const GAMES: GameInfo[] = [
  { name: "mice", rule_sets: [{ name: "base", players: [2], usual: 2, options: [], defaults: {}, variant: "" }], lessons: [], limited_rules: {}, puzzles: 0 },
];

test.each([
  ["/play", "/"],
  ["/Spielen/", "/"],
  ["/mice", "/play/mice"],
  ["/M%C3%A4use", "/play/mice"],
  ["/mice/base", "/play/mice/base"],
  ["/mice/rules", "/rules/mice"],
  ["/regeln/mice-co", "/rules/mice"],
  ["/rules/", "/rules"],
  ["/mice/rules/base", "/rules/mice/base"],
  ["/help", "/learn"],
  ["/tutorial/mice", "/learn"],
  ["/impressum", "/about"],
  ["/join/ABC-123", "/join#ABC-123"],
  ["/wp-login", null],
  ["/rules/chess", null],
])("%s leads to %s", (path, address) => {
  expect(guessed(path, GAMES)).toBe(address);
});

test("a game is meant by its name and by its titles", () => {
  expect(gameMeant("MICE", GAMES)?.name).toBe("mice");
  expect(gameMeant("mäuse", GAMES)?.name).toBe("mice");
  expect(gameMeant("", GAMES)).toBeUndefined();
});

test("a report names its table where the operator's address says so", () => {
  expect(reportAddress("mailto:a@b.example?subject={table}", "t1")).toBe("mailto:a@b.example?subject=t1");
  expect(reportAddress("https://b.example/report", "t1")).toBe("https://b.example/report");
});
