/** The person's mistakes in a reviewed game become exercises. */

import { exerciseOf } from "$lib/history/exercises";
import { myExercises } from "$lib/history/my-exercises.svelte";
import type { GameReview } from "$lib/wire";

import type { ReviewOfGame } from "./game-review.svelte";

/** Takes the key moments of a seat as exercises, as the deepest review has them. */
export function collectExercises(loaded: ReviewOfGame, review: GameReview, seat: number, now = Date.now()): void {
  const game = `${loaded.what.table}/${loaded.what.game}`;
  const about = { game: review.game, rules: review.rules, names: review.names };
  const exercises = (review.seats[seat]?.moments ?? []).flatMap((entry) => {
    const [decision, position] = [loaded.decision(entry), loaded.position(entry)];
    if (!decision || !position || decision.grade === "fine" || decision.right.includes(decision.chosen)) return [];
    return [exerciseOf(`${game}/${entry}`, decision, { ...about, position }, now)];
  });
  myExercises.take(game, exercises);
}
