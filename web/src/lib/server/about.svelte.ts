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

/** Milliseconds before the page may load itself anew once more for the same reason. */
const RELOAD_PAUSE_MS = 60_000;

/** Loads the page anew because the server has a newer one. A pause keeps a mistake on the server from making it loop. */
export function reloadOnce(why = `protocol ${PROTOCOL}`): void {
  try {
    const key = `tatze.reloaded ${why}`;
    if (Date.now() - Number(sessionStorage.getItem(key)) < RELOAD_PAUSE_MS) return;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return;
  }
  location.reload();
}
