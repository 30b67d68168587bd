import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { sayFor } from "$lib/words/words";

import Board from "../Board.svelte";

const VIEW = {
  seat: null,
  players: 2,
  start: 0,
  turn: 1,
  actor: 0,
  phase: "play_card",
  hands: [{ size: 2, cards: null }, { size: 3, cards: null }],
  scores: [4, -1],
  deck: 12,
  die: null,
  pile: [7, 9, 9],
  owner: 1,
  discard: { "2": 3, "5": 1, "8": 0 },
  track: [{ tile: "+3", open: true }, { tile: "-2", open: false }],
};
const OWN = { hands: [{ size: 2, cards: { "4": 1, "11": 1 } }, { size: 3, cards: null }] };

function show(more: object = {}) {
  const act = vi.fn();
  const legal = ["4", "11", "pass"].map((action) => ({ action, foresight: action === "11" ? { points: 2 } : {} }));
  const given = { view: VIEW, own: OWN, seat: 0, names: ["Ada", "Mira"], legal, aid: true, version: 3, events: [], hinted: null, busy: false };
  const shown = render(Board, { props: { ...given, act, ask: vi.fn(), say: sayFor("unknown"), motion: false, ...more } });
  return { act, ...shown };
}

const seat = (name: string) => within(screen.getByText(name, { selector: ".name" }).closest("li")!);

const pieces = (root: Element, selector: string) => [...root.querySelectorAll(selector)].map((one) => one.textContent?.trim());

beforeEach(() => choose({ lang: "en" }));
afterEach(cleanup);

describe("the generic board", () => {
  it("says whose turn it is, and offers every legal action in its notation", async () => {
    const { act } = show();
    expect(screen.getByText("It is your turn.")).toBeTruthy();
    expect(screen.getByText("Phase: play card")).toBeTruthy();
    const buttons = screen.getAllByRole("button");
    expect(buttons.map((one) => one.textContent?.trim())).toEqual(["4", "11 (points 2)", "pass"]);
    await fireEvent.click(buttons[2]!);
    expect(act).toHaveBeenCalledExactlyOnceWith("pass");
  });

  it("shows what belongs to each seat beside its name, with what the reader alone sees", () => {
    show();
    expect(seat("Ada").getByText("4", { selector: ".text" })).toBeTruthy();
    expect(seat("Ada").getByText("11")).toBeTruthy();
    expect(seat("Mira").getByText("−1")).toBeTruthy();
    expect(seat("Mira").queryByText("11")).toBeNull();
  });

  it("shows what lies on the table: numbers, things, counts, seats by name, tables", () => {
    const { container } = show();
    const facts = [...container.querySelectorAll("section .facts > div")].map((one) => pieces(one, "dt, .text, li"));
    expect(facts.slice(0, 5)).toEqual([["Deck", "12"], ["Die", "–"], ["Pile", "7", "9", "9"], ["Owner", "Mira"], ["Discard", "2×3", "5"]]);
    const rows = screen.getAllByRole("row").map((row) => pieces(row, "th, td"));
    expect(rows).toEqual([["Tile", "Open"], ["+3", "yes"], ["−2", "no"]]);
  });

  it("offers nothing while an action is under way, and points at a hint", async () => {
    const { act } = show({ busy: true, hinted: "11" });
    const hinted = screen.getByRole("button", { name: /Hint/ });
    expect(hinted.getAttribute("data-action")).toBe("11");
    await fireEvent.click(hinted);
    expect(act).not.toHaveBeenCalled();
  });

  it("is walked along with the arrow keys", async () => {
    show();
    const buttons = screen.getAllByRole("button");
    buttons[0]!.focus();
    await fireEvent.keyDown(buttons[0]!, { key: "ArrowLeft" });
    expect(document.activeElement).toBe(buttons[2]);
    await fireEvent.keyDown(buttons[2]!, { key: "ArrowRight" });
    expect(document.activeElement).toBe(buttons[0]);
  });

  it("speaks German", () => {
    choose({ lang: "de" });
    show({ seat: 1, own: null, legal: [] });
    expect(screen.getByText("Ada ist dran.")).toBeTruthy();
    expect(screen.getByText("Auf dem Tisch")).toBeTruthy();
  });
});
