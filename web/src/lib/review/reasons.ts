/** The reasons of a review in words. */

import { settings } from "$lib/browser/settings.svelte";
import { SEAT_LETTERS, type Reason } from "$lib/wire";
import type { Params } from "$lib/words/words";

import type { Reader } from "../../games/contract";

/** Why an action is better, in sentences; a reason for which the game has no words is left out. */
export function reasonTexts(reader: Reader, reasons: Reason[]): string[] {
  const number = new Intl.NumberFormat(settings.lang === "en" ? "en-GB" : settings.lang, { maximumFractionDigits: 1 });
  const shown = ([name, value]: [string, string | number]): [string, string] => {
    if (typeof value === "number") return [name, number.format(value).replace("-", "−")];
    return [name, name === "seat" ? (reader.names[SEAT_LETTERS.indexOf(value)] ?? value) : value];
  };
  const known = reasons.filter(({ key }) => reader.say.has(key));
  return known.map(({ key, params }) => reader.say(key, Object.fromEntries(Object.entries(params).map(shown)) as Params));
}
