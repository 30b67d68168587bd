import type { Legal } from "$lib/wire";
import { fill, wordsOf, type Lang, type Say } from "$lib/words/words";

import type { Happened } from "../../contract";
import type { Reader } from "../speech";
import type { VerflixxtView } from "../view";

export interface Game {
  rules: string;
  names: string[];
  seat: number;
  moments: { version: number; events: Happened[]; view: VerflixxtView; own: { legal: Legal[] } }[];
}

const files = import.meta.glob<Game>("../../../../fixtures/verflixxt-*.json", { eager: true, import: "default" });

/** Whole games of every rule set, as the first seat was sent them. */
export const games: [string, Game][] = Object.entries(files).map(([path, game]) => [path.replace(/^.*\//, ""), game]);

export const moments = games.flatMap(([, game]) => game.moments.map((moment) => ({ game, ...moment })));

export function gameOf(rules: string, players: number): Game {
  return games.find(([, game]) => game.rules === rules && game.names.length === players)![1];
}

const words = { en: wordsOf("verflixxt", "en"), de: wordsOf("verflixxt", "de") };

export const sayIn =
  (lang: Lang): Say =>
  (key, params) =>
    fill(words[lang], key, params);

export function readerOf(game: Game, view: VerflixxtView, lang: Lang = "en"): Reader {
  return { say: sayIn(lang), view, seat: game.seat, names: game.names };
}

/** A small track to write sentences about: seat 0 reads, three play. */
export function position(tiles: [string, number[], number?][], more: Partial<VerflixxtView> = {}): VerflixxtView {
  return {
    seat: null,
    players: 3,
    start: 0,
    turn: 0,
    actor: 0,
    phase: "move",
    die: 2,
    acting: null,
    track: tiles.map(([tile, pieces, guards], number) => ({ number, tile, pieces, guards: guards ?? 0 })),
    towers: [[], [], []],
    home: [0, 0, 0],
    luck_below: false,
    scores: [0, 0, 0],
    ...more,
  };
}
