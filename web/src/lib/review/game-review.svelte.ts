/** The review of a finished game as the page gets it: the instant one at once, and the deep one of a seat while it is read. */

import { api } from "$lib/server/api";
import { server } from "$lib/server/about.svelte";
import { codeOf } from "$lib/server/errors";
import type { DecisionReview, GameReview, ReviewStatus } from "$lib/wire";

/** Milliseconds between two questions about a review that is being made. */
const POLL_MS = 1200;
/** Number of questions in a row that may fail before the page gives up, and the milliseconds between them, while a server
 * has other games to review first. */
const BUSY = { tries: 20, pause: 3 * POLL_MS };
/** The same by the code of every failure that may pass. */
const PATIENCE: Record<string, typeof BUSY> = {
  network: { tries: 4, pause: POLL_MS },
  "rate/limited": BUSY,
  "review/busy": BUSY,
  "server/busy": BUSY,
  "server/draining": BUSY,
};

/** Whether the same question may have another answer later. */
export const mayPass = (code: string): boolean => code in PATIENCE || code === "review/failed";

/** Which game, and who asks for it. */
export interface Reviewed {
  table: string;
  game: number;
  token?: string | undefined;
  /** The code of a private table, for whoever has no seat there. */
  code?: string;
}

export class ReviewOfGame {
  #instant = $state.raw<ReviewStatus | null>(null);
  #deep = $state.raw<ReviewStatus | null>(null);
  #trouble = $state("");
  #closed = false;

  constructor(
    readonly what: Reviewed,
    readonly seat: number | null,
  ) {}

  /** The best review there is; null while the first one is awaited. */
  get review(): GameReview | null {
    return this.#deep?.result?.review ?? this.#instant?.result?.review ?? null;
  }

  /** The review of all seats, which the curve is from. */
  get whole(): GameReview | null {
    return this.#instant?.result?.review ?? null;
  }

  /** Why there is no review: the server's code; empty while nothing is wrong. */
  get trouble(): string {
    return this.#trouble;
  }

  /** How far the deep review has come, from 0 to 1; null if none is being made. */
  get progress(): number | null {
    return this.#deep && this.#deep.state !== "ready" ? this.#deep.progress : null;
  }

  get deep(): boolean {
    return this.#deep?.state === "ready";
  }

  /** A decision as the deepest review of its seat judges it. */
  decision(entry: number): DecisionReview | undefined {
    const found = (review: GameReview | undefined) => review?.decisions.find((one) => one.entry === entry);
    return found(this.#deep?.result?.review) ?? found(this.#instant?.result?.review);
  }

  /** The position before a decision, as its seat saw it; empty if it is not known. */
  position(entry: number): string {
    return this.#deep?.result?.positions[entry] ?? this.#instant?.result?.positions[entry] ?? "";
  }

  /** Asks for the reviews of a game of this name; ends when both are there or there are none. */
  async load(game: string): Promise<void> {
    const about = await server.ask().catch(() => null);
    this.#trouble = !about ? "network" : about.reviews.includes(game) ? "" : "review/off";
    if (this.#trouble) return;
    await this.#poll("instant", (status) => (this.#instant = status));
    if (this.seat !== null && !this.#trouble) await this.#poll("deep", (status) => (this.#deep = status));
  }

  /** Asks no more. */
  close(): void {
    this.#closed = true;
  }

  async #poll(depth: "instant" | "deep", take: (status: ReviewStatus | null) => void): Promise<void> {
    for (let failures = 0; !this.#closed; ) {
      let pause = POLL_MS;
      try {
        const status = await api.review(this.what, depth, this.seat);
        failures = 0;
        take(status);
        if (status.state === "ready") return;
      } catch (error) {
        failures += 1;
        const code = codeOf(error);
        const patience = PATIENCE[code];
        if (!patience || failures >= patience.tries) {
          take(null);
          if (depth === "instant") this.#trouble = code;
          return;
        }
        pause = patience.pause;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
