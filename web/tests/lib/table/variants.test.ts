import { expect, test } from "vitest";

import { inVariant, playersOf, settingOf, variantsOf, withPlayers, withVariant } from "$lib/table/variants";
import type { GameInfo, RuleSetInfo } from "$lib/wire";

const set = (name: string, players: number[], variant = ""): RuleSetInfo => ({
  name,
  players,
  usual: players[0]!,
  options: [],
  defaults: {},
  variant,
});
const GAME: GameInfo = {
  name: "mice",
  rule_sets: [set("plain", [3, 4, 5], "plain"), set("wild", [3, 4, 5]), set("pair", [2], "plain"), set("old", [4, 5, 6])],
  lessons: [],
  limited_rules: {},
  puzzles: 0,
};

test("the axes are all variants and all numbers of players, each once", () => {
  expect(variantsOf(GAME)).toEqual(["plain", "wild", "old"]);
  expect(playersOf(GAME)).toEqual([2, 3, 4, 5, 6]);
});

test("another variant keeps the number of players, or takes the nearest", () => {
  const five = settingOf(GAME, "plain", 5);
  expect(withVariant(GAME, five, "wild")).toMatchObject({ players: 5, ruleSet: { name: "wild" } });
  const pair = withPlayers(GAME, five, 2);
  expect(pair).toMatchObject({ players: 2, ruleSet: { name: "pair" } });
  expect(inVariant(pair)).toBe("plain");
  expect(withVariant(GAME, pair, "old")).toMatchObject({ players: 4, ruleSet: { name: "old" } });
});

test("another number of players keeps the variant where it can be played", () => {
  expect(withPlayers(GAME, settingOf(GAME, "pair"), 4)).toMatchObject({ players: 4, ruleSet: { name: "plain" } });
  expect(withPlayers(GAME, settingOf(GAME, "wild"), 6)).toMatchObject({ players: 6, ruleSet: { name: "old" } });
});

test("without a wish it is the first rule set with its usual number", () => {
  expect(settingOf(GAME)).toMatchObject({ players: 3, ruleSet: { name: "plain" } });
  expect(settingOf(GAME, "gone", 9)).toMatchObject({ players: 5, ruleSet: { name: "plain" } });
});
