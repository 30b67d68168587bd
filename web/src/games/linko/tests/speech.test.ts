import { describe, expect, it } from "vitest";

import { choose as set } from "$lib/browser/settings.svelte";

import { around, inTurn } from "../seating";
import { allOf, naming, prophecy, question, setOf, some } from "../speech";
import { keyHelp } from "../keys";
import { describe as tellTable, headline } from "../telling";
import de from "../words.de.json";
import en from "../words.en.json";
import { deciding, game, speaking, viewOf } from "./fixtures";

const english = { say: speaking("en"), seat: 0, names: ["Mira", "Jonas", "Tariq", "Ida"] };
const german = { ...english, say: speaking("de") };

describe("cards in words", () => {
  it("are counted", () => {
    expect(some(english.say, 7, 3)).toBe("three 7s");
    expect(some(german.say, 7, 3)).toBe("drei 7er");
    expect(some(english.say, 8, 1)).toBe("an 8");
    expect(some(english.say, 14, 2)).toBe("two jokers");
    expect(some(german.say, 0, 2)).toBe("zwei Karten");
  });

  it("name the jokers of a set", () => {
    expect(setOf(english.say, { value: 7, numbers: 2, jokers: 1 })).toBe("two 7s with a joker");
    expect(setOf(german.say, { value: 7, numbers: 1, jokers: 2 })).toBe("eine 7 mit zwei Jokern");
    expect(setOf(german.say, { value: 14, numbers: 0, jokers: 1 })).toBe("einen Joker");
  });

  it("are listed as the language does", () => {
    set({ lang: "de" });
    expect(allOf(german.say, { j: 1, "3": 1, "7": 2 })).toBe("eine 3, zwei 7er und einen Joker");
    expect(allOf(naming(german.say), { j: 1, "3": 1, "7": 2 })).toBe("eine 3, zwei 7er und ein Joker");
    set({ lang: "en" });
    expect(allOf(english.say, { j: 1, "3": 1, "7": 2 })).toBe("a 3, two 7s and a joker");
  });
});

describe("the button", () => {
  it("says what will happen", () => {
    const play = { value: 7, numbers: 3, jokers: 0 };
    expect(english.say("go.play", { set: setOf(english.say, play) })).toBe("Play three 7s");
    expect(german.say("go.play", { set: setOf(german.say, play) })).toBe("drei 7er auslegen");
  });
});

describe("the question", () => {
  it.each(["play", "take", "back", "draw", "miss"])("of %s is asked of the reader and told to others", (phase) => {
    const view = viewOf(deciding(game("linko-base-4"), phase));
    for (const reader of [english, german, { ...english, seat: null }, { ...german, seat: 2 }]) {
      const said = question(reader, view);
      expect(said).not.toMatch(/[{}]|undefined/);
      expect(said).not.toBe("");
    }
    expect(question({ ...english, seat: null }, view)).toContain("Mira");
    expect(question(english, view)).not.toContain("Mira");
  });

  it("of the duel's Shadow Display is asked too", () => {
    const view = viewOf(deciding(game("linko-duel-2"), "pick"));
    expect(question(english, view)).toContain("Shadow Display");
    expect(question({ ...german, seat: 1 }, view)).toBe("Mira wählt einen Satz aus der Schattenauslage.");
  });

  it("names the layer and its owner", () => {
    const view = viewOf(deciding(game("linko-base-4"), "take"));
    const top = view.displays[view.owner!]!.at(-1)!;
    expect(question(english, view)).toBe(`You abluxx ${setOf(english.say, top)} from ${english.names[view.owner!]}.`);
  });

  it("is told in the second person to whoever left the layer", () => {
    const view = viewOf(game("linko-base-4").moments.find((one) => one.view?.phase === "back" && one.view.turn === 0)!);
    expect(question(english, view)).toMatch(/^You leave /);
    expect(question(german, view)).toMatch(/^Du verzichtest auf /);
    expect(question({ ...english, seat: null }, view)).toMatch(/^Mira leaves /);
  });

  it("of a finished game is no question", () => {
    const over = game("linko-base-4").moments.at(-1)!;
    expect(question(german, viewOf(over))).toBe("Die Partie ist zu Ende.");
  });
});

describe("what is used up", () => {
  const told = (reader: typeof english, view: ReturnType<typeof viewOf>) => tellTable(reader, view, null, true).flatMap(({ lines }) => lines);

  it("is called empty in the table in words, not missing so far", () => {
    const view = { ...viewOf(game("linko-duel-2").moments[20]!), deck: 0, shadow: {} };
    expect(told(german, view)).toEqual(expect.arrayContaining(["Der Nachziehstapel ist leer", "Die Schattenauslage ist leer."]));
    expect(told(english, view)).toEqual(expect.arrayContaining(["The deck is empty", "The Shadow Display is empty."]));
  });

  it("is not offered for drawing", () => {
    const view = viewOf(deciding(game("linko-base-4"), "draw"));
    expect(question(german, view)).toContain("aus dem Vorrat oder vom Nachziehstapel");
    expect(question(german, { ...view, deck: 0 })).toMatch(/, aus dem Vorrat\.$/);
    expect(question(english, { ...view, pool: view.pool.map(() => null) })).toMatch(/, from the deck\.$/);
  });
});

describe("what a play would bring about", () => {
  const view = viewOf(game("linko-expert-4").moments[100]!);
  const nothing = { abluxxes: [], shadow: false, ends: false };

  it("names those who are abluxxed, with what they lose", () => {
    const top = view.displays[1]!.at(-1)!;
    expect(prophecy(english, view, { ...nothing, abluxxes: [1] })).toBe(`This abluxxes ${setOf(english.say, top)} from Jonas.`);
  });

  it("is said where nothing is hit, and where the game ends", () => {
    expect(prophecy(english, view, nothing)).toBe("abluxxes nothing");
    expect(prophecy(german, view, { ...nothing, ends: true })).toContain("beendet die Partie");
  });
});

describe("the words", () => {
  it("are the same in both languages", () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      const params = (text: string) => new Set(text.match(/\{\w+\}/g));
      expect(params(de[key]), key).toEqual(params(en[key]));
    }
  });
});

describe("the seats", () => {
  it("lie clockwise from the reader's left", () => {
    expect(around(4, 2)).toEqual([3, 0, 1]);
    expect(around(3, null)).toEqual([0, 1, 2]);
  });

  it("are met in turn by a play", () => {
    expect(inTurn([0, 1, 3], 2, 4)).toEqual([3, 0, 1]);
  });
});

describe("the line that says what matters", () => {
  const played = { kind: "played", data: { seat: 1, value: 7, numbers: 2, jokers: 0 } };
  const abluxxed = { kind: "abluxxed", data: { seat: 1, owner: 2, value: 3, numbers: 2, jokers: 0 } };
  const drew = { kind: "drew_deck", data: { seat: 1, card: 0 } };

  it("names who abluxxed whom, else what was played, and is silent about drawing", () => {
    expect(headline(english, [played, abluxxed, drew])).toBe("Jonas abluxxes two 3s from Tariq.");
    expect(headline(english, [played, drew])).toContain("two 7s");
    expect(headline(english, [drew])).toBe("");
  });

  it("has words for every key of the board", () => {
    for (const { say } of [english, german]) expect(new Set(keyHelp(say).map(({ does }) => does)).size).toBe(keyHelp(say).length);
  });
});
