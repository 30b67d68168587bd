/** Finds the games' folders. A game without a folder gets the generic board, picture and sentences. */

import { fetchWords } from "$lib/words/fetch-words";

import generic from "../generic/preview";
import type { GamePage, GamePreview, RulesDrawings } from "./contract";

type AnyPage = GamePage<unknown, unknown>;

const pages = import.meta.glob<{ default: AnyPage }>("./*/index.ts");
const previews = import.meta.glob<GamePreview>("./*/preview.ts", { eager: true, import: "default" });

/** A game's board and what belongs to it, loaded when it is first needed. */
export async function gamePage(name: string): Promise<AnyPage> {
  const load = pages[`./${name}/index.ts`];
  if (load) return (await load()).default;
  const [generic] = await Promise.all([import("../generic"), fetchWords(name)]);
  return generic.default;
}

const drawings = import.meta.glob<RulesDrawings>("./*/drawings.ts", { import: "default" });

/** The drawings of a game's rules, loaded when they are first needed; null where it has none. */
export const drawingsOf = (name: string): Promise<RulesDrawings> | null => drawings[`./${name}/drawings.ts`]?.() ?? null;

/** Whether a game has a folder here. */
export const hasFolder = (name: string): boolean => `./${name}/preview.ts` in previews;

/** A game's picture and options, known at once. */
export const previewOf = (name: string): GamePreview => previews[`./${name}/preview.ts`] ?? generic;
