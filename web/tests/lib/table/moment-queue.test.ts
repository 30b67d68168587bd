import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { MomentQueue } from "$lib/table/moment-queue.svelte";
import type { Moment } from "$lib/wire";

import { moment } from "../../fake-socket";

let shown: number[];
let queue: MomentQueue;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  shown = [];
  queue = new MomentQueue({ show: ({ version }) => shown.push(version), lasts: () => 1000 });
  choose({ pace: "calm" });
});

afterEach(() => {
  choose({ pace: "brisk" });
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A moment in which others decide. */
const others = (version: number, more: Partial<Moment> = {}): Moment => ({ ...moment(version), own: null, ...more });
const come = (...versions: number[]) => versions.forEach((version) => queue.add(others(version), false));

describe("moments that come in", () => {
  it("are shown one after another at a calm pace", () => {
    come(1, 2, 3);
    expect([shown, queue.count]).toEqual([[1], 2]);
    vi.advanceTimersByTime(999);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(1);
    expect([shown, queue.count]).toEqual([[1, 2], 1]);
    vi.advanceTimersByTime(1000);
    expect([shown, queue.count]).toEqual([[1, 2, 3], 0]);
  });

  it("take half the time at a brisk pace, and none at once", () => {
    choose({ pace: "brisk" });
    come(1, 2);
    vi.advanceTimersByTime(500);
    expect(shown).toEqual([1, 2]);
    choose({ pace: "now" });
    vi.advanceTimersByTime(500);
    come(3, 4, 5);
    expect(shown).toEqual([1, 2, 3, 4, 5]);
  });

  it("do not wait when the one before has been seen long enough", () => {
    come(1);
    vi.advanceTimersByTime(1500);
    come(2);
    expect(shown).toEqual([1, 2]);
  });

  it("are all there when somebody skips, or does something, or does not look", () => {
    come(1, 2, 3);
    queue.skip();
    expect([shown, queue.count]).toEqual([[1, 2, 3], 0]);
    come(4, 5);
    queue.add(others(6), true);
    expect(shown).toEqual([1, 2, 3, 4, 5, 6]);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    come(7, 8);
    expect(shown.at(-1)).toBe(8);
  });

  it("are hurried through for somebody whose clock is running", () => {
    come(1, 2, 3);
    queue.add({ ...moment(4), deadline: 99 }, false);
    vi.advanceTimersByTime(750);
    expect(shown).toEqual([1, 2, 3, 4]);
  });
});
