/** Fetches the words of games that the page does not bring. */

import { api } from "$lib/server/api";

import { addWords, type Lang } from "./words";

const LANGUAGES: Lang[] = ["en", "de"];
const fetched = new Map<string, Promise<void>>();

/** Fetches a game's words in all languages, once. Where that fails, the game's own names stand for its words. */
export function fetchWords(game: string): Promise<void> {
  let promise = fetched.get(game);
  if (!promise) fetched.set(game, (promise = fetchAll(game)));
  return promise;
}

async function fetchAll(game: string): Promise<void> {
  try {
    await Promise.all(LANGUAGES.map(async (lang) => addWords(game, lang, (await api.words(game, lang)).words)));
  } catch {
    fetched.delete(game);
  }
}
