import { describe, expect, test } from "vitest";

import { choicesOf, type Choice } from "../choices";
import { brief, status, tell, tileLabel, towerLabel, type Reader } from "../speech";
import de from "../words.de.json";
import en from "../words.en.json";
import { games, moments, position, readerOf, sayIn } from "./games";

const names = ["Mira", "Jonas", "Ida"];
const view = position(
  [
    ["start", [0, 1, 0]],
    ["-3", [1, 0, 0]],
    ["+5", [2, 2, 1], 1],
    ["gift", [1, 0, 0]],
    ["L", [0, 1, 0], 1],
    ["steal", [1, 0, 0]],
    ["finish", [0, 0, 0]],
  ],
  { towers: [["+4", "-7"], ["L"], []], scores: [-3, 0, 0] },
);
const reader = (lang: "en" | "de"): Reader => ({ say: sayIn(lang), view, seat: 0, names });

const plain = { guard: false, home: false, takes: null, boxes_start: false, acts: null, gives: null, gives_to: null, ends: false };
const foresight: Record<string, Record<string, unknown>> = {
  m1: { ...plain, lands: 3, on: "gift", takes: "-3" },
  m2: { ...plain, lands: 4, on: "L" },
  m3: { ...plain, lands: 5, on: "steal", acts: "gift", gives: "-7", gives_to: 1 },
  m5: { ...plain, lands: 6, on: "finish", home: true, acts: "steal" },
  g4: { guard: true, lands: 6, on: "finish", home: true },
  g2: { guard: true, lands: 4, on: "L", home: false },
  "steal:B": { takes: "L", from: 1, ends: true },
};
const choice = (action: string): Choice => choicesOf(view, [{ action, foresight: foresight[action]! }])[0]!;

describe("a choice is told in full sentences", () => {
  test.each([
    ["m1", "Your piece goes from −3 to a Gift tile. You take −3."],
    ["m2", "Your piece goes from +5 to a lucky tile. +5 stays. Still there: another of yours, Jonas (2), Ida and a guard."],
    ["m3", "Your piece goes from the Gift tile to a Steal tile. You give −7 to Jonas."],
    ["m5", "Your piece goes from the Steal tile to the finish. Steal: you take somebody's top tile."],
    ["g2", "A guard goes from +5 to a lucky tile. +5 is no longer guarded. The lucky tile is guarded then."],
    ["g4", "A guard goes from the lucky tile to the finish. The lucky tile is no longer guarded."],
    ["steal:B", "You steal a lucky tile from Jonas. That ends the game."],
  ])("%s in English", (action, told) => expect(tell(reader("en"), choice(action))).toBe(told));

  test.each([
    ["m1", "Deine Figur zieht von der −3 auf eine Schenken-Tafel. Du nimmst −3."],
    ["m2", "Deine Figur zieht von der +5 auf eine Glückstafel. Die +5 bleibt liegen. Noch da: eine von dir, Jonas (2), Ida und ein Wächter."],
    ["m3", "Deine Figur zieht von der Schenken-Tafel auf eine Klauen-Tafel. Du schenkst Jonas −7."],
    ["m5", "Deine Figur zieht von der Klauen-Tafel ins Ziel. Klauen: Du nimmst dir eine oberste Tafel."],
    ["g4", "Ein Wächter zieht von der Glückstafel ins Ziel. Die Glückstafel ist nicht mehr bewacht."],
    ["steal:B", "Du klaust Jonas eine Glückstafel. Damit endet die Partie."],
  ])("%s in German", (action, told) => expect(tell(reader("de"), choice(action))).toBe(told));
});

test("a small button says it in a few words, with its tone", () => {
  expect(brief(reader("en"), choice("m1"))).toEqual([{ text: "take −3", tone: "loss" }]);
  expect(brief(reader("en"), choice("m3"))).toEqual([{ text: "−7 to Jonas", tone: "gain" }]);
  expect(brief(reader("de"), choice("m2"))).toEqual([{ text: "+5 bleibt", tone: "plain" }]);
  expect(brief(reader("de"), choice("g4"))).toEqual([{ text: "Glückstafel unbewacht", tone: "act" }]);
});

test("a tile says what it is and who is on it", () => {
  expect(tileLabel(reader("en"), view.track[2]!)).toBe(
    "Plus tile +5, with 2 of your pieces, 2 pieces of Jonas, a piece of Ida and a guard",
  );
  expect(tileLabel(reader("de"), view.track[3]!)).toBe("Aktionstafel Schenken, darauf eine Figur von dir");
  expect(tileLabel(reader("en"), view.track[6]!)).toBe("Finish");
});

test("a tower says its points, its tiles and who is home", () => {
  expect(towerLabel(reader("en"), 0)).toBe("You: −3 points. Tower from the bottom: +4, −7. 0 of 5 pieces home.");
  expect(towerLabel(reader("de"), 2)).toBe("Ida: 0 Punkte. Noch keine Tafel. 0 von 1 Figuren im Ziel.");
});

test("the table says what it waits for", () => {
  expect(status(reader("en"))).toBe("You rolled 2. What do you move?");
  expect(status({ ...reader("de"), seat: null })).toBe("Mira hat 2 gewürfelt und überlegt.");
});

test("both languages have the same words with the same blanks", () => {
  expect(Object.keys(de)).toEqual(Object.keys(en));
  const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [key, text] of Object.entries(en)) expect([key, blanks((de as Record<string, string>)[key]!)]).toEqual([key, blanks(text)]);
});

test.each(["en", "de"] as const)("everything in whole games can be said in %s, and nothing stays blank", (lang) => {
  const said = new Set<string>();
  for (const { game, view: seen, own } of moments) {
    const to = readerOf(game, seen, lang);
    const choices = choicesOf(seen, own.legal);
    [
      status(to),
      ...seen.track.map((tile) => tileLabel(to, tile)),
      ...seen.towers.map((_, seat) => towerLabel(to, seat)),
      ...choices.flatMap((one) => [tell(to, one), ...brief(to, one).map((effect) => effect.text)]),
    ].forEach((text) => said.add(text));
  }
  expect(said.size).toBeGreaterThan(1000);
  expect([...said].filter((text) => !text.trim() || /[{}]|undefined|null|NaN|-\d| {2}|: \.|^ /.test(text))).toEqual([]);
});

test("the games played here have everything that can be said", () => {
  const kinds = new Set(moments.flatMap(({ view: seen, own }) => choicesOf(seen, own.legal)).map((one) => one.kind));
  expect([...kinds].sort()).toEqual(["guard", "piece", "theft"]);
  expect(games).toHaveLength(9);
});
