/** The moments of a table that this tab has shown. They survive a reload; each is written to the storage once. */

import { SvelteMap } from "svelte/reactivity";

import { tabStorage } from "$lib/browser/storage";
import type { Happened } from "$lib/wire";

/** A moment that was shown here: what looking back needs. */
export interface Shown {
  version: number;
  view: Record<string, unknown>;
  own: Record<string, unknown> | null;
  events: Happened[];
}

export class ShownMoments {
  private readonly moments = new SvelteMap<number, Shown>();
  private readonly prefix: string;

  constructor(table: string) {
    this.prefix = `tatze.seen.${table}.`;
    const stored = tabStorage.keys(this.prefix).map((key) => tabStorage.load<Shown | null>(key, null));
    for (const one of stored.filter((one) => one !== null).sort((one, other) => one.version - other.version)) {
      this.moments.set(one.version, one);
    }
  }

  /** In the order of their versions. */
  get all(): Shown[] {
    return [...this.moments.values()];
  }

  has(version: number): boolean {
    return this.moments.has(version);
  }

  get(version: number): Shown | undefined {
    return this.moments.get(version);
  }

  add(moment: Shown): void {
    const before = this.moments.get(moment.version);
    if (before && (before.own === null) === (moment.own === null)) return;
    this.moments.set(moment.version, moment);
    tabStorage.store(this.prefix + moment.version, moment);
  }

  /** Forget the moments of a game that is over, because another one begins. */
  clear(): void {
    this.moments.clear();
    for (const key of tabStorage.keys(this.prefix)) tabStorage.remove(key);
  }
}
