import { describe, expect, it } from "vitest";

import { BACK, faces, held, total } from "../cards";
import { flights } from "../flights";
import { launch, type Spot } from "../motion";
import { game, handOf, viewOf } from "./fixtures";

const nothing = () => [];

describe("cards on their way", () => {
  it("go from the reader's groups to the display, from others as a whole", () => {
    const events = [{ kind: "played", data: { seat: 0, value: 7, numbers: 2, jokers: 1 } }];
    expect(flights(events, { reader: 0, lifted: nothing }).map(({ from, to, cards }) => [from, to, cards])).toEqual([
      ["hand:7", "open:0", [7, 7]],
      ["hand:14", "open:0", [14]],
    ]);
    expect(flights(events, { reader: 1, lifted: nothing }).map(({ from, cards }) => [from, cards])).toEqual([["seat:0", [7, 7, 14]]]);
  });

  it("are backs when another seat draws from the deck, and turn over for the reader", () => {
    const [hidden] = flights([{ kind: "drew_deck", data: { seat: 1, card: 0 } }], { reader: 0, lifted: nothing });
    expect(hidden).toMatchObject({ from: "deck", to: "seat:1", cards: [BACK], turns: false });
    const [own] = flights([{ kind: "drew_deck", data: { seat: 0, card: 9 } }], { reader: 0, lifted: nothing });
    expect(own).toMatchObject({ from: "deck", to: "hand:9", cards: [9], turns: true });
  });

  it("never show a card that the events do not", () => {
    for (const moment of game("linko-base-5").moments) {
      for (const flight of flights(moment.events, { reader: null, lifted: nothing })) {
        if (flight.from === "deck" && flight.to.startsWith("seat:")) expect(flight.cards).toEqual([BACK]);
      }
    }
  });

  it("bring to the reader's hand what it gains, in every version of whole games", () => {
    for (const file of ["linko-base-4", "linko-duel-2", "linko-expert-5"]) {
      const { moments, seat } = game(file);
      for (const [i, moment] of moments.entries()) {
        const before = moments[i - 1];
        if (!before) continue;
        const lifted = (who: number) => {
          const top = viewOf(before).displays[who]?.at(-1);
          return top ? faces(top) : [];
        };
        const ways = flights(moment.own!.events, { reader: seat, lifted });
        const gained = ways.filter((way) => way.to.startsWith("hand:"));
        const lost = ways.filter((way) => way.from.startsWith("hand:"));
        const count = (some: typeof ways) => some.reduce((sum, way) => sum + way.cards.length, 0);
        expect(total(handOf(moment)) - total(handOf(before)), `${file} ${i}`).toBe(count(gained) - count(lost));
        for (const way of gained) {
          const card = Number(way.to.slice(5));
          expect(held(handOf(moment), card)).toBeGreaterThan(0);
        }
      }
    }
  });
});

describe("a launch", () => {
  const spot = (x: number): Spot => ({ x, y: 0, width: 50, element: document.createElement("i") });
  const flight = { from: "deck", to: "hand:7", cards: [7], turns: true, wave: 0 };

  it("leaves out what has no way", () => {
    expect(launch([flight], new Map(), new Map([["hand:7", [spot(9)]]]))).toEqual([]);
    expect(launch([flight], new Map([["deck", [spot(1)]]]), new Map())).toEqual([]);
  });

  it("hides the card it becomes only where that was not there before", () => {
    const [before, after] = [new Map([["deck", [spot(1)]]]), new Map([["hand:7", [spot(9)]]])];
    expect(launch([flight], before, after)[0]?.hides).toBe(true);
    before.set("hand:7", [spot(8)]);
    expect(launch([flight], before, after)[0]?.hides).toBe(false);
  });

  it("lets the cards of a set land side by side, one after the other", () => {
    const before = new Map([["seat:1", [spot(1)]]]);
    const after = new Map([["open:1", [spot(10), spot(20), spot(30)]]]);
    const flying = launch([{ ...flight, from: "seat:1", to: "open:1", cards: [7, 7, 14] }], before, after);
    expect(flying.map((one) => one.to.x)).toEqual([10, 20, 30]);
    expect(flying.map((one) => one.delay)).toEqual([...flying.map((one) => one.delay)].sort((a, b) => a - b));
    expect(flying.every((one) => one.delay <= 300)).toBe(true);
  });
});
