/** Sentences for what went wrong. */

import { known, sayAny } from "$lib/words/words";

import { ApiError } from "./api";

/** A sentence for whatever went wrong. */
export function problemText(code: string): string {
  const key = `problem.${code}`;
  return sayAny(known(key) ? key : "problem.other", { code });
}

/** A heading for a refusal, where the page has one; otherwise the one that is given. */
export function refusalTitle(code: string, otherwise: string): string {
  const key = `refusal.${code}`;
  return known(key) ? sayAny(key) : otherwise;
}

/** The code of a failure; "other" for what is no answer of the server. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : "other");
