import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";

import { signed, type Lang } from "$lib/words/words";

import Board from "../Board.svelte";
import { choicesOf } from "../choices";
import { tell } from "../speech";
import { gameOf, games, readerOf, sayIn, type Game } from "./games";

afterEach(() => void vi.restoreAllMocks());

function props(game: Game, at: number, more: Record<string, unknown> = {}, lang: Lang = "en") {
  const moment = game.moments.at(at)!;
  return {
    view: moment.view,
    own: {},
    seat: game.seat as number | null,
    names: game.names,
    legal: moment.own.legal,
    aid: true,
    version: at,
    events: moment.events,
    act: vi.fn<(action: string) => void>(),
    ask: vi.fn<(action: string) => void>(),
    hinted: null,
    busy: false,
    say: sayIn(lang),
    motion: false,
    ...more,
  };
}

const mine = (game: Game, phase: string) => game.moments.findIndex(({ own, view }) => own.legal.length > 1 && view.phase === phase);
const combined = gameOf("combined", 6);
const move = mine(combined, "move");
const steal = mine(combined, "steal");
const cards = () => within(screen.getByRole("region", { name: "What you can do" })).getAllByRole("button");

describe.each(games)("in %s", (_, game) => {
  test("every tile, tower and score of every tenth moment is on the page", async () => {
    const first = props(game, 0);
    const { rerender, container } = render(Board, { props: first });
    for (let at = 0; at < game.moments.length; at += 10) {
      await rerender(props(game, at));
      const { track, towers, scores } = game.moments[at]!.view;
      const laid = container.querySelectorAll(".tiles > li");
      expect(laid).toHaveLength(track.length);
      const panels = [...container.querySelectorAll(".tower")];
      expect(panels.map((panel) => panel.querySelectorAll(".tiles .chip").length)).toEqual(towers.map((tower) => tower.length));
      expect(panels.map((panel) => panel.querySelector(".score")!.textContent)).toEqual(scores.map(signed));
    }
  });
});

test("every legal action is a button that says in full what it does, and does it", async () => {
  const given = props(combined, move);
  render(Board, { props: given });
  const reader = readerOf(combined, given.view);
  const choices = choicesOf(given.view, given.legal);
  expect(cards().map((card) => card.querySelector(".unseen")?.textContent)).toEqual(choices.map((choice) => tell(reader, choice)));
  for (const [i, card] of cards().entries()) {
    await fireEvent.click(card);
    expect(given.act).toHaveBeenLastCalledWith(choices[i]!.action);
  }
});

test("pieces on the track can be moved from there as well", async () => {
  const given = props(combined, move);
  const { container } = render(Board, { props: given });
  const buttons = [...container.querySelectorAll<HTMLElement>("[data-movable]")];
  expect(buttons).toHaveLength(given.legal.length);
  for (const button of buttons) await fireEvent.click(button);
  expect(given.act.mock.calls.map(([action]) => action).sort()).toEqual(given.legal.map(({ action }) => action).sort());
});

test("arrow keys go through the movable pieces, and the focus shows what would happen", async () => {
  const given = props(combined, move);
  const { container } = render(Board, { props: given });
  const buttons = [...container.querySelectorAll<HTMLElement>("[data-movable]")];
  buttons[0]!.focus();
  for (const next of [...buttons.slice(1), buttons[0]!]) {
    await fireEvent.keyDown(document.activeElement!, { key: "ArrowRight" });
    expect(document.activeElement).toBe(next);
  }
  await fireEvent.keyDown(buttons[0]!, { key: "ArrowLeft" });
  expect(document.activeElement).toBe(buttons.at(-1));
});

test("a finger picks with the first tap and moves with the second", async () => {
  const given = props(combined, move);
  render(Board, { props: given });
  const tap = () => fireEvent(cards()[0]!, new PointerEvent("click", { bubbles: true, pointerType: "touch" }));
  await tap();
  expect(given.act).not.toHaveBeenCalled();
  expect(screen.getByText("Tap again to do it.")).toBeTruthy();
  await tap();
  expect(given.act).toHaveBeenCalledExactlyOnceWith(given.legal[0]!.action);
});

test("a tile that cannot be moved from asks why", async () => {
  const given = props(combined, move);
  const { container } = render(Board, { props: given });
  const finish = container.querySelector<HTMLElement>(".tiles > li:last-child button")!;
  expect(finish.getAttribute("aria-disabled")).toBe("true");
  await fireEvent.click(finish);
  expect(given.ask).toHaveBeenCalledWith(`m${given.view.track.at(-1)!.number}`);
  expect(given.act).not.toHaveBeenCalled();
});

test("a guard that stands alone asks why it cannot go", async () => {
  const given = props(combined, 3);
  const { container } = render(Board, { props: given });
  const alone = given.view.track.findIndex((tile) => tile.guards && !tile.pieces.some(Boolean));
  await fireEvent.click(container.querySelectorAll<HTMLElement>(".tiles > li")[alone]!.querySelector("button")!);
  expect(given.ask).toHaveBeenCalledWith(`g${given.view.track[alone]!.number}`);
});

test("a theft is chosen at the towers or below the track; an empty tower asks why not", async () => {
  const given = props(combined, steal);
  const { container } = render(Board, { props: given });
  const towers = [...container.querySelectorAll<HTMLElement>(".towers .steal")];
  expect(towers).toHaveLength(5);
  for (const tower of towers) await fireEvent.click(tower);
  expect(given.act.mock.calls.map(([action]) => action)).toEqual(given.legal.map(({ action }) => action));
  const empty = given.view.towers.findIndex((tower) => !tower.length);
  expect(given.ask).toHaveBeenCalledExactlyOnceWith(`steal:${"ABCDEF"[empty]}`);
  await fireEvent.click(cards().find((card) => card.textContent?.includes("nothing to steal"))!);
  expect(given.ask).toHaveBeenCalledTimes(2);
});

test("a roll that is left to the player falls with the space bar", async () => {
  const given = props(combined, 0, { legal: [{ action: "d4", foresight: { roll: 4 } }] });
  render(Board, { props: given });
  await fireEvent.keyDown(document.body, { key: " " });
  expect(given.act).toHaveBeenCalledExactlyOnceWith("d4");
});

test("while an action is under way nothing is offered", async () => {
  const given = props(combined, move, { busy: true });
  const { container } = render(Board, { props: given });
  expect(container.querySelectorAll("[data-movable]")).toHaveLength(0);
  for (const card of cards()) await fireEvent.click(card);
  expect(given.act).not.toHaveBeenCalled();
});

test("spectators see the same table without a single button", () => {
  const { container } = render(Board, { props: props(combined, steal, { seat: null, legal: [] }) });
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(container.querySelectorAll(".tiles > li")).toHaveLength(combined.moments[steal]!.view.track.length);
});

test("the reader's tower comes first, whoever reads", () => {
  const { container } = render(Board, { props: props(combined, move, { seat: 4, legal: [] }) });
  expect([...container.querySelectorAll(".tower .name")].map((name) => name.textContent)).toEqual([
    "Chen",
    "Noor",
    "Mira",
    "Jonas",
    "Tariq",
    "Ida",
  ]);
});

test("a hint is marked on its choice", () => {
  const hinted = combined.moments[move]!.own.legal[1]!.action;
  render(Board, { props: props(combined, move, { hinted }) });
  expect(cards().map((card) => card.textContent?.includes("hint"))).toEqual(cards().map((_, i) => i === 1));
});

test("a move of somebody else is played out, and then the reader can choose", async () => {
  vi.useFakeTimers();
  const game = gameOf("base", 4);
  const at = game.moments.findIndex(({ own }, i) => i > 0 && own.legal.length);
  const { rerender } = render(Board, { props: props(game, at - 1, { motion: true }) });
  await rerender(props(game, at, { motion: true }));
  expect(screen.queryByText(/What do you move/)).toBeNull();
  await vi.advanceTimersByTimeAsync(5000);
  expect(screen.getByText(/What do you move/)).toBeTruthy();
  expect(cards()).toHaveLength(game.moments[at]!.own.legal.length);
  vi.useRealTimers();
});

test("a theft is held still: who takes what from whom, and then the tile is in the other tower", async () => {
  vi.useFakeTimers();
  const at = combined.moments.findIndex(({ events }) => events.some(({ kind }) => kind === "stole"));
  const { data } = combined.moments[at]!.events.find(({ kind }) => kind === "stole")!;
  const { rerender, container } = render(Board, { props: props(combined, at - 1, { motion: true }) });
  await rerender(props(combined, at, { motion: true }));
  const scene = container.querySelector(".scene")!;
  const [thief, victim] = [combined.names[data["seat"]!]!, combined.names[data["other"]!]!];
  expect(scene.querySelector("p")!.textContent).toBe(`${thief} steals −7 from ${victim}.`);
  expect([...scene.querySelectorAll(".name")].map((name) => name.textContent)).toEqual([victim, thief]);
  const tiles = () => [...container.querySelectorAll(".tower")].map((tower) => tower.querySelectorAll(".tiles .chip").length);
  expect(tiles()).toEqual(combined.moments[at - 1]!.view.towers.map((tower) => tower.length));
  await vi.advanceTimersByTimeAsync(5000);
  expect(container.querySelector(".scene")).toBeNull();
  expect(tiles()).toEqual(combined.moments[at]!.view.towers.map((tower) => tower.length));
  vi.useRealTimers();
});

test("a look back shows no steps, and neither does a version that does not follow the one before", async () => {
  const at = combined.moments.findIndex(({ events }) => events.some(({ kind }) => kind === "stole"));
  const { rerender, container } = render(Board, { props: props(combined, at - 1) });
  await rerender(props(combined, at));
  expect(container.querySelector(".scene")).toBeNull();
  await rerender(props(combined, at - 2, { motion: true }));
  await rerender(props(combined, at, { motion: true }));
  expect(container.querySelector(".scene")).toBeNull();
  expect(container.querySelectorAll(".tiles > li")).toHaveLength(combined.moments[at]!.view.track.length);
});

test("the turns of others are listed while one waits", async () => {
  const game = gameOf("base", 4);
  const at = game.moments.findIndex(({ own }, i) => i > 8 && own.legal.length);
  const { rerender, container } = render(Board, { props: props(game, at, { motion: true }) });
  for (const next of [1, 2, 3]) {
    await rerender(props(game, at + next, { motion: true }));
    await fireEvent.pointerDown(container.querySelector(".table")!);
  }
  const turns = () => [...container.querySelectorAll(".turns .name")].map((name) => name.textContent);
  expect(turns()).toEqual(["Tariq", "Jonas", "Mira"]);
});

test("a touch ends what is still moving", async () => {
  vi.useFakeTimers();
  const game = gameOf("base", 4);
  const at = game.moments.findIndex(({ own }, i) => i > 0 && own.legal.length);
  const { rerender, container } = render(Board, { props: props(game, at - 1, { motion: true }) });
  await rerender(props(game, at, { motion: true }));
  await fireEvent.pointerDown(container.querySelector(".table")!);
  expect(cards()).toHaveLength(game.moments[at]!.own.legal.length);
  vi.useRealTimers();
});

test("who plays by keys has the focus back when their turn comes", async () => {
  const game = gameOf("base", 4);
  const turns = game.moments.flatMap(({ own }, i) => (own.legal.length ? [i] : []));
  const { rerender } = render(Board, { props: props(game, turns[3]!) });
  cards()[0]!.focus();
  await rerender(props(game, turns[3]! + 1));
  await rerender(props(game, turns[4]!));
  expect(document.activeElement).toBe(cards()[0]);
});

test("hostile names stay text", () => {
  const names = combined.names.map(() => "<img src=x onerror=alert(1)>");
  const { container } = render(Board, { props: props(combined, steal, { names }) });
  expect(container.querySelector("img")).toBeNull();
  expect(container.querySelector(".tower .name")!.textContent).toBe(names[0]);
});
