import { afterEach, describe, expect, it, vi } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { play } from "$lib/browser/sounds";

const made = vi.fn();

class Silence {
  currentTime = 0;
  destination = {};
  constructor() {
    made();
  }
  resume = () => Promise.resolve();
  createOscillator = () => ({ frequency: {}, connect: (next: unknown) => next, start() {}, stop() {} });
  createGain = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next: unknown) => next });
}

afterEach(() => vi.unstubAllGlobals());

describe("sounds", () => {
  it("wait until they are wanted, and until browsers let them", () => {
    vi.stubGlobal("AudioContext", Silence);
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
    play("turn");
    choose({ sounds: true });
    play("turn");
    expect(made).not.toHaveBeenCalled();
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
    play("turn");
    expect(made).toHaveBeenCalledOnce();
    choose({ sounds: false });
  });
});
