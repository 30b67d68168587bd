/** Rule sets along two axes: how many play, and which variant. A rule set says which variant it brings to its numbers of players. */

import type { GameInfo, RuleSetInfo } from "$lib/wire";

/** A rule set with a number of players that it is for. */
export interface Setting {
  ruleSet: RuleSetInfo;
  players: number;
}

const variantOf = (ruleSet: RuleSetInfo) => ruleSet.variant || ruleSet.name;

/** The variants of a game, each by the name of the rule set that it is called after. */
export const variantsOf = (game: GameInfo): string[] => [...new Set(game.rule_sets.map(variantOf))];

/** All numbers of players that a game can be played with. */
export const playersOf = (game: GameInfo): number[] =>
  [...new Set(game.rule_sets.flatMap((one) => one.players))].toSorted((one, other) => one - other);

function nearest(numbers: number[], wanted: number): number {
  return numbers.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));
}

/** The rule set of this name, or else the game's first one, with the number of players that comes nearest to the wanted one. */
export function settingOf(game: GameInfo, rules?: string, players?: number): Setting {
  const ruleSet = game.rule_sets.find((one) => one.name === rules) ?? game.rule_sets[0]!;
  return { ruleSet, players: players === undefined ? ruleSet.usual : nearest(ruleSet.players, players) };
}

/** Another variant with the same number of players, or with the nearest one it is for. */
export function withVariant(game: GameInfo, { players }: Setting, variant: string): Setting {
  const sets = game.rule_sets.filter((one) => variantOf(one) === variant);
  const ruleSet = sets.find((one) => one.players.includes(players)) ?? sets[0];
  return settingOf(game, ruleSet?.name, players);
}

/** Another number of players in the same variant, or else in the first one that is for so many. */
export function withPlayers(game: GameInfo, { ruleSet }: Setting, players: number): Setting {
  const sets = game.rule_sets.filter((one) => one.players.includes(players));
  const same = sets.find((one) => variantOf(one) === variantOf(ruleSet)) ?? sets[0];
  return settingOf(game, same?.name, players);
}

export const inVariant = ({ ruleSet }: Setting): string => variantOf(ruleSet);
