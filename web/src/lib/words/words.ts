/** Sentences by key, in the chosen language: the page's own, the bots', and each game's. */

import botsDe from "../../../../src/tatze/bots/words.de.json";
import botsEn from "../../../../src/tatze/bots/words.en.json";
import de from "../../words/de.json";
import en from "../../words/en.json";
import { settings } from "$lib/browser/settings.svelte";

export type Lang = "en" | "de";
export type Params = Record<string, string | number>;
export type Say = (key: string, params?: Params) => string;
/** A key of the page's own words. */
export type Key = keyof typeof en;

type Words = Record<string, string>;

/** The page's own words and the bots'. */
const shared: Record<Lang, Words> = { en: { ...botsEn, ...en }, de: { ...botsDe, ...de } };
/** The words of the games' Python folders, and of their folders here. */
const rulesWords = import.meta.glob<Words>("../../../../src/tatze/games/*/words.*.json", { eager: true, import: "default" });
const boardWords = import.meta.glob<Words>("../../games/*/words.*.json", { eager: true, import: "default" });

const merged = new Map<string, Words>();

/** The words for a game's board: its own first, then those of its rules, then the page's. */
export function wordsOf(game: string, lang: Lang): Words {
  const key = `${game} ${lang}`;
  let words = merged.get(key);
  if (!words) {
    const board = boardWords[`../../games/${game}/words.${lang}.json`] ?? {};
    const rules = rulesWords[`../../../../src/tatze/games/${game}/words.${lang}.json`] ?? {};
    merged.set(key, (words = { ...shared[lang], ...rules, ...board }));
  }
  return words;
}

/** Fill a template: {name} becomes the parameter of that name. With a count of 1, "key.one" is taken where it exists. */
export function fill(words: Words, key: string, params: Params = {}): string {
  const template = (params.count === 1 ? words[`${key}.one`] : undefined) ?? words[key];
  if (template === undefined) {
    if (import.meta.env.DEV || import.meta.env.MODE === "test") throw new Error(`there are no words for "${key}"`);
    return key;
  }
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}

/** One of the page's own sentences, in the chosen language. */
export function say(key: Key, params?: Params): string {
  return fill(shared[settings.lang], key, params);
}

/** The same for keys that are only known at run time, such as those the server sends. */
export function sayAny(key: string, params?: Params): string {
  return fill(shared[settings.lang], key, params);
}

export function known(key: string, lang: Lang = settings.lang): boolean {
  return key in shared[lang];
}

/** A game's words in the chosen language; it follows when the language is switched. */
export function sayFor(game: string): Say {
  return (key, params) => fill(wordsOf(game, settings.lang), key, params);
}

/** "Mira, Jonas and Tariq", as the language has it. */
export function list(items: string[], lang: Lang = settings.lang): string {
  return new Intl.ListFormat(lang === "en" ? "en-GB" : lang, { type: "conjunction" }).format(items);
}

/** +3, −2 or 0, with a real minus sign. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}
