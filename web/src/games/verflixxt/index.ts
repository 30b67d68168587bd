import type { GamePage } from "../contract";
import Board from "./Board.svelte";
import { asks, choice, describe, sentences } from "./telling";
import type { VerflixxtOwn, VerflixxtView } from "./view";

export default { Board, asks, choice, describe, sentences } satisfies GamePage<VerflixxtView, VerflixxtOwn>;
