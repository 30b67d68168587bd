import type { GamePage, Mark } from "../contract";
import Board from "./Board.svelte";
import { lasts } from "./beats";
import { soundOf } from "./sounds";
import { asks, choice, describe, headline, keyHelp, sentences } from "./telling";
import type { VerflixxtOwn, VerflixxtView } from "./view";

const marks: Mark[] = [
  { id: "turn", at: ".tower .paw" },
  { id: "moves", at: ".tray .cards button" },
  { id: "score", at: ".tower.own .score" },
  { id: "top", at: ".tower .chip.top" },
];
/** The rule behind each phase of a turn. */
const RULES: Record<string, string> = { roll: "V-7", move: "V-9", steal: "V-17" };
const rule = (view: VerflixxtView): string => RULES[view.phase] ?? "";

export default {
  Board,
  asks,
  choice,
  describe,
  headline,
  keys: keyHelp,
  lasts,
  marks,
  rule,
  sentences,
  soundOf,
} satisfies GamePage<VerflixxtView, VerflixxtOwn>;
