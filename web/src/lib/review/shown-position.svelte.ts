/** A position that is shown as a board: what the server says of it, and the game's page. */

import type { GamePage, Reader } from "$games/contract";
import { gamePage } from "$games/index";
import { api } from "$lib/server/api";
import { codeOf } from "$lib/server/errors";
import { COLOURS, type Legal, type PositionShown, type SeatInfo } from "$lib/wire";
import { sayFor } from "$lib/words/words";

export class ShownBoard {
  shown = $state.raw<PositionShown | null>(null);
  page = $state.raw<GamePage<unknown, unknown> | null>(null);
  trouble = $state("");

  constructor(
    readonly position: string,
    readonly names: string[],
  ) {}

  async load(): Promise<void> {
    try {
      const shown = await api.position(this.position);
      this.page = await gamePage(shown.game);
      this.shown = shown;
    } catch (error) {
      this.trouble = codeOf(error);
    }
  }

  get reader(): Reader {
    return { say: sayFor(this.shown?.game ?? ""), seat: this.shown?.seat ?? null, names: this.names };
  }

  legal(action: string): Legal | undefined {
    return this.shown?.legal.find((one) => one.action === action);
  }

  /** A legal action in words. */
  words(action: string): string {
    const legal = this.legal(action);
    return legal && this.page && this.shown ? this.page.choice(this.reader, this.shown.view, legal) : action;
  }
}

/** Seats for a board that has no table: names, and the usual colours. */
export function plainSeats(names: string[], levels: string[] = []): SeatInfo[] {
  return names.map((name, i) => ({
    kind: levels[i] ? "bot" : "person",
    name,
    level: levels[i] ?? "",
    away: false,
    online: true,
    host: false,
    stand_in: false,
    reason: "",
    animal: "",
    colour: COLOURS[i % COLOURS.length]!,
  }));
}
