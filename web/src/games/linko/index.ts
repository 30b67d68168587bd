import type { LinkoView } from "$lib/wire";

import type { GamePage } from "../contract";
import Board from "./Board.svelte";
import type { Cards } from "./cards";
import { soundOf } from "./sounds";
import { asks, choice, describe, sentences } from "./telling";

/** What a seat sees beyond what everybody sees. */
export interface LinkoOwn {
  hand: Cards;
}

export default { Board, asks, choice, describe, sentences, soundOf } satisfies GamePage<LinkoView, LinkoOwn>;
