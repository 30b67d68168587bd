import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { levelName } from "$lib/words/labels";
import { fill, isolated, list, say, signed, wordsOf } from "$lib/words/words";

import de from "../../../src/words/de.json";
import en from "../../../src/words/en.json";

const SOURCE = join(import.meta.dirname, "../../../src");
const GAMES = ["linko", "verflixxt"];
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes("tests"));

beforeEach(() => choose({ lang: "en" }));

describe("both languages", () => {
  it("have the same keys in the page's own words", () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  });

  it.each(GAMES)("have the same keys for %s", (game) => {
    expect(Object.keys(wordsOf(game, "de")).sort()).toEqual(Object.keys(wordsOf(game, "en")).sort());
  });

  it.each(GAMES)("have the same parameters for %s and the page", (game) => {
    const [one, other] = [wordsOf(game, "en"), wordsOf(game, "de")];
    const params = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
    const odd = Object.keys(one).filter((key) => new Set(params(other[key]!)).difference(new Set(params(one[key]!))).size);
    expect(odd).toEqual([]);
  });

  it("are not left untranslated", () => {
    const same = Object.entries(en).filter(([key, text]) => text === de[key as keyof typeof de] && /[a-z]{3} [a-z]{3}/.test(text));
    expect(same).toEqual([]);
  });
});

describe("every key that the page names", () => {
  const named = (pattern: RegExp) =>
    files.flatMap((file) => [...readFileSync(join(SOURCE, file), "utf8").matchAll(pattern)].map((match) => ({ file, key: match[1]! })));
  const generic = JSON.parse(readFileSync(join(SOURCE, "../../src/tatze/core/words.en.json"), "utf8")) as Record<string, string>;
  const all: Record<string, string> = { ...generic, ...wordsOf("linko", "en"), ...wordsOf("verflixxt", "en"), ...en };

  it("has words", () => {
    const missing = named(/\bsay(?:Any)?\(\s*["']([\w./-]+)["']/g).filter(({ key }) => !(key in all));
    expect(missing).toEqual([]);
  });

  it("has words where a part of it is only known later", () => {
    const starts = named(/\bsay(?:Any)?\(\s*`([\w./-]+)\$\{/g);
    const missing = starts.filter(({ key }) => !Object.keys(all).some((one) => one.startsWith(key)));
    expect(missing).toEqual([]);
  });

  it("and no page words are there that nobody names", () => {
    const text = files.map((file) => readFileSync(join(SOURCE, file), "utf8")).join("\n");
    const spare = Object.keys(en).filter((key) => {
      const parts = key.split(".");
      const starts = parts.map((_, i) => `${parts.slice(0, i + 1).join(".")}.\${`);
      return !text.includes(`"${key}"`) && !text.includes(`'${key}'`) && !starts.some((one) => text.includes(one)) && !key.endsWith(".one");
    });
    expect(spare.filter((key) => !/^(number|problem|check|log|emote|pace|watching|status|level)\./.test(key))).toEqual([]);
  });
});

describe("sentences", () => {
  it("follow the chosen language", () => {
    expect(say("home.title")).toBe("Shall we play?");
    choose({ lang: "de" });
    expect(say("home.title")).toBe("Wollen wir spielen?");
    expect(document.documentElement.lang).toBe("de");
  });

  it("take the singular for one", () => {
    expect(say("waiting.seats", { count: 1 })).toBe("One seat is free");
    expect(say("waiting.seats", { count: 2 })).toBe("2 seats are free");
  });

  it("put names in as they are", () => {
    expect(fill({ hello: "Hello {name}" }, "hello", { name: "<b>{name}</b>" })).toBe("Hello <b>{name}</b>");
  });

  it("list and sign as the language does", () => {
    expect(list(["Mira", "Jonas", "Tariq"])).toBe("Mira, Jonas and Tariq");
    expect(list(["Mira", "Jonas"], "de")).toBe("Mira und Jonas");
    expect([signed(3), signed(0), signed(-2)]).toEqual(["+3", "0", "−2"]);
  });

  it("refuse a key that has no words", () => {
    expect(() => fill({}, "nothing")).toThrow("nothing");
  });
});

describe("names that are written from right to left", () => {
  it("do not turn what stands beside them", () => {
    expect(fill({ won: "{name}: {points}" }, "won", { name: "محمد", points: "−2" })).toBe(`${isolated("محمد")}: −2`);
    expect(isolated("محمد")).not.toBe("محمد");
    expect(isolated("Mira")).toBe("Mira");
  });
});

it("a level has its words, and a program the name that the operator gave it", () => {
  expect([levelName("cat"), levelName("greedy")]).toEqual(["Cat", "greedy"]);
});
