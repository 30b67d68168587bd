/** Sentences for what went wrong. */

import { ApiError } from "./api";
import { known, sayAny } from "$lib/words/words";

/** A sentence for whatever went wrong. */
export function problemText(code: string): string {
  const key = `problem.${code}`;
  return sayAny(known(key) ? key : "problem.other", { code });
}

/** The code of a failure; "other" for what is no answer of the server. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : "other");
