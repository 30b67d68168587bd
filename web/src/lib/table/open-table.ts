/** Opens tables, for the home page and for the lessons. */

import { settings } from "$lib/browser/settings.svelte";
import { load, store } from "$lib/browser/storage";
import { api } from "$lib/server/api";
import type { NewTable, Opened, SeatPlan } from "$lib/wire";
import { say } from "$lib/words/words";

import { myTables } from "./my-tables.svelte";

/** The storage key of what was chosen last on the home page. */
export const LAST_CHOICES_KEY = "tatze.wish";

/** The storage key of the password that this server wants for new tables. */
const OPEN_PASSWORD_KEY = "tatze.password";

let typed = "";

/** The password for new tables that was typed last; empty if there was none. */
export const openPassword = (): string => load(OPEN_PASSWORD_KEY, typed);

/** Keeps the password for new tables; without storage it lasts as long as the page. */
export function keepPassword(password: string): void {
  typed = password;
  store(OPEN_PASSWORD_KEY, password);
}

/** Makes the home page begin with this game and rule set. */
export function prefer(game: string, rules: string): void {
  const last = load<{ rules?: Record<string, string> }>(LAST_CHOICES_KEY, {});
  store(LAST_CHOICES_KEY, { ...last, game, rules: { ...last.rules, [game]: rules } });
}

/** The rule set of a game that was last chosen on the home page; empty if none was. */
export const lastRules = (game: string): string => load<{ rules?: Record<string, string> }>(LAST_CHOICES_KEY, {}).rules?.[game] ?? "";

/** The seats of a table: the host first, then friends who will come, then bots. */
export function seatsFor(players: number, friends: number, level: string): SeatPlan[] {
  return Array.from({ length: players }, (_, seat) => {
    if (seat === 0) return { kind: "host" };
    return seat <= friends ? { kind: "open" } : { kind: "bot", level };
  });
}

/** Opens a table with this person's face, and stores its token. Where bots are the only company they decide at once: the
 * page shows their decisions at the pace that this person chose. */
export async function openTable(table: NewTable): Promise<Opened> {
  const alone = !table.seats?.some((seat) => seat.kind === "open");
  const own = { animal: settings.animal, colour: settings.colour, password: openPassword() };
  const opened = await api.open({ ...own, ...table, ...(alone ? { pace: 0 } : {}) });
  myTables.sit(opened.table, opened.seat, opened.token, opened.code);
  return opened;
}

/** Opens the table of a lesson; returns the table's id. */
export async function openLesson(lesson: string): Promise<string> {
  const game = lesson.split("-", 1)[0] ?? "";
  const { table } = await openTable({ game, lesson, name: settings.name.trim() || say("name.guest") });
  return table.id;
}
