import type { LinkoView } from "$lib/wire";

import type { GamePage, Mark } from "../contract";
import Board from "./Board.svelte";
import type { Cards } from "./cards";
import { keyHelp } from "./keys";
import { lasts } from "./lasts";
import { soundOf } from "./sounds";
import { asks, choice, describe, headline, sentences } from "./telling";

/** What a seat sees beyond what everybody sees. */
export interface LinkoOwn {
  hand: Cards;
}

const marks: Mark[] = [
  { id: "turn", at: ".paw" },
  { id: "score", at: ".seat.mine .points" },
  { id: "dot", at: ".counts .dot" },
  { id: "known", at: ".known" },
];
/** The rule behind each phase of a turn. */
const RULES: Record<string, string> = { play: "L-6", take: "L-13", back: "L-14", draw: "L-17", miss: "L-19", pick: "L-34" };
const rule = (view: LinkoView): string => RULES[view.phase] ?? "";

export default { Board, marks, rule, asks, choice, describe, headline, keys: keyHelp, lasts, sentences, soundOf } satisfies GamePage<LinkoView, LinkoOwn>;
