import { createHash, randomBytes } from "node:crypto";

import { describe, expect, it } from "vitest";

import { commitmentOf, hex, keyOf, sha256, Stream, unhex } from "$lib/fairness/chance";
import type { ChanceInfo } from "$lib/wire";
import { readRecord, settingsOf, verify } from "$lib/fairness/verify";

// The vectors of docs/fairness.md.
const SECRET = Uint8Array.from({ length: 32 }, (_, i) => i);
const KEY = keyOf(SECRET, ["Mira's word", "7"]);

// The example of docs/records.md.
const RECORD = `[Tatze "1"]
[Game "linko"]
[Rules "first"]
[Players "2"]
[A "Mira"]
[B "Ole"]
[Start "B"]
[StartBy "chance"]
[Commitment "cdaf2d189046d75360a532b3caaed571943f44877eddad7d3a15c3855925d579"]
[Word.1 "Mira's word"]
[Word.2 "7"]
[Secret "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"]
[Deal "10 11 1 3 2 11 1 5 6 8 13 j 13 8 11 3 9 6 6 11 8 6 5 8 1 4 7 8 4 13 5 10 7 10 2 j 13 5 1 6 10 2 2 2 10 4 j 7 4 9 7 9 7 2 12 11 9 8 9 9 3 3 3 12 12 4 10 4 4 3 5 9 6 8 1 1 5 j 4 1 8 13 1 j 12 12 2 9 10 12 13 5 10 7 12 7 6 13 11 3 12 7 11 5 6 2 11 3 13"]

1. B 8x3
end 1 0
`;

describe("our own SHA-256", () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 119, 1000])("agrees with Node's for %i bytes", (length) => {
    const data = randomBytes(length);
    expect(hex(sha256(data))).toBe(createHash("sha256").update(data).digest("hex"));
  });
});

describe("the vectors of the fairness page", () => {
  it("hold for commitment and keys", () => {
    expect(commitmentOf(SECRET)).toBe("cdaf2d189046d75360a532b3caaed571943f44877eddad7d3a15c3855925d579");
    expect(hex(KEY)).toBe("6d94475d783affdaa6f114cda2429f3d5bfeb1625068cbe16da6f0b2107789e5");
    expect(hex(keyOf(SECRET, []))).toBe("94f7fe27b8b42b30d4928cc2be6431aaa3b52966fd3b8f25f112438e3d3ac365");
    expect(unhex("00ff10")).toEqual(Uint8Array.of(0, 255, 16));
  });

  it("hold for streams, start, shuffle and dice", () => {
    const deal = new Stream(KEY, "deal");
    const words = Array.from({ length: 9 }, () => deal.word().toString(16).padStart(8, "0"));
    expect(words.join(" ")).toBe("7afeaed9 219bdd9f f0a9abc1 efe7775c a170c9b6 962c4ffd 2ec0fe6f f3453ebd 70f70b1c");
    expect(new Stream(KEY, "start").below(2)).toBe(1);
    expect(new Stream(KEY, "deal").shuffle([...Array(10).keys()])).toEqual([4, 0, 5, 3, 9, 6, 2, 8, 1, 7]);
    expect(Array.from({ length: 10 }, (_, r) => new Stream(KEY, `dice ${r}`).below(6) + 1)).toEqual([4, 6, 2, 6, 1, 6, 6, 4, 6, 6]);
  });
});

const CARDS = Array.from({ length: 104 }, (_, i) => String(Math.floor(i / 8) + 1));
const CHANCE = { stock: [...CARDS, "j", "j", "j", "j", "j"], outcomes: [] };

/** The checks of a record's text; `verify` with what the server would say of its chance. */
const check = (text: string, promised: string, words: string[], chance: ChanceInfo = CHANCE) => verify(readRecord(text), chance, promised, words);

describe("a record", () => {
  const commitment = commitmentOf(SECRET);

  it("is good when everything follows from its secret", () => {
    const checks = check(RECORD, commitment, ["7"]);
    expect(checks.map((one) => one.what)).toEqual(["commitment", "promised", "words", "start", "deal"]);
    expect(checks.every((one) => one.good)).toBe(true);
  });

  it.each([
    ["the deal", RECORD.replace('[Deal "10 11', '[Deal "11 10'), "deal"],
    ["the start", RECORD.replace('[Start "B"]', '[Start "A"]'), "start"],
    ["a word", RECORD.replace('[Word.2 "7"]', '[Word.2 "8"]'), "words"],
    ["the commitment", RECORD.replace("cdaf", "cdae"), "commitment"],
  ])("is bad when %s was changed", (_, text, what) => {
    expect(check(text, commitment, ["7"]).find((one) => one.what === what)?.good).toBe(false);
  });

  it("is bad when the commitment is not the one that was promised", () => {
    expect(check(RECORD, "00", []).find((one) => one.what === "promised")?.good).toBe(false);
  });

  it("is bad when another deck was shuffled than the game has", () => {
    const other = { stock: CHANCE.stock.with(0, "13"), outcomes: [] };
    expect(check(RECORD, commitment, [], other).find((one) => one.what === "deal")?.good).toBe(false);
  });

  it("has only the actions and rolls that were not taken back", () => {
    const { played } = readRecord("1. * d4 A m0 undo m1 * d6\n2. B m0 * d2 undo:2 m3 * d2\nend 9 x");
    expect(played).toEqual(["d4", "m1", "d6", "m3", "d2"]);
  });

  it("is checked for every roll", () => {
    const outcomes = ["d1", "d2", "d3", "d4", "d5", "d6"];
    const rolls = (text: string) => check(`${RECORD.replace(/end .*/, "")}${text}\nend 3 x`, commitment, [], { ...CHANCE, outcomes }).at(-1);
    expect(rolls("2. * d4 A m0 * d6 B m1 * d2")).toEqual({ what: "dice", good: true, count: 3 });
    expect(rolls("2. * d4 A m0 * d5 B m1 * d2")).toEqual({ what: "dice", good: false, count: 3 });
  });

  it("says the settings whose chance the server is asked about", () => {
    const text = RECORD.replace("[Players", '[Option.shadow_part "yes"]\n[Players');
    expect(settingsOf(readRecord(text))).toEqual({ game: "linko", rules: "first", players: 2, options: { shadow_part: "yes" } });
  });
});
