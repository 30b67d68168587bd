/** What is on show while a version is played out: first the pieces go, then tiles, towers and die follow. */

import { follow, type Token } from "./tokens";
import type { VerflixxtView } from "./view";

const FIRST_STEP = 160;
const EACH_STEP = 32;

/** How long a piece hops over so many tiles. */
export function hopTime(tiles: number): number {
  return FIRST_STEP + EACH_STEP * Math.min(Math.abs(tiles), 6);
}

export class Stage {
  /** The tiles, towers and die on show. */
  shown: VerflixxtView;
  tokens: Token[];
  /** What the table follows to when the pieces have arrived. */
  #next = $state.raw<VerflixxtView | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: VerflixxtView) {
    this.shown = $state.raw(view);
    this.tokens = $state.raw(follow([], view));
  }

  /** Whether everything is where it belongs, as far as it can be chosen from. */
  get settled(): boolean {
    return this.#next === null;
  }

  /** Show a new version. One that is still being played out is finished at once: nothing ever lags behind.
   * `settle` is called when the table follows, with what puts it in place. */
  play(view: VerflixxtView, motion: boolean, settle: (place: () => void) => void): void {
    this.finish();
    const tokens = follow(this.tokens, view);
    const wait = motion ? this.#longestHop(tokens) : 0;
    this.tokens = tokens;
    const place = () => {
      this.shown = view;
      this.#next = null;
    };
    if (!wait) return settle(place);
    this.#next = view;
    this.#timer = setTimeout(() => settle(place), wait);
  }

  /** Put everything in place now. */
  finish(): void {
    clearTimeout(this.#timer);
    if (this.#next) this.shown = this.#next;
    this.#next = null;
  }

  /** 0 if nothing moved, or if something came to a tile that is not on show, as after an undo. */
  #longestHop(tokens: Token[]): number {
    const index = new Map(this.shown.track.map((tile, i) => [tile.number, i]));
    const before = new Map(this.tokens.map((token) => [token.id, token.number]));
    let longest = 0;
    for (const { id, number } of tokens) {
      const [from, to] = [index.get(before.get(id) ?? number), index.get(number)];
      if (from === undefined || to === undefined) return 0;
      if (from !== to) longest = Math.max(longest, hopTime(to - from));
    }
    return longest;
  }
}
