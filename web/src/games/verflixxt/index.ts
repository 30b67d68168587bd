import type { GamePage } from "../contract";
import Board from "./Board.svelte";
import { soundOf } from "./sounds";
import { asks, choice, describe, headline, keyHelp, sentences } from "./telling";
import type { VerflixxtOwn, VerflixxtView } from "./view";

export default { Board, asks, choice, describe, headline, keys: keyHelp, sentences, soundOf } satisfies GamePage<VerflixxtView, VerflixxtOwn>;
