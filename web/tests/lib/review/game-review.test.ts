import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { mayPass, ReviewOfGame } from "$lib/review/game-review.svelte";

import { review } from "./review";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const about = () => Response.json({ reviews: ["verflixxt"], protocol: 1, games: [] });
const busy = (code = "review/busy") => Response.json({ code }, { status: 503 });
const ready = () => Response.json({ state: "ready", progress: 1, result: { review: review(), positions: {} } });

/** A server that answers questions about reviews in this order; the last answer stays. Returns how often it was asked. */
function answering(...answers: (() => Response)[]) {
  const seen = { asked: 0 };
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.endsWith("/about")) return about();
    return answers[Math.min(seen.asked++, answers.length - 1)]!();
  });
  return seen;
}

const loaded = () => new ReviewOfGame({ table: "T", game: 1 }, null);

it("says that the server cannot be reached where it is not known whether there are reviews", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
  const one = loaded();
  await one.load("verflixxt");
  expect([one.trouble, mayPass(one.trouble)]).toEqual(["network", true]);
  answering(ready);
  await one.load("verflixxt");
  expect([one.trouble, one.whole?.game]).toEqual(["", "verflixxt"]);
});

it.each(["review/busy", "rate/limited", "server/busy"])("waits a minute for a server that says %s", async (code) => {
  const seen = answering(...Array.from({ length: 15 }, () => () => busy(code)), ready);
  const one = loaded();
  const done = one.load("verflixxt");
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect([one.trouble, one.whole?.game, seen.asked]).toEqual(["", "verflixxt", 16]);
});

it("gives up on a server that is busy for longer, and may be asked again", async () => {
  const seen = answering(() => busy());
  const one = loaded();
  const done = one.load("verflixxt");
  await vi.advanceTimersByTimeAsync(120_000);
  await done;
  expect([one.trouble, mayPass(one.trouble), seen.asked]).toEqual(["review/busy", true, 20]);
  expect(["review/off", "review/none", "table/private"].map(mayPass)).toEqual([false, false, false]);
});
