import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { chancesByMoment, turningPoints } from "$lib/review/curve";
import { ReviewOfGame } from "$lib/review/game-review.svelte";
import type { ShownBoard } from "$lib/review/shown-position.svelte";
import type { ReviewStatus } from "$lib/wire";
import AccountPicture from "$parts/review/AccountPicture.svelte";
import ChanceCurve from "$parts/review/ChanceCurve.svelte";
import PlayedLike from "$parts/review/PlayedLike.svelte";
import SeatSummary from "$parts/review/SeatSummary.svelte";
import Solution from "$parts/review/Solution.svelte";

import { decision, review } from "../lib/review/review";

beforeEach(() => choose({ lang: "en" }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const curve = { chances: chancesByMoment(review()), names: ["Ada", "Mira"], seat: 0, turns: turningPoints(review()) };

describe("the curve", () => {
  it("has a line for each seat, marks the turning points and tells them in words", () => {
    const { container } = render(ChanceCurve, curve);
    expect(container.querySelectorAll(".line")).toHaveLength(2);
    expect(container.querySelectorAll(".turn")).toHaveLength(2);
    expect(screen.getByRole("img").getAttribute("aria-label")).toContain("Turning point at step 3: You +70 percentage points.");
    expect(screen.queryByRole("slider")).toBeNull();
  });

  it("is a slider that says what happened and everybody's chance", async () => {
    const pick = vi.fn();
    render(ChanceCurve, { ...curve, at: 1, pick, told: "Ada moves." });
    const slider = screen.getByRole("slider");
    expect(slider.getAttribute("aria-valuetext")).toBe("Ada moves. You 50% and Mira 50%");
    await fireEvent.input(slider, { target: { value: "3" } });
    expect(pick).toHaveBeenCalledWith(3);
  });
});

describe("the account", () => {
  it("names every part with its points, and leaves out hidden cards where there are none", () => {
    render(AccountPicture, { review: review(), seat: 0, own: true });
    expect(screen.getAllByRole("term").map((term) => term.textContent)).toEqual([
      "Before the game",
      "Luck",
      "Your decisions",
      "The others' decisions",
      "Not explained",
      "Result",
    ]);
    expect(screen.getByText("−15")).toBeTruthy();
  });
});

describe("how somebody played", () => {
  it("is compared with our bots, or with nobody", () => {
    const { unmount } = render(PlayedLike, { one: review().seats[0]!, own: true });
    expect(screen.getByRole("heading").textContent).toBe("You played like a lynx");
    unmount();
    render(PlayedLike, { one: review().seats[1]!, own: false });
    expect(screen.getByRole("heading").textContent).toBe("No clear mistake.");
  });
});

describe("a solution", () => {
  it("never says that an action is worth more than the best one", () => {
    const board = { words: (action: string) => action, reader: { names: [], say: Object.assign(() => "", { has: () => false }) } } as unknown as ShownBoard;
    const other = { action: "m3", value: 0.52, gap: -0.02, gap_low: -0.05, gap_high: 0.01 };
    render(Solution, { board, decision: decision(3, { candidates: [...decision(3).candidates, other] }), name: "" });
    expect(screen.getByRole("group").textContent).toContain("m3 0 percentage points less");
  });
});

/** A server that answers the questions about reviews one after the other. */
function answering(...statuses: ReviewStatus[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.endsWith("/about")) return new Response(JSON.stringify({ reviews: ["verflixxt"], protocol: 1, games: [] }));
    asked.push(path);
    return new Response(JSON.stringify(statuses.length > 1 ? statuses.shift() : statuses[0]));
  });
  return asked;
}

const ready = (more: Partial<ReturnType<typeof review>> = {}): ReviewStatus => ({
  state: "ready",
  progress: 1,
  result: { review: review(more), positions: { 3: "verflixxt base; view A" } },
});

describe("the review of a game", () => {
  it("comes at once, and the deep one of the own seat takes its place with progress", async () => {
    vi.useFakeTimers();
    const deeper = decision(3, { error: 0.11, grade: "blunder" });
    const asked = answering(ready(), { state: "working", progress: 0.4, result: null }, ready({ depth: "deep", reviewed: [0], decisions: [deeper] }));
    const loaded = new ReviewOfGame({ table: "T", game: 1, token: "secret" }, 0);
    const done = loaded.load("verflixxt");
    render(SeatSummary, { loaded, seat: 0, own: true, href: (entry: number) => `#moment=${entry}` });
    await vi.advanceTimersByTimeAsync(100);
    expect(screen.getByRole("link").getAttribute("href")).toBe("#moment=3");
    expect(screen.getByRole("link").textContent).toContain("−8");
    expect((screen.getByRole("progressbar") as HTMLProgressElement).value).toBe(0.4);
    await vi.advanceTimersByTimeAsync(2000);
    await done;
    expect(screen.getByRole("link").textContent).toContain("−11");
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(asked).toEqual(["/api/tables/T/review/1", "/api/tables/T/review/1?depth=deep&seat=0", "/api/tables/T/review/1?depth=deep&seat=0"]);
    expect([loaded.deep, loaded.position(3)]).toEqual([true, "verflixxt base; view A"]);
  });

  it("that is refused says why, and is not asked for again", async () => {
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ code: "review/none" }), { status: 409 }));
    const loaded = new ReviewOfGame({ table: "T", game: 1 }, 0);
    await loaded.load("verflixxt");
    expect([loaded.trouble, loaded.whole]).toEqual(["review/none", null]);
  });
});
