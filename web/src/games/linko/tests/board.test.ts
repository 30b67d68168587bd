import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Moment } from "$lib/wire";
import type { Lang } from "$lib/words/words";

import Board from "../Board.svelte";
import { piles } from "../cards";
import type { LinkoOwn } from "../index";
import { setOf, some } from "../speech";
import { choose, hits, read, write } from "../pick";
import { deciding, type Fixture, game, handOf, speaking, viewOf } from "./fixtures";

const act = vi.fn();
const ask = vi.fn();

// Finding things by their role takes jsdom long in a table of so many cards.
vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => vi.clearAllMocks());

/** What the board is given in a moment of a game. */
function props(fixture: Fixture, moment: Moment, lang: Lang = "en", watching = false) {
  return {
    view: viewOf(moment),
    own: watching ? null : (moment.own!.view as unknown as LinkoOwn),
    seat: watching ? null : fixture.seat,
    names: fixture.names,
    legal: watching ? [] : moment.own!.legal,
    aid: true,
    version: moment.version,
    events: watching ? moment.events : moment.own!.events,
    act,
    ask,
    hinted: null as string | null,
    busy: false,
    say: speaking(lang),
    motion: false,
  };
}

const show = (given: ReturnType<typeof props>) => render(Board, { props: given });
const say = speaking("en");
const key = (name: string) => fireEvent.keyDown(document.body, { key: name });
const group = (card: number, count: number) =>
  screen.getByRole("button", { name: new RegExp(`^${some(say, card, count)} in your hand`) });

describe("a turn", () => {
  const fixture = game("linko-base-4");
  const moment = deciding(fixture, "play");
  const [first] = piles(handOf(moment));
  const pick = choose(null, handOf(moment), first!.card)!;

  it("is played by picking a value and pressing the button that says what will happen", async () => {
    show(props(fixture, moment));
    await fireEvent.click(group(first!.card, first!.count));
    await fireEvent.click(screen.getByRole("button", { name: `Play ${setOf(say, pick)}` }));
    expect(act).toHaveBeenCalledExactlyOnceWith(write(pick));
    expect(ask).not.toHaveBeenCalled();
  });

  it("is played by keys alone", async () => {
    show(props(fixture, moment));
    for (const figure of String(first!.card)) await key(figure);
    await key("Enter");
    expect(act).toHaveBeenCalledExactlyOnceWith(write(pick));
  });

  it("is played by Enter on the cards picked, while Enter on others picks those", async () => {
    show(props(fixture, moment));
    const groups = piles(handOf(moment));
    await fireEvent.click(group(groups[0]!.card, groups[0]!.count));
    await fireEvent.keyDown(group(groups[1]!.card, groups[1]!.count), { key: "Enter" });
    expect(act).not.toHaveBeenCalled();
    await fireEvent.keyDown(group(groups[0]!.card, groups[0]!.count), { key: "Enter" });
    expect(act).toHaveBeenCalledExactlyOnceWith(write(pick));
  });

  it("keeps the keyboard at the table when the button that was pressed is gone", async () => {
    const taking = deciding(fixture, "take");
    const { container, rerender } = show(props(fixture, taking));
    container.querySelector<HTMLElement>('[data-action="take"]')!.focus();
    await rerender(props(fixture, fixture.moments[taking.version + 1]!));
    expect(container.querySelector(".hold")?.contains(document.activeElement)).toBe(true);
  });

  it("has jokers that join the value picked", async () => {
    const joined = fixture.moments.find((one) => one.own?.legal.some(({ action }) => /^\d+\+j$/.test(action)))!;
    const play = joined.own!.legal.find(({ action }) => /^\d+\+j$/.test(action))!;
    show(props(fixture, joined));
    for (const figure of String(read(play.action)!.value)) await key(figure);
    for (let i = 0; i < 8; i += 1) await key("-");
    await key("j");
    await key("Enter");
    expect(act).toHaveBeenCalledExactlyOnceWith(play.action);
  });

  it("shows beforehand whom a play would abluxx", async () => {
    const hot = fixture.moments.find((one) => one.view?.phase === "play" && one.own?.legal.some(({ action }) => hits(one.own!.legal, action)))!;
    const play = hot.own!.legal.find(({ action }) => hits(hot.own!.legal, action))!;
    const { container } = show({ ...props(fixture, hot), hinted: play.action });
    const victims = play.foresight.abluxxes as number[];
    expect(container.querySelectorAll(".layer.lost")).toHaveLength(victims.length);
    for (const seat of victims) {
      const panel = screen.getByRole("region", { name: new RegExp(`^${fixture.names[seat]}`) });
      expect(panel.querySelector(".layer.open.lost")).not.toBeNull();
      expect(container.querySelector(".tell")?.textContent).toContain(fixture.names[seat]);
    }
  });

  it("explains what is not possible instead of doing it", async () => {
    show(props(fixture, moment));
    const deck = screen.getByRole("button", { name: /^Deck/ });
    expect(deck.getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(deck);
    await fireEvent.click(screen.getAllByRole("button", { name: /^In the pool/ })[0]!);
    expect(ask.mock.calls).toEqual([["deck"], [`pool:${viewOf(moment).pool[0]!.card}`]]);
    expect(act).not.toHaveBeenCalled();
  });

  it("can be planned while others decide, and the button then says why not", async () => {
    const waiting = fixture.moments.find((one) => one.own && !one.own.legal.length && one.view?.phase === "play")!;
    const cards = piles(handOf(waiting))[0]!;
    show(props(fixture, waiting));
    await fireEvent.click(group(cards.card, cards.count));
    await fireEvent.click(screen.getByRole("button", { name: /^Play / }));
    expect(act).not.toHaveBeenCalled();
    expect(ask).toHaveBeenCalledExactlyOnceWith(write(choose(null, handOf(waiting), cards.card)!));
  });

  it("keeps the pick in sight until the table has changed", async () => {
    const { rerender } = show(props(fixture, moment));
    await fireEvent.click(group(first!.card, first!.count));
    await fireEvent.click(screen.getByRole("button", { name: /^Play / }));
    await rerender({ ...props(fixture, moment), busy: true });
    expect(screen.getByRole("button", { name: "One moment …" })).not.toBeNull();
    await rerender(props(fixture, fixture.moments[moment.version + 1]!));
    expect(screen.queryByRole("button", { pressed: true })).toBeNull();
  });

  it("offers nothing while an action is under way", async () => {
    show({ ...props(fixture, moment), busy: true });
    await key(String(first!.card)[0]!);
    await key("Enter");
    expect(act).not.toHaveBeenCalled();
  });
});

describe("the other decisions", () => {
  const base = game("linko-base-4");

  it.each([
    ["take", ["take", "leave"]],
    ["back", ["back", "discard"]],
    ["miss", ["pass"]],
  ])("of %s are buttons", async (phase, actions) => {
    const { container } = show(props(base, deciding(base, phase)));
    for (const action of actions) await fireEvent.click(container.querySelector(`.actions [data-action="${action}"]`)!);
    expect(act.mock.calls.flat()).toEqual(actions);
  });

  it("of drawing are the cards and the deck themselves", async () => {
    const moment = deciding(base, "draw");
    const { container } = show(props(base, moment));
    for (const { action } of moment.own!.legal) await fireEvent.click(container.querySelector(`.middle [data-action="${action}"]`)!);
    expect(act.mock.calls.flat()).toEqual(moment.own!.legal.map((one) => one.action));
  });

  it("of the duel are the places of the pool and the sets of the Shadow Display", async () => {
    const duel = game("linko-duel-2");
    for (const phase of ["pick", "draw"]) {
      const moment = deciding(duel, phase);
      const { container, unmount } = show(props(duel, moment));
      for (const { action } of moment.own!.legal) await fireEvent.click(container.querySelector(`[data-action="${action}"]`)!);
      expect(act.mock.calls.flat()).toEqual(moment.own!.legal.map((one) => one.action));
      act.mockClear();
      unmount();
    }
  });

  it("point at a hint", () => {
    const moment = deciding(base, "take");
    const { container } = show({ ...props(base, moment), hinted: "leave" });
    expect(container.querySelector('[data-action="leave"]')?.classList.contains("hint")).toBe(true);
  });
});

describe("the table", () => {
  it("shows those who watch no hand and no button to play", () => {
    const fixture = game("linko-base-5");
    const { container } = show(props(fixture, fixture.moments[40]!, "en", true));
    expect(container.querySelector(".hand")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Play/ })).toBeNull();
    expect(screen.getAllByRole("region", { name: /in hand/ })).toHaveLength(5);
  });

  it("shows every layer of every display, however deep", () => {
    for (const file of ["linko-duel-2", "linko-base-3", "linko-expert-4"]) {
      const fixture = game(file);
      const moment = fixture.moments.at(-1)!;
      const { unmount } = show(props(fixture, moment));
      for (const [seat, layers] of viewOf(moment).displays.entries()) {
        const whose = seat === fixture.seat ? "Your display" : `Display of ${fixture.names[seat]}`;
        const list = screen.getByRole("list", { name: `${whose}, oldest layer first` });
        const told = within(list).getAllByRole("listitem").map((item) => item.querySelector(".unseen")?.textContent);
        expect(told.slice(0, -1)).toEqual(layers.slice(0, -1).map((layer) => setOf(say, layer)));
        expect(told.at(-1)).toBe(say("display.open", { set: setOf(say, layers.at(-1)!) }));
      }
      unmount();
    }
  });

  it("shows cards known to be in a hand only with the aid", async () => {
    const fixture = game("linko-base-5");
    const moment = fixture.moments[74]!;
    const { rerender, container } = show(props(fixture, moment));
    expect(container.querySelectorAll(".known").length).toBeGreaterThan(0);
    await rerender({ ...props(fixture, moment), aid: false });
    expect(container.querySelectorAll(".known")).toHaveLength(0);
  });

  it.each(["en", "de"] as const)("has words for the moments of whole games, one after the other (%s)", async (lang) => {
    for (const file of ["linko-base-4", "linko-expert-5", "linko-duel-2", "linko-first-2"]) {
      const fixture = game(file);
      const { container, rerender, unmount } = show(props(fixture, fixture.moments[0]!, lang));
      for (const moment of fixture.moments.filter((_, i, all) => i % 7 === 0 || i === all.length - 1)) {
        await rerender(props(fixture, moment, lang, moment.version % 2 === 0));
        expect(container.textContent).not.toMatch(/[{}]|undefined|NaN/);
      }
      unmount();
    }
  });
});
