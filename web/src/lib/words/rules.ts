/** The rules pages of docs/rules, rendered when the page is built. */

import { settings } from "$lib/browser/settings.svelte";

export interface Heading {
  level: number;
  text: string;
  address: string;
}

interface Module {
  default: string;
  headings: Heading[];
}

export interface RulesPage {
  html: string;
  headings: Heading[];
  /** One rule: its title and its text. */
  rule(number: string): { title: string; html: string };
}

const pages = import.meta.glob<Module>("../../../../docs/rules/*.md");

/** Whether there is a rules page of this game. */
export const hasRules = (game: string): boolean => `../../../../docs/rules/${game}.md` in pages;

/** A game's rules page in the chosen language. */
export async function rulesPage(game: string): Promise<RulesPage> {
  const lang = settings.lang === "de" ? ".de" : "";
  const load = pages[`../../../../docs/rules/${game}${lang}.md`];
  if (!load) throw new Error(`there are no rules of "${game}"`);
  const { default: html, headings } = await load();
  return { html, headings, rule: (number) => cut(html, headings, number) };
}

function cut(html: string, headings: Heading[], number: string): { title: string; html: string } {
  const address = number.toLowerCase();
  const title = headings.find((one) => one.address === address)?.text ?? number;
  const from = html.indexOf("</h3>", html.indexOf(`id="${address}"`));
  const next = html.slice(from).search(/<h[1-3] /);
  return { title, html: from < 0 ? "" : html.slice(from + 5, next < 0 ? undefined : from + next) };
}
