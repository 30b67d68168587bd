import { Trouble } from "./api";
import { known, sayAny } from "$lib/words/words";

/** A sentence for whatever went wrong. */
export function troubleText(code: string): string {
  const key = `problem.${code}`;
  return sayAny(known(key) ? key : "problem.other", { code });
}

export const codeOf = (error: unknown): string => (error instanceof Trouble ? error.code : "other");
