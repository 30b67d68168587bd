/** What a game, its rule sets and its options are called. A game whose words the page does not have gets its own names. */

import { settings } from "$lib/browser/settings.svelte";

import { fill, known, type Params, sayAny, wordsOf } from "./words";

/** A name of the program as a person would write it: "drew_pool" becomes "Drew pool". */
export function plainly(name: string): string {
  return capitalised(name.replace(/[_-]+/g, " ").trim());
}

/** A text with a capital letter at its beginning. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence as it stands alone: with a capital letter and a full stop. */
export const asSentence = (text: string): string => (text ? `${capitalised(text)}.` : "");

/** The words of a game for a key, or what is given instead where it has none. */
function words(game: string, key: string, otherwise: string, params?: Params): string {
  const all = wordsOf(game, settings.lang);
  return key in all ? fill(all, key, params) : otherwise;
}

const notJust = (name: string, text: string) => (plainly(text) === plainly(name) ? "" : text);

export const gameName = (game: string): string => words(game, "title", plainly(game));
export const gameAbout = (game: string): string => words(game, "about", "");
export const ruleSetName = (game: string, rules: string): string => plainly(words(game, `ruleset.${rules}.name`, rules));
/** A sentence about a rule set; empty where its words are just its name. */
export const ruleSetAbout = (game: string, rules: string): string => notJust(rules, words(game, `ruleset.${rules}`, ""));
export const optionName = (game: string, option: string): string => words(game, `option.${option}.name`, plainly(option));
export const optionAbout = (game: string, option: string): string => notJust(option, words(game, `option.${option}`, ""));
/** A bot's level; a program of the operator has a name of its own. */
export const levelName = (level: string): string => (known(`level.${level}`) ? sayAny(`level.${level}`) : level);
export const levelAbout = (game: string, level: string): string => words(game, `level.${level}.about`, "");
/** One value of an option. */
export const valueName = (game: string, option: string, value: string): string => words(game, `option.${option}.${value}`, value);
/** Why a game ended, as a part of a sentence. */
export const reasonText = (game: string, reason: string): string => words(game, `reason.${reason}`, plainly(reason).toLowerCase());
/** Why an action is not possible, as a sentence; `you` where the reason speaks to the one who asked. */
export function whyText(game: string, key: string, params: Params, you: boolean): string {
  const all = wordsOf(game, settings.lang);
  const found = you && `${key}.you` in all ? `${key}.you` : key;
  return asSentence(words(game, found, words(game, "problem.action/illegal", "").replace(/\.$/, ""), params));
}
