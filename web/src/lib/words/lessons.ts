/** The sentences of the lessons, from each game's folder in src/tatze/games. Loaded with the pages that teach. */

import { settings } from "$lib/browser/settings.svelte";
import { type LessonStep, SEAT_LETTERS } from "$lib/wire";

import { fill, type Params } from "./words";

type Words = Record<string, string>;

const FILES = import.meta.glob<Words>("../../../../src/tatze/games/*/lessons/words.*.json", { eager: true, import: "default" });

/** The sentences of all games' lessons in one language. */
function gather(lang: string): Words {
  const found = Object.entries(FILES).filter(([path]) => path.endsWith(`words.${lang}.json`));
  return Object.assign({}, ...found.map(([, words]) => words)) as Words;
}

const en = gather("en");
const WORDS: Record<string, Words> = { en, de: gather("de") };

const words = () => WORDS[settings.lang] ?? en;

/** All lessons of a game, the first one to learn first. */
export function lessonsOf(game: string): string[] {
  return Object.keys(en).flatMap((key) => (key.startsWith(`${game}-`) && key.endsWith(".title") ? [key.slice(0, -6)] : []));
}

export const sayLesson = (key: string, params: Params = {}): string => fill(words(), key, params);

/** A sentence of the coach; `past` if it tells what happened, not what to do. */
export interface Said {
  text: string;
  past: boolean;
}

/** What the learner did at a key decision: wrong choices so far, and whether the lesson shows the right one. */
export interface Tries {
  tried: string[];
  told: boolean;
}

/** What is to be said at a step: what the entries since the learner's last decision were about, then what to do now. At a key
 * decision the learner is asked; after a wrong choice only that is explained. */
export function coach(lesson: string, { step, of, asks }: LessonStep, names: string[], { tried, told }: Tries): Said[] {
  if (step === null) return [];
  const known = words();
  const keys: string[] = [];
  let entry = step - 1;
  for (; entry >= 0 && !(`${lesson}.${entry}` in known); entry -= 1) keys.unshift(`${lesson}.after.${entry}`);
  keys.unshift(`${lesson}.${entry}.right`);
  const wrong = `${lesson}.${step}.wrong`;
  const last = tried.at(-1);
  if (asks && last) keys.splice(0, keys.length, `${wrong}.${last}` in known ? `${wrong}.${last}` : wrong);
  if (!asks || told) keys.push(`${lesson}.${step}`);
  else if (!last) keys.push(`${lesson}.${step}.ask`);
  if (step >= of) keys.push(`${lesson}.end`);
  const params = Object.fromEntries(names.map((name, seat) => [SEAT_LETTERS[seat] ?? "", name]));
  const past = (key: string) => key.includes(".after.") || key.endsWith(".right");
  return keys.filter((key) => key in known).map((key) => ({ text: sayLesson(key, params), past: past(key) }));
}
