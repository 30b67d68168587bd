import type { GamePage } from "../contract";
import Board from "./Board.svelte";
import Pictures from "./Pictures.svelte";
import { scoreParts } from "./score";
import { soundOf } from "./sounds";
import { asks, choice, describe, sentences } from "./telling";
import type { VerflixxtOwn, VerflixxtView } from "./view";

export default { Board, Pictures, scoreParts, asks, choice, describe, sentences, soundOf } satisfies GamePage<VerflixxtView, VerflixxtOwn>;
