/** Sentences by key, in the chosen language: the page's own, the bots', and each game's. */

import { SvelteMap } from "svelte/reactivity";

import { settings } from "$lib/browser/settings.svelte";

import botsDe from "../../../../src/tatze/bots/words.de.json";
import botsEn from "../../../../src/tatze/bots/words.en.json";
import coreDe from "../../../../src/tatze/core/words.de.json";
import coreEn from "../../../../src/tatze/core/words.en.json";
import de from "../../words/de.json";
import en from "../../words/en.json";

export type Lang = "en" | "de";
export type Params = Record<string, string | number>;
/** The words of one game: a sentence for a key. */
export interface Say {
  (key: string, params?: Params): string;
  /** Whether there are words for a key. */
  has(key: string): boolean;
}
/** A key of the page's own words. */
export type Key = keyof typeof en;

type Words = Record<string, string>;

/** The sentences with which a review of any game may say why something was better. */
const reasons = (words: Words): Words => Object.fromEntries(Object.entries(words).filter(([key]) => key.startsWith("review.")));

/** The page's own words, the bots', and the reasons of reviews. */
const shared: Record<Lang, Words> = { en: { ...reasons(coreEn), ...botsEn, ...en }, de: { ...reasons(coreDe), ...botsDe, ...de } };
/** The words of the games' Python folders, and of their folders here. */
const rulesWords = import.meta.glob<Words>("../../../../src/tatze/games/*/words.*.json", { eager: true, import: "default" });
const boardWords = import.meta.glob<Words>("../../games/*/words.*.json", { eager: true, import: "default" });

/** The words that the server sent of games that the page does not bring. */
const received = new SvelteMap<string, Words>();
const merged = new Map<string, Words>();

const keyOf = (game: string, lang: Lang) => `${game} ${lang}`;

/** The words for a game's board: its own first, then those of its rules, then the page's. */
export function wordsOf(game: string, lang: Lang): Words {
  const key = keyOf(game, lang);
  const sent = received.get(key);
  let words = merged.get(key);
  if (!words) {
    const board = boardWords[`../../games/${game}/words.${lang}.json`] ?? {};
    const rules = rulesWords[`../../../../src/tatze/games/${game}/words.${lang}.json`] ?? {};
    merged.set(key, (words = { ...shared[lang], ...sent, ...rules, ...board }));
  }
  return words;
}

/** Adds what the server says of a game; whatever shows the game's words follows. */
export function addWords(game: string, lang: Lang, words: Words): void {
  merged.delete(keyOf(game, lang));
  received.set(keyOf(game, lang), words);
}

/** Fills a template: {name} becomes the parameter of that name. With a count of 1, "key.one" is taken where it exists. */
export function fill(words: Words, key: string, params: Params = {}): string {
  const template = (params.count === 1 ? words[`${key}.one`] : undefined) ?? words[key];
  if (template === undefined) {
    if (import.meta.env.DEV || import.meta.env.MODE === "test") throw new Error(`there are no words for "${key}"`);
    return key;
  }
  return template.replace(/\{(\w+)\}/g, (_, name: string) => isolated(String(params[name] ?? "")));
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Text that does not turn the signs and numbers around it, even where it is written from right to left. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** One of the page's own sentences, in the chosen language. */
export function say(key: Key, params?: Params): string {
  return fill(shared[settings.lang], key, params);
}

/** A sentence of the page for a key that is only known at run time, such as one that the server sends. */
export function sayAny(key: string, params?: Params): string {
  return fill(shared[settings.lang], key, params);
}

/** Whether the page has words for a key. */
export function known(key: string, lang: Lang = settings.lang): boolean {
  return key in shared[lang];
}

/** A game's words in the chosen language; it follows when the language is switched. */
export function sayFor(game: string): Say {
  return sayFrom(() => wordsOf(game, settings.lang));
}

/** Says sentences from whatever words are right at that moment. */
export function sayFrom(words: () => Words): Say {
  const say = (key: string, params?: Params) => fill(words(), key, params);
  return Object.assign(say, { has: (key: string) => key in words() });
}

/** "Mira, Jonas and Tariq", as the language has it. */
export function list(items: string[], lang: Lang = settings.lang): string {
  return new Intl.ListFormat(lang === "en" ? "en-GB" : lang, { type: "conjunction" }).format(items);
}

/** +3, −2 or 0, with a real minus sign. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}
