import type { Legal } from "$lib/wire";
import type { Say } from "$lib/words/words";

import type { KeyHelp } from "../contract";
import { type Cards, JOKER } from "./cards";
import { choose, isLegal, type Pick, step, stepJokers } from "./pick";

/** What a pressed key means: another pick, an action, a choice to be pointed at, or nothing. */
export type Meaning = { pick: Pick | null } | { act: string } | { focus: string } | null;

const ANSWERS = ["take", "leave", "back", "discard", "deck", "pass"];
/** How long a 1 waits for a second figure, in milliseconds. */
export const SECOND_FIGURE_MS = 700;

/** Figures typed one after another: 1 and then 2 within a moment is 12. */
export class Figures {
  #last = "";
  #at = -Infinity;

  type(figure: string, now: number): number {
    const both = Number(this.#last + figure);
    const fits = now - this.#at < SECOND_FIGURE_MS && this.#last === "1" && both >= 10 && both <= 13;
    this.#last = fits ? "" : figure;
    this.#at = now;
    return fits ? both : Number(figure);
  }
}

export interface Keyboard {
  hand: Cards;
  pick: Pick | null;
  legal: Legal[];
  say: Say;
  figures: Figures;
  now: number;
}

/** The meaning of a key in the present position. */
export function meaning(key: string, board: Keyboard): Meaning {
  const { pick, hand } = board;
  if (/^[0-9]$/.test(key)) return figure(board.figures.type(key, board.now), board);
  if (pick && (key === "+" || key === "=")) return { pick: step(pick, hand, 1) };
  if (pick && (key === "-" || key === "−")) return { pick: step(pick, hand, -1) };
  if (key === "j") return { pick: pick ? stepJokers(pick, hand, 1) : choose(null, hand, JOKER) };
  if (key === "J" && pick) return { pick: stepJokers(pick, hand, -1) };
  if (key === "Escape" && pick) return { pick: null };
  const answer = ANSWERS.find((word) => board.say(`key.${word}`) === key.toLowerCase());
  return answer && isLegal(board.legal, answer) ? { act: answer } : null;
}

/** A figure points at that card, place or set while one draws or picks, and else picks a value of the hand. */
function figure(value: number, { legal, hand, pick }: Keyboard): Meaning {
  for (const action of [`pool:${value}`, `place:${value}`, `shadow:${value}`]) {
    if (isLegal(legal, action)) return { focus: action };
  }
  return { pick: pick?.value === value ? pick : (choose(null, hand, value) ?? pick) };
}

/** Keys that belong to a field or a dialogue of the page around. */
export function elsewhere(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && !!target.closest("input, textarea, select, [contenteditable]");
}

/** Whether Enter plays the pick: on its own cards in the hand, and wherever it would press nothing else. */
export function plays(target: EventTarget | null, pick: Pick | null): boolean {
  const button = target instanceof Element ? target.closest<HTMLElement>("button, a, summary") : null;
  if (!button) return true;
  const card = Number(button.dataset.hand);
  return card === pick?.value || (card === JOKER && !!pick?.jokers);
}

/** The keys of the board in words. */
export function keyHelp(say: Say): KeyHelp[] {
  const answers = ANSWERS.map((word) => ({ keys: [say(`key.${word}`).toUpperCase()], does: say(`keys.${word}`) }));
  return [
    { keys: ["1", "…", "13"], does: say("keys.value") },
    { keys: ["+", "−"], does: say("keys.count") },
    { keys: ["J"], does: say("keys.joker") },
    { keys: ["Enter"], does: say("keys.play") },
    ...answers,
    { keys: ["W"], does: say("keys.why") },
  ];
}
