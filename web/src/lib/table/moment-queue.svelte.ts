/** Shows moments one after another, each long enough to be followed at the pace that the person chose. */

import { tempo } from "$lib/browser/settings.svelte";
import type { Moment } from "$lib/wire";

/** How long a moment stays for somebody whose clock is running, in milliseconds. */
const ON_THE_CLOCK_MS = 250;

interface Queue {
  /** Shows a moment. */
  show(moment: Moment): void;
  /** Milliseconds that people need to follow a moment at a calm pace. */
  lasts(moment: Moment): number;
}

export class MomentQueue {
  /** How many moments wait to be shown. */
  count = $state(0);
  private waiting: Moment[] = [];
  /** Until when the moment on show stays, in milliseconds of the page's own clock. */
  private until = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly queue: Queue) {}

  /** Shows a moment after those before it; at once if it is this person's own doing, or if nobody looks. */
  add(moment: Moment, own: boolean): void {
    this.waiting.push(moment);
    if (own || document.hidden) this.skip();
    else this.next();
  }

  /** Shows everything that waits, now. */
  skip(): void {
    clearTimeout(this.timer);
    for (const moment of this.waiting.splice(0)) this.show(moment);
    this.count = 0;
  }

  private next(): void {
    clearTimeout(this.timer);
    while (this.waiting.length && performance.now() >= this.until) this.show(this.waiting.shift()!);
    this.count = this.waiting.length;
    if (!this.count) return;
    this.timer = setTimeout(() => {
      this.until = 0;
      this.next();
    }, this.left());
  }

  /** How long the moment on show stays. Who is on the clock does not wait for a whole round. */
  private left(): number {
    const left = this.until - performance.now();
    const newest = this.waiting.at(-1);
    const onTheClock = newest?.deadline && newest.own?.legal.length;
    return onTheClock ? Math.min(left, ON_THE_CLOCK_MS) : left;
  }

  private show(moment: Moment): void {
    this.until = performance.now() + this.queue.lasts(moment) * tempo();
    this.queue.show(moment);
  }
}
