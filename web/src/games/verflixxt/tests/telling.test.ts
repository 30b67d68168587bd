import { expect, test } from "vitest";

import type { Happened } from "../../contract";
import { choice, describe, headline, keyHelp, sentences } from "../telling";
import { gameOf, games, sayIn } from "./games";

const person = (lang: "en" | "de", seat: number | null) => ({ say: sayIn(lang), seat, names: ["Mira", "Jonas", "Ida", "Noor"] });

const turn: Happened[] = [
  { kind: "moved", data: { seat: 0, from: 4, to: 9, left: 9, reached: 11 } },
  { kind: "collected", data: { seat: 0, number: 4, tile: 9 } },
  { kind: "turned", data: { seat: 1 } },
  { kind: "rolled", data: { seat: 1, roll: 6 } },
];

test("a turn is told from the reader's seat", () => {
  expect(sentences(person("en", 0), turn).join(" ")).toBe("You move from the lucky tile to a Gift tile. You take a lucky tile. Jonas rolls a 6.");
  expect(sentences(person("de", 1), turn).join(" ")).toBe(
    "Mira zieht von der Glückstafel auf eine Schenken-Tafel. Mira nimmt eine Glückstafel. Du würfelst eine 6.",
  );
});

test("a gift is told to the one who gets it, and to everybody else", () => {
  const gift: Happened[] = [
    { kind: "gave", data: { seat: 2, other: 1, tile: -7 } },
    { kind: "flipped", data: { number: 9, side: 12 } },
  ];
  expect(sentences(person("en", 1), gift)).toEqual(["Ida gives you −7.", "The action tile now says Steal."]);
  expect(sentences(person("en", 2), gift)[0]).toBe("You give −7 to Jonas.");
  expect(sentences(person("de", null), gift)).toEqual(["Ida schenkt Jonas −7.", "Die Aktionstafel zeigt jetzt Klauen."]);
});

test("the first seat is not meant where an event names none", () => {
  expect(sentences(person("en", 0), [{ kind: "ended", data: { reason: 1 } }])).toEqual(["The game is over: all pieces are home."]);
});

test.each(games)("everything that happens in %s can be told in both languages", (_, game) => {
  for (const lang of ["en", "de"] as const)
    for (const seat of [null, 0, 1]) {
      const reader = { say: sayIn(lang), seat, names: game.names };
      const told = game.moments.flatMap(({ events }) => sentences(reader, events));
      expect(told.filter((text) => !text || /[{}]|undefined|null|-\d| {2}| \./.test(text))).toEqual([]);
    }
});

test("the table in words has every tile and every tower, the reader's first", () => {
  const game = gameOf("base", 4);
  const { view } = game.moments[40]!;
  const [waits, track, towers] = describe({ ...person("en", 2), names: game.names }, view);
  expect(waits!.heading).toBe("Mira rolled 3 and is choosing a move.");
  expect(track!.lines).toHaveLength(view.track.length);
  expect(towers!.lines.map((line) => line.split(":")[0])).toEqual(["You", "Ida", "Mira", "Jonas"]);
});

test("an action in words says what it would bring about", () => {
  const game = gameOf("base", 4);
  const { view, own } = game.moments[40]!;
  const told = own.legal.map((legal) => choice({ ...person("en", 0), names: game.names }, view, legal));
  expect(told[2]).toBe("Your piece goes from the Gift tile to −6. You give −9 to Ida.");
});

test("one line says who took what from whom before it says what was moved", () => {
  expect(headline(person("en", 0), turn)).toBe("You take a lucky tile.");
  const theft: Happened[] = [{ kind: "moved", data: { seat: 1, left: 12, reached: 3 } }, { kind: "stole", data: { seat: 1, other: 2, tile: 8 } }];
  expect(headline(person("en", 0), theft)).toBe("Jonas steals +8 from Ida.");
  expect(headline(person("en", 0), turn.filter(({ kind }) => kind === "rolled"))).toBe("");
});

test("the keys are told in both languages", () => {
  for (const lang of ["en", "de"] as const) expect(keyHelp(sayIn(lang)).map(({ does }) => does.length > 5)).toEqual([true, true]);
});
