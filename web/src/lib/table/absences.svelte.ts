/** Who has been without a connection for so long that the others may do something about it. */

import type { Presence } from "$lib/wire";

export class Absences {
  /** Since when each seat's person has been without a connection, in milliseconds since 1970; null for who is there. */
  since = $state.raw<(number | null)[]>([]);
  /** The seats whose people have been absent for long enough. */
  late = $state.raw<number[]>([]);
  private timer = 0;
  private limitMs = 0;

  /** Takes what the server says. Between two frames the time goes on here. */
  hear({ absent, absent_after }: Presence): void {
    const now = Date.now();
    this.limitMs = absent_after * 1000;
    this.since = absent.map((seconds) => (seconds === null ? null : now - seconds * 1000));
    this.judge();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private judge(): void {
    clearTimeout(this.timer);
    const left = this.since.map((since) => (since === null ? Infinity : since + this.limitMs - Date.now()));
    this.late = left.flatMap((ms, seat) => (ms <= 0 ? [seat] : []));
    const next = Math.min(...left.filter((ms) => ms > 0));
    if (next < Infinity) this.timer = window.setTimeout(() => this.judge(), next + 50);
  }
}
