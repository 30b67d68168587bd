import { beforeEach, describe, expect, it } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { chosenSections, hasRules, oneRule, ruleOf, rulesPage, type Section } from "$lib/words/rules";

beforeEach(() => choose({ lang: "en" }));

const section = (level: number, text: string, html = ""): Section => ({ level, text, address: text.split(" · ")[0]!.toLowerCase(), html });
const PAGE = [
  section(1, "Mice", "<p>A game.</p>"),
  section(2, "A turn"),
  section(3, "M-1 · Cats jump", "<p>They take −2 mice.</p>"),
  section(3, "M-2 · Kittens sleep", "<p>Schläfrig.</p>"),
  section(2, "Duel"),
  section(3, "M-3 · Two cats", "<p>Only two.</p>"),
];
const texts = (sections: Section[]) => sections.map((one) => one.text);

describe("a rules page", () => {
  it("of a rule set leaves out other rules, and headings without rules", () => {
    expect(texts(chosenSections(PAGE, { "M-3": ["duel"] }, "base", ""))).toEqual(texts(PAGE.slice(0, 4)));
    expect(chosenSections(PAGE, { "M-3": ["duel"] }, "duel", "")).toEqual(PAGE);
    expect(chosenSections(PAGE, { "M-3": ["duel"] }, "", "")).toEqual(PAGE);
  });

  it("is searched for all words, whatever their case, accents and minus signs", () => {
    expect(texts(chosenSections(PAGE, {}, "", "CATS -2"))).toEqual(["A turn", "M-1 · Cats jump"]);
    expect(texts(chosenSections(PAGE, {}, "", "schlafrig"))).toEqual(["A turn", "M-2 · Kittens sleep"]);
    expect(chosenSections(PAGE, {}, "", "dogs")).toEqual([]);
  });

  it.each(["linko", "verflixxt"])("of %s has the same rules in both languages, and each as one rule", async (game) => {
    expect(hasRules(game)).toBe(true);
    const english = await rulesPage(game);
    choose({ lang: "de" });
    const german = await rulesPage(game);
    expect(german.map(ruleOf)).toEqual(english.map(ruleOf));
    for (const number of german.map(ruleOf).filter(Boolean)) expect(oneRule(german, number).html).toContain("Quelle:");
  });
});
