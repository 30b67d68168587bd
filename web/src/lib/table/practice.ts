/** Practice tables: a game from a position, and the way back to where it was opened. */

import { settings } from "$lib/browser/settings.svelte";
import { tabStorage } from "$lib/browser/storage";
import { server } from "$lib/server/about.svelte";
import type { SeatInfo, SeatPlan } from "$lib/wire";
import { say } from "$lib/words/words";

import { openTable } from "./open-table";

const STORAGE_KEY = "tatze.practice ";
/** The bot that plays where a person sat, if the server offers it. */
const USUAL_LEVEL = "lynx";

/** The seats of a practice table: the person, and bots as they were. */
export function practiceSeats(levels: string[], seat: number): SeatPlan[] {
  const usual = server.about?.levels.includes(USUAL_LEVEL) ? USUAL_LEVEL : "";
  return levels.map((level, i) => (i === seat ? { kind: "host" } : { kind: "bot", level: level || usual }));
}

/** By seat the level of a bot, and an empty text for a person. */
export const levelsOf = (seats: SeatInfo[]): string[] => seats.map((one) => (one.kind === "bot" ? one.level : ""));

/** Opens a table in a position that a seat saw, and remembers the page from which that was asked for; returns its id. */
export async function openPractice(game: string, position: string, seats: SeatPlan[]): Promise<string> {
  const { table } = await openTable({ game, position, seats, name: settings.name.trim() || say("name.guest") });
  tabStorage.store(STORAGE_KEY + table.id, location.pathname + location.hash);
  return table.id;
}

/** The page from which a practice table was opened; home where it is not known. */
export const practiceOrigin = (id: string): string => tabStorage.load(STORAGE_KEY + id, "/");

/** A rematch of a practice table leads back to the same page. */
export const keepOrigin = (id: string, next: string): void => tabStorage.store(STORAGE_KEY + next, practiceOrigin(id));
