import { describe, expect, it } from "vitest";

import { JOKER, piles, total } from "../cards";
import { choose, fit, foresee, hits, jokerChoices, numberChoices, read, step, stepJokers, write } from "../pick";
import { deciding, game, handOf } from "./fixtures";

const hand = { "3": 1, "7": 3, "12": 2, j: 2 };
const sevens = { value: 7, numbers: 3, jokers: 0 };

describe("the hand", () => {
  it("lies by value, the jokers last", () => {
    expect(piles({ j: 1, "12": 2, "3": 1, "5": 0 }).map((pile) => pile.card)).toEqual([3, 12, JOKER]);
  });

  it("of every moment of a game has as many cards as everybody sees", () => {
    const { moments, seat } = game("linko-base-5");
    for (const moment of moments) {
      const groups = piles(handOf(moment));
      expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(total(handOf(moment)));
      expect(total(handOf(moment))).toBe((moment.view?.hands as { size: number }[])[seat]?.size);
    }
  });
});

describe("picking", () => {
  it("takes all cards of a value and no joker", () => {
    expect(choose(null, hand, 7)).toEqual(sevens);
  });

  it("lays the cards down when their value is chosen again", () => {
    expect(choose(sevens, hand, 7)).toBeNull();
  });

  it("changes to another value", () => {
    expect(choose(sevens, hand, 12)).toEqual({ value: 12, numbers: 2, jokers: 0 });
  });

  it("adds one joker after another to a value, and then none", () => {
    const one = choose(sevens, hand, JOKER);
    const two = choose(one, hand, JOKER);
    expect([one?.jokers, two?.jokers, choose(two, hand, JOKER)?.jokers]).toEqual([1, 2, 0]);
  });

  it("takes jokers alone where nothing is picked", () => {
    expect(choose(null, hand, JOKER)).toEqual({ value: JOKER, numbers: 0, jokers: 2 });
  });

  it("of a value that is not in the hand picks nothing", () => {
    expect(choose(null, hand, 5)).toBeNull();
  });

  it("stays within what the hand has", () => {
    expect(step(sevens, hand, 1).numbers).toBe(3);
    expect(step({ ...sevens, numbers: 1 }, hand, -1).numbers).toBe(1);
    expect(stepJokers(sevens, hand, -1).jokers).toBe(0);
    expect(stepJokers({ ...sevens, jokers: 2 }, hand, 1).jokers).toBe(2);
  });

  it("offers every number of cards, and no joker less than one for jokers alone", () => {
    expect(numberChoices(sevens, hand)).toEqual([1, 2, 3]);
    expect(jokerChoices(sevens, hand)).toEqual([0, 1, 2]);
    const alone = { value: JOKER, numbers: 0, jokers: 2 };
    expect(numberChoices(alone, hand)).toEqual([]);
    expect(jokerChoices(alone, hand)).toEqual([1, 2]);
  });

  it("keeps what is left of a pick when the hand changes", () => {
    expect(fit({ ...sevens, jokers: 2 }, { "7": 2, j: 1 })).toEqual({ value: 7, numbers: 2, jokers: 1 });
    expect(fit(sevens, { "12": 1 })).toBeNull();
    expect(fit(sevens, hand)).toBe(sevens);
  });
});

describe("an action", () => {
  it.each(["7x3", "7", "12x2+j", "1+jx2", "j", "jx5", "13x8+jx5"])("%s is written as it is read", (text) => {
    expect(write(read(text)!)).toBe(text);
  });

  it.each(["take", "leave", "back", "discard", "deck", "pass", "pool:7", "pool:j", "place:3", "shadow:4", ""])(
    "%s is no play",
    (text) => {
      expect(read(text)).toBeNull();
    },
  );

  it("of every pick a hand allows is among the legal ones, and there are no others", () => {
    for (const file of ["linko-base-4", "linko-expert-5", "linko-duel-2"]) {
      for (const moment of game(file).moments) {
        const legal = moment.own?.legal ?? [];
        if (!legal.length || moment.view?.phase !== "play") continue;
        const own = handOf(moment);
        const picks = piles(own).flatMap(({ card }) => {
          const all = choose(null, own, card)!;
          const numbers = card === JOKER ? [0] : numberChoices(all, own);
          return numbers.flatMap((n) => jokerChoices(all, own).map((jokers) => write({ value: card, numbers: n, jokers })));
        });
        expect(new Set(picks)).toEqual(new Set(legal.map((one) => one.action)));
      }
    }
  });
});

describe("foresight", () => {
  it("is what the server sent with the action", () => {
    const { own } = deciding(game("linko-base-3"), "play");
    for (const { action, foresight } of own!.legal) {
      expect(foresee(own!.legal, action)).toEqual(foresight);
      expect(hits(own!.legal, action)).toBe((foresight.abluxxes as number[]).length > 0 || foresight.shadow);
    }
  });

  it("of an action that is not legal is nothing", () => {
    expect(foresee([], "7x3")).toBeNull();
    expect(hits([], "7x3")).toBe(false);
  });
});
