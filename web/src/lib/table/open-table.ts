/** Opens tables, for the home page and for the lessons. */

import { api, freshKey } from "$lib/server/api";
import { myTables } from "./my-tables.svelte";
import { settings } from "$lib/browser/settings.svelte";
import { load, store } from "$lib/browser/storage";
import type { NewTable, Opened, SeatPlan } from "$lib/wire";
import { say } from "$lib/words/words";

/** The storage key of what was chosen last on the home page. */
export const LAST_CHOICES_KEY = "tatze.wish";

/** Let the home page begin with this game and rule set. */
export function prefer(game: string, rules: string): void {
  const wish = load<{ rules?: Record<string, string> }>(LAST_CHOICES_KEY, {});
  store(LAST_CHOICES_KEY, { ...wish, game, rules: { ...wish.rules, [game]: rules } });
}

/** The seats of a table: the host first, then friends who will come, then bots. */
export function seatsFor(players: number, friends: number, level: string): SeatPlan[] {
  return Array.from({ length: players }, (_, seat) => {
    if (seat === 0) return { kind: "host" };
    return seat <= friends ? { kind: "open" } : { kind: "bot", level };
  });
}

/** Open a table, keep its token, and start it where nobody has to be waited for. */
export async function openTable(wish: NewTable): Promise<Opened> {
  const opened = await api.open(wish);
  myTables.sit(opened.table, opened.seat, opened.token, opened.code);
  const full = opened.table.seats.every((seat) => seat.kind !== "open");
  if (full && opened.table.status === "waiting") {
    await api.command(opened.table.id, { do: "start", key: freshKey() }, opened.token);
  }
  return opened;
}

/** Open a lesson's table, and say which it is. */
export async function openLesson(lesson: string): Promise<string> {
  const game = lesson.split("-", 1)[0] ?? "";
  const { table } = await openTable({ game, lesson, name: settings.name.trim() || say("name.guest") });
  return table.id;
}
