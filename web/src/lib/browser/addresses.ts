/** Addresses that people guess, and where they lead. */

import type { GameInfo } from "$lib/wire";
import { wordsOf } from "$lib/words/words";

import { decoded } from "./router.svelte";

/** Words of addresses, in English and German, by the page that they mean. */
const PLACES = {
  play: "play start home index games game new lobby spielen spiele spiel los neu startseite",
  learn: "learn lesson lessons tutorial help faq how-to-play howto lernen lektion lektionen hilfe anleitung",
  rules: "rules rule rulebook manual regeln regel spielregeln spielregel regelheft",
  about: "about imprint privacy contact legal licence license licences info impressum datenschutz kontakt lizenz über ueber",
  mine: "mine history stats statistics results bilanz statistik statistiken ergebnisse",
  exercises: "exercises exercise mistakes training train übungen uebungen übung fehler üben",
  puzzles: "puzzles puzzle daily rätsel raetsel aufgaben aufgabe",
  join: "join invite code invitation mitspielen beitreten einladung",
};
type Place = keyof typeof PLACES;

const PLACE_OF = new Map<string, Place>(
  Object.entries(PLACES).flatMap(([place, words]) => words.split(" ").map((word) => [word, place as Place] as const)),
);

const slug = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");

/** The game that a word of an address means: its name, or its title in one of the languages. */
export function gameMeant(word: string, games: GameInfo[]): GameInfo | undefined {
  const wanted = slug(word);
  const titles = (game: string) => (["en", "de"] as const).map((lang) => slug(wordsOf(game, lang).title ?? ""));
  return games.find(({ name }) => slug(name) === wanted || titles(name).includes(wanted));
}

/** The page's own address for one that somebody guessed; null if nothing is meant by it. */
export function guessed(path: string, games: GameInfo[]): string | null {
  const words = decoded(path).split("/").filter(Boolean);
  let place: Place | undefined;
  let game: GameInfo | undefined;
  let rules = "";
  for (const word of words) {
    const [asPlace, asGame] = [PLACE_OF.get(word.toLowerCase()), gameMeant(word, games)];
    if (asPlace && !place) place = asPlace;
    else if (asGame && !game) game = asGame;
    else if (game?.rule_sets.some((one) => one.name === word.toLowerCase())) rules = word.toLowerCase();
    else if (place === "join" && words.length === 2) return `/join#${word}`;
    else return null;
  }
  if (place === "rules" && game) return `/rules/${game.name}${rules && `/${rules}`}`;
  if (place && place !== "play") return `/${place}`;
  return game ? `/play/${game.name}${rules && `/${rules}`}` : "/";
}

/** Where a table is reported: the operator's address, with the table's id where it says {table}. */
export const reportAddress = (address: string, table: string): string => address.replaceAll("{table}", encodeURIComponent(table));
