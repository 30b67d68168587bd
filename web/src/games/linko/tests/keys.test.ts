import { beforeEach, describe, expect, it } from "vitest";

import { JOKER } from "../cards";
import { Figures, type Keyboard, meaning, SECOND_FIGURE_MS } from "../keys";
import { speaking } from "./fixtures";

let board: Keyboard;
const sevens = { value: 7, numbers: 2, jokers: 0 };
const offer = (...actions: string[]) => actions.map((action) => ({ action, foresight: {} }));

beforeEach(() => {
  board = { hand: { "1": 1, "7": 3, "12": 2, j: 1 }, pick: null, legal: [], say: speaking("en"), figures: new Figures(), now: 0 };
});

describe("keys", () => {
  it("pick a value", () => {
    expect(meaning("7", board)).toEqual({ pick: { value: 7, numbers: 3, jokers: 0 } });
  });

  it("pick a value of two figures when they come quickly", () => {
    expect(meaning("1", board)).toEqual({ pick: { value: 1, numbers: 1, jokers: 0 } });
    board.now = SECOND_FIGURE_MS - 1;
    expect(meaning("2", board)).toEqual({ pick: { value: 12, numbers: 2, jokers: 0 } });
  });

  it("do not wait for ever for the second figure", () => {
    meaning("1", board);
    board.now = SECOND_FIGURE_MS;
    expect(meaning("7", board)).toEqual({ pick: { value: 7, numbers: 3, jokers: 0 } });
  });

  it("leave the pick alone where the hand has no such card", () => {
    board.pick = sevens;
    expect(meaning("5", board)).toEqual({ pick: sevens });
  });

  it("change how many", () => {
    board.pick = sevens;
    expect(meaning("+", board)).toEqual({ pick: { ...sevens, numbers: 3 } });
    expect(meaning("-", board)).toEqual({ pick: { ...sevens, numbers: 1 } });
  });

  it("add and remove jokers, or pick them alone", () => {
    expect(meaning("j", board)).toEqual({ pick: { value: JOKER, numbers: 0, jokers: 1 } });
    board.pick = sevens;
    expect(meaning("j", board)).toEqual({ pick: { ...sevens, jokers: 1 } });
    board.pick = { ...sevens, jokers: 1 };
    expect(meaning("J", board)).toEqual({ pick: sevens });
  });

  it("answer with the letter of the language, if it is legal", () => {
    board.legal = offer("take", "leave");
    expect(meaning("t", board)).toEqual({ act: "take" });
    expect(meaning("d", board)).toBeNull();
    board.say = speaking("de");
    expect(meaning("v", board)).toEqual({ act: "leave" });
  });

  it("point at a card of the pool instead of drawing it, since another figure may follow", () => {
    board.legal = offer("deck", "pool:1", "pool:12");
    expect(meaning("1", board)).toEqual({ focus: "pool:1" });
    board.now = 100;
    expect(meaning("2", board)).toEqual({ focus: "pool:12" });
  });
});
