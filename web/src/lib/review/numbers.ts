/** Chances and differences of chances, as people read them. */

import { settings } from "$lib/browser/settings.svelte";
import { say } from "$lib/words/words";

const locale = () => (settings.lang === "en" ? "en-GB" : settings.lang);

/** 0.253 as 25 %. */
export const percent = (chance: number): string => new Intl.NumberFormat(locale(), { style: "percent" }).format(Math.max(0, chance));

/** A difference of chances in percentage points, without a sign: 0.0613 as 6.1, and 0.123 as 12. */
export function points(difference: number): string {
  const size = Math.abs(difference * 100);
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: size < 9.95 ? 1 : 0 }).format(size);
}

/** The same with a sign: +6.1 or −6.1. */
export function signedPoints(difference: number): string {
  const text = points(difference);
  return Number(difference.toFixed(4)) === 0 || text === "0" ? "0" : `${difference > 0 ? "+" : "−"}${text}`;
}

/** An error with its interval, as a sentence part: "6.1 points (between 3 and 9)". */
export const errorText = (error: number, low: number, high: number): string =>
  say("review.points.between", { points: points(error), low: points(low), high: points(high) });
