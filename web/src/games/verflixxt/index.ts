import type { GamePage } from "../contract";
import Board from "./Board.svelte";
import { choice, describe, sentences } from "./telling";
import type { VerflixxtOwn, VerflixxtView } from "./view";

export default { Board, choice, describe, sentences } satisfies GamePage<VerflixxtView, VerflixxtOwn>;
