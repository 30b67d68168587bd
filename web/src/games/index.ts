/** Finds the games' folders. A game without a folder gets the generic board, picture and sentences. */

import generic from "../generic/preview";
import type { GamePage, GamePreview } from "./contract";

type AnyPage = GamePage<unknown, unknown>;

const pages = import.meta.glob<{ default: AnyPage }>("./*/index.ts");
const previews = import.meta.glob<GamePreview>("./*/preview.ts", { eager: true, import: "default" });

/** A game's board and what belongs to it, loaded when it is first needed. */
export async function gamePage(name: string): Promise<AnyPage> {
  const load = pages[`./${name}/index.ts`];
  return load ? (await load()).default : (await import("../generic")).default;
}

/** A game's picture and options, known at once. */
export const previewOf = (name: string): GamePreview => previews[`./${name}/preview.ts`] ?? generic;
