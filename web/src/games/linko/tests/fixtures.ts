import type { LinkoView, Moment } from "$lib/wire";
import { fill, type Lang, type Say, wordsOf } from "$lib/words/words";

import type { Cards } from "../cards";

export interface Fixture {
  rules: string;
  names: string[];
  seat: number;
  moments: Moment[];
}

const files = import.meta.glob<Fixture>("../../../../fixtures/linko-*.json", { eager: true, import: "default" });

/** A whole game as one seat is sent it. */
export function game(name: string): Fixture {
  const found = files[`../../../../fixtures/${name}.json`];
  if (!found) throw new Error(`there is no game "${name}": web/make_fixtures.py makes them`);
  return found;
}

export const viewOf = (moment: Moment): LinkoView => moment.view as unknown as LinkoView;
export const handOf = (moment: Moment): Cards => (moment.own?.view.hand as Cards | undefined) ?? {};

/** The first moment in which the seat decides this. */
export function deciding(fixture: Fixture, phase: string): Moment {
  const found = fixture.moments.find((one) => one.own?.legal.length && viewOf(one).phase === phase);
  if (!found) throw new Error(`nobody decides "${phase}" in this game`);
  return found;
}

export function speaking(lang: Lang): Say {
  const words = wordsOf("linko", lang);
  return (key, params) => fill(words, key, params);
}
