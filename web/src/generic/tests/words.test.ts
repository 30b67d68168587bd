import { beforeEach, describe, expect, it } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { addWords, sayFor } from "$lib/words/words";

import type { Reader } from "../../games/contract";
import page from "../index";

/** Words as the server sends them of a game that has none of its own. */
const SENT = {
  "view.scores": "points",
  "event.drew_card": "{seat}: drew card.",
  "event.drew_card.you": "You: drew card, card {card}.",
  "event.gave": "{seat}: gave, other {other}, count {count}.",
};
addWords("toy", "en", SENT);
const reader: Reader = { say: sayFor("toy"), seat: 0, names: ["Ada", "Mira"] };
const told = (kind: string, data: Record<string, number>) => page.sentences(reader, [{ kind, data }]);

beforeEach(() => choose({ lang: "en" }));

describe("events of a game without sentences", () => {
  it("are told with the server's words, seats by name, to each reader what they may know", () => {
    expect(told("drew_card", { seat: 0, card: 7 })).toEqual(["You: drew card, card 7."]);
    expect(told("drew_card", { seat: 1, card: 0 })).toEqual(["Mira: drew card."]);
    expect(told("gave", { seat: 1, other: 0, count: 2 })).toEqual(["Mira: gave, other Ada, count 2."]);
  });

  it("are told by their names where there are no words", () => {
    expect(told("took_back", { seat: 1, count: 2 })).toEqual(["Mira: took back."]);
    expect(told("reshuffled", { cards: 9 })).toEqual(["Reshuffled."]);
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
      { heading: "Ada", lines: ["Points: 3", "Hands: Size 2"] },
      { heading: "Mira", lines: ["Points: 1", "Hands: Size 4"] },
    ]);
  });
});
