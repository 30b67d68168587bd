/** What is on show while versions are played out, step by step and one after the other. */

import type { Happened } from "../contract";
import { beatsOf, type Beat } from "./beats";
import type { Flight } from "./flights";
import { follow, type Token } from "./tokens";
import { withVersion, type Turn } from "./turns";
import type { VerflixxtView } from "./view";

/** As many versions may wait at full length; with more, each step gets shorter. */
const MOST_WAITING = 4;

interface Version {
  before: VerflixxtView;
  view: VerflixxtView;
  events: Happened[];
}

/** What the stage asks of the board: to let tiles fly when `place` has put them where they belong. */
export type Fly = (flights: Flight[], time: number, place: () => void) => void;

export class Stage {
  /** The tiles, towers and die on show. */
  shown: VerflixxtView;
  tokens: Token[];
  /** The step that is being shown; null while nothing moves. */
  beat: Beat | null;
  /** The last turns that were shown, the latest first. */
  turns: Turn[];
  /** How long the present step lasts, in milliseconds. */
  time = $state(0);
  /** How often the die fell. */
  rolls = $state(0);

  #waiting: Version[] = [];
  #beats: Beat[] = [];
  /** The newest version's view. */
  #newest: VerflixxtView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tempo = 1;
  #fly: Fly;

  constructor(view: VerflixxtView, fly: Fly = (_, __, place) => place()) {
    this.shown = $state.raw(view);
    this.tokens = $state.raw(follow([], view));
    this.beat = $state.raw(null);
    this.turns = $state.raw([]);
    this.#newest = view;
    this.#fly = fly;
  }

  /** Whether everything is where it belongs, so that it can be chosen from. */
  get settled(): boolean {
    return this.beat === null;
  }

  /** Show a new version after those that are still being shown. `tempo` is the part of the calm times that steps take;
   * with 0 everything is in place at once. */
  play(view: VerflixxtView, events: Happened[], tempo: number): void {
    const told = beatsOf(this.#newest, view, events).length > 0;
    this.#waiting.push({ before: this.#newest, view, events });
    this.#newest = view;
    this.#tempo = tempo;
    if (!told || !tempo) this.finish();
    else if (this.settled) this.#begin();
  }

  /** Put a view in place that no events lead to. */
  place(view: VerflixxtView): void {
    this.#waiting = [];
    this.#settle(view);
  }

  /** Put everything in place now. */
  finish(): void {
    const ahead = this.settled ? this.#waiting : this.#waiting.slice(1);
    if (this.#beats.some((beat) => beat.rolls) || ahead.some(rolls)) this.rolls += 1;
    for (const version of this.#waiting.splice(0)) this.#pass(version);
    this.#settle(this.#newest);
  }

  #settle(view: VerflixxtView): void {
    clearTimeout(this.#timer);
    this.#beats = [];
    this.#newest = view;
    this.tokens = follow(this.tokens, view);
    this.shown = view;
    this.beat = null;
  }

  /** Take the first version that waits; it counts as waiting until it has been shown. */
  #begin(): void {
    const version = this.#waiting[0];
    if (!version) return this.#settle(this.#newest);
    this.#beats = beatsOf(version.before, version.view, version.events);
    this.#next();
  }

  #next(): void {
    const beat = this.#beats.shift();
    if (beat) return this.#show(beat);
    const version = this.#waiting.shift();
    if (version) this.#pass(version);
    this.#begin();
  }

  /** A version has been shown, or is passed over. */
  #pass({ before, view, events }: Version): void {
    this.turns = withVersion(this.turns, before, events);
    this.shown = view;
    this.tokens = follow(this.tokens, view);
  }

  #show(beat: Beat): void {
    const hurry = Math.min(1, MOST_WAITING / this.#waiting.length);
    this.time = beat.time * this.#tempo * hurry;
    if (beat.moves) this.tokens = follow(this.tokens, this.#waiting[0]!.view);
    if (beat.rolls) this.rolls += 1;
    const place = () => {
      this.shown = beat.view;
      this.beat = beat;
    };
    if (beat.flights.length) this.#fly(beat.flights, this.time, place);
    else place();
    this.#timer = setTimeout(() => this.#next(), this.time);
  }
}

const rolls = ({ events }: Version) => events.some(({ kind }) => kind === "rolled");
