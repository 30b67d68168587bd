import type { GamePage } from "../contract";
import Board from "./Board.svelte";
import { lasts } from "./beats";
import { soundOf } from "./sounds";
import { asks, choice, describe, headline, keyHelp, sentences } from "./telling";
import type { VerflixxtOwn, VerflixxtView } from "./view";

export default { Board, asks, choice, describe, headline, keys: keyHelp, lasts, sentences, soundOf } satisfies GamePage<VerflixxtView, VerflixxtOwn>;
