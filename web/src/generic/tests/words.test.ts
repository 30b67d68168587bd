import { beforeEach, describe, expect, it } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { sayFor } from "$lib/words/words";

import type { Reader } from "../../games/contract";
import page from "../index";

const reader: Reader = { say: sayFor("unknown"), seat: 0, names: ["Ada", "Mira"] };
const told = (kind: string, data: Record<string, number>) => page.sentences(reader, [{ kind, data }]);

beforeEach(() => choose({ lang: "en" }));

describe("events of a game without sentences", () => {
  it("are told by their names and fields, seats by name", () => {
    expect(told("drew_card", { seat: 0, card: 7 })).toEqual(["You: drew card (card 7)."]);
    expect(told("gave", { seat: 1, other: 0, count: 2 })).toEqual(["Mira: gave (other Ada, count 2)."]);
    expect(told("reshuffled", { cards: 9 })).toEqual(["Reshuffled (cards 9)."]);
  });

  it("leave out what the reader may not know", () => {
    expect(told("drew_card", { seat: 1, card: 0 })).toEqual(["Mira: drew card."]);
  });

  it("say when the game is over, and not whose turn the board shows", () => {
    expect(told("ended", { reason: 1 })).toEqual(["The game is over."]);
    expect(told("turned", { seat: 1 })).toEqual([]);
  });
});

describe("the table in words", () => {
  it("begins with what the table waits for, and has a part for each seat", () => {
    const view = { actor: 1, phase: "bid", scores: [3, 1], hands: [{ size: 2 }, { size: 4 }], pot: { j: 2 } };
    expect(page.describe(reader, view, null, true)).toEqual([
      { heading: "Mira decides.", lines: ["Phase: bid"] },
      { heading: "On the table", lines: ["Pot: 2 × j"] },
      { heading: "Ada", lines: ["Scores: 3", "Hands: Size 2"] },
      { heading: "Mira", lines: ["Scores: 1", "Hands: Size 4"] },
    ]);
  });
});
