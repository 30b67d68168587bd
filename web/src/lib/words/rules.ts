/** The rules pages of docs/rules, rendered when the page is built. */

import { settings } from "$lib/browser/settings.svelte";

/** A heading of a rules page and the text below it. A rule's heading is "L-6 · …", and its address is its number. */
export interface Section {
  level: number;
  text: string;
  address: string;
  html: string;
}

/** The rules that hold only in some rule sets, by number, as the server says them. */
export type LimitedRules = Record<string, string[]>;

const pages = import.meta.glob<Section[]>("../../../../docs/rules/*.md", { import: "default" });

/** Whether there is a rules page of this game. */
export const hasRules = (game: string): boolean => `../../../../docs/rules/${game}.md` in pages;

/** A game's rules page in the chosen language, heading by heading. */
export async function rulesPage(game: string): Promise<Section[]> {
  const lang = settings.lang === "de" ? ".de" : "";
  const load = pages[`../../../../docs/rules/${game}${lang}.md`];
  if (!load) throw new Error(`there are no rules of "${game}"`);
  return load();
}

/** The number of a rule's section, such as "L-6"; empty for other sections. */
export const ruleOf = ({ text }: Section): string => /^([A-Z]-\d+) · /.exec(text)?.[1] ?? "";

/** One rule: its title and its text. */
export function oneRule(page: Section[], number: string): { title: string; html: string } {
  const found = page.find((section) => ruleOf(section) === number);
  return { title: found?.text ?? number, html: found?.html ?? "" };
}

/** What of a page holds in a rule set ("" for all) and has all the words of a search in it. */
export function chosenSections(page: Section[], limited: LimitedRules, rules: string, search: string): Section[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const kept = page.filter((section) => {
    const number = ruleOf(section);
    if (rules && number && !(limited[number]?.includes(rules) ?? true)) return false;
    if (!words.length) return true;
    const text = plain(`${section.text} ${section.html.replace(/<[^>]*>/g, " ")}`);
    return words.every((word) => text.includes(word));
  });
  const parts = new Set(kept.filter((one) => one.level > 2).map((one) => partOf(page, one)));
  // A part is there for its rules, or for a text of its own.
  return page.filter((one) => (one.level === 2 ? parts.has(one) || (kept.includes(one) && !!one.html.trim()) : kept.includes(one)));
}

/** The second-level heading above a section. */
function partOf(page: Section[], section: Section): Section | undefined {
  return page.slice(0, page.indexOf(section)).findLast((one) => one.level === 2);
}

/** A text as searches compare it: in lower case, without accents, with plain minus signs. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("−", "-").toLowerCase();
