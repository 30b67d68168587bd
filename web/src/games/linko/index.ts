import type { LinkoView } from "$lib/wire";

import type { GamePage } from "../contract";
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

export default { Board, asks, choice, describe, headline, keys: keyHelp, lasts, sentences, soundOf } satisfies GamePage<LinkoView, LinkoOwn>;
