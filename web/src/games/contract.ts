/** What a game's folder gives to the page. A folder may be missing: `src/generic` then takes its place. */

import type { Component } from "svelte";

import type { Sound } from "$lib/browser/sounds";
import type { Happened, Legal } from "$lib/wire";
import type { Say } from "$lib/words/words";

/** One event, with its name and its numbers; a number the reader may not know is 0. */
export type { Happened };

/** What every board is given. A board draws what it is sent and offers what is legal; it knows no rules.
 *
 * A board has the whole space below the bar of the table, from edge to edge: an element of class `board`, which is a size
 * container named `board` (see `app.css`). The root of a board has the height 100 %, and the board chooses its arrangement
 * with `@container board (max-width: …)`, `(max-height: …)` and the units cqi and cqb, never with the window's size. What
 * a person decides with (hand, die, choices) stands at the lower edge and never leaves the screen. The sizes of a board's
 * areas depend on its own size, the number of players and the rule set, never on what happens in the game; what changes
 * its place moves by `translate` or `transform`. A board that needs more height than there is scrolls inside its place.
 * Sizes of letters are in em: they grow with the window.
 *
 * Two things follow from the content security policy: no `style="…"` attribute in a template (`style:--v={v}` is
 * fine), and no data: address. */
export interface BoardProps<View, Own> {
  /** What everybody may see. */
  view: View;
  /** What this seat sees beyond it; null for spectators. In a replay it is null too, and everything that was hidden
   * stands in the view itself. */
  own: Own | null;
  seat: number | null;
  /** By seat; the reader's own seat too. */
  names: string[];
  /** What this seat may do now; empty while others decide. */
  legal: Legal[];
  /** Whether to show what everybody knows of a hidden hand, because it was seen going there. */
  aid: boolean;
  version: number;
  /** What happened in this version, for animation. */
  events: Happened[];
  act(action: string): void;
  /** Asks why an action is not possible; the page shows the answer. */
  ask(action: string): void;
  /** An action a strong bot would choose, to be pointed at; null without. */
  hinted: string | null;
  /** Whether an action is under way: show it, and offer nothing meanwhile. */
  busy: boolean;
  /** The board's own words, the game's, and the shared ones, in this order. */
  say: Say;
  /** Whether movements are shown; false with reduced motion, and while a replay is scrubbed. */
  motion: boolean;
}

/** For whom sentences are made: the words, the reader's seat, and how the seats are called. */
export interface Reader {
  say: Say;
  seat: number | null;
  names: string[];
}

/** A part of the table in words. */
export interface Section {
  heading: string;
  lines: string[];
}

/** One line of the list of keys: what a key, or each of several keys, does. */
export interface KeyHelp {
  keys: string[];
  does: string;
}

/** A coach mark: a sentence about a part of the board, shown once in a first game. Its words are `mark.ID`. */
export interface Mark {
  id: string;
  /** The selector of the part that it explains, within the board; the mark waits until there is one. */
  at: string;
}

/** A game in play: the default export of games/NAME/index.ts, loaded when a table is first shown. */
export interface GamePage<View, Own> {
  Board: Component<BoardProps<View, Own>>;
  /** What happened, for the log and for those who listen. */
  sentences(reader: Reader, events: Happened[]): string[];
  /** What matters most of what happened, in one sentence that fits a line; empty where it matters less than what was said
   * before. Without it the last sentence is taken. */
  headline?(reader: Reader, events: Happened[]): string;
  /** The keys of this game, for the list that `?` opens. */
  keys?(say: Say): KeyHelp[];
  /** The whole table in words. The first heading says what the table waits for. `aid`: whether cards known to be in a
   * hand are told. */
  describe(reader: Reader, view: View, own: Own | null, aid: boolean): Section[];
  /** What the reader is asked to decide now, after what happened has been told. */
  asks(reader: Reader, view: View): string;
  /** A legal action in words, with what it would bring about. */
  choice(reader: Reader, view: View, legal: Legal): string;
  /** The number of the rule behind the decision that the table waits for; empty where it waits for none. */
  rule?(view: View): string;
  /** The coach marks of a first game, in the order in which they are shown. */
  marks?: Mark[];
  /** Milliseconds that people need at a calm pace to follow what happened; the page shows the next moment after them.
   * Without it every moment gets the same time. */
  lasts?(events: Happened[]): number;
  /** The sound of what happened, heard from a seat; null for silence. */
  soundOf(seat: number | null, events: Happened[]): Sound | null;
}

/** What a game draws in its rules: the default export of games/NAME/drawings.ts, loaded with the rules. */
export interface RulesDrawings {
  /** Draws an example of the rules page from its lines of text. Its text is read out, so the drawing is silent. */
  Example: Component<{ lines: string[]; say: Say }>;
  /** Symbols that the drawings use, to be put on the page once. */
  Symbols?: Component;
}

/** A game before play: the default export of games/NAME/preview.ts, part of the first load and therefore small.
 *
 * Its words are `title`, `about`, `ruleset.RULES.name`, `option.NAME.name` and `option.NAME.VALUE`, in
 * games/NAME/words.*.json. */
export interface GamePreview {
  /** A small picture for the game picker; it takes no properties. */
  Picture: Component;
  /** The values to choose from, for each option that is not simply on or off. */
  values: Record<string, string[]>;
  /** Whether the board can show what is known of a hidden hand; its words are `aid.name` and `aid.about`. */
  aid: boolean;
}
