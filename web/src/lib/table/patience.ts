/** Says to those who wait what starts the game. */

import type { TableInfo } from "$lib/wire";
import { say } from "$lib/words/words";

export function patience({ start, seats }: TableInfo): string {
  if (start === "full") return say("waiting.patience");
  const host = seats.find((seat) => seat.host)?.name;
  return host ? say("waiting.patience.host", { name: host }) : say("waiting.patience.nobody");
}
