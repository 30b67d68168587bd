import type { GamePage } from "./contract";

const rooms = import.meta.glob<{ default: GamePage<unknown, unknown> }>("./*/index.ts");

/** A game's board and what belongs to it, loaded when it is first needed. */
export async function gamePage(name: string): Promise<GamePage<unknown, unknown>> {
  const room = rooms[`./${name}/index.ts`];
  if (!room) throw new Error(`this page has no game "${name}"`);
  return (await room()).default;
}
