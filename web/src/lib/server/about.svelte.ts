/** What the server says of itself, asked once. */

import { api } from "./api";
import { PROTOCOL, type About } from "$lib/wire";

let about = $state.raw<About | null>(null);
let asked: Promise<About> | null = null;

export const server = {
  get about(): About | null {
    return about;
  },
  async ask(): Promise<About> {
    asked ??= api.about().then(
      (answer) => {
        about = answer;
        if (answer.protocol !== PROTOCOL) reloadOnce();
        return answer;
      },
      (error: unknown) => {
        asked = null;
        throw error;
      },
    );
    return asked;
  },
};

const PATIENCE = 60_000;

/** A page of yesterday fetches itself anew; not again and again, so that a mistake on the server does not make it spin. */
export function reloadOnce(why = `protocol ${PROTOCOL}`): void {
  try {
    const key = `tatze.reloaded ${why}`;
    if (Date.now() - Number(sessionStorage.getItem(key)) < PATIENCE) return;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return;
  }
  location.reload();
}
