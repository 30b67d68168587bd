/** The steps of a review beside the moments of a replay: a moment is a decision with the rolls that follow it. */

import type { DecisionReview, GameReview } from "$lib/wire";

/** For each moment of the replay everybody's chance after it, from 0 to 1. The first moment is the deal. */
export function chancesByMoment({ steps }: GameReview): number[][] {
  const chances: number[][] = [];
  let moment = 0;
  for (const step of steps) {
    if (step.actor !== null) moment += 1;
    chances[moment] = step.chances;
  }
  return chances;
}

/** The moment of the replay that shows an entry of the record; 0 for the deal. */
export function momentOf({ steps }: GameReview, entry: number): number {
  return steps.filter((step) => step.actor !== null && step.entry <= entry).length;
}

/** The decision that led to a moment of the replay; undefined where the seat had no choice or was not reviewed. */
export function decisionAt(review: GameReview, moment: number): DecisionReview | undefined {
  const step = review.steps.filter((one) => one.actor !== null)[moment - 1];
  return step && review.decisions.find((one) => one.entry === step.entry);
}

/** A moment that turned the game, and for whom it did so most. */
export interface Turn {
  moment: number;
  seat: number;
  /** How much that seat's chance changed, from −1 to 1. */
  change: number;
}

/** The turning points in the order of the game. */
export function turningPoints(review: GameReview): Turn[] {
  const chances = chancesByMoment(review);
  const moments = new Set(review.turning_points.map((entry) => momentOf(review, entry)));
  const turns = [...moments].map((moment) => {
    const before = chances[moment - 1] ?? review.start;
    const changes = (chances[moment] ?? []).map((chance, seat) => chance - (before[seat] ?? 0));
    const seat = changes.reduce((most, change, i) => (Math.abs(change) > Math.abs(changes[most] ?? 0) ? i : most), 0);
    return { moment, seat, change: changes[seat] ?? 0 };
  });
  return turns.toSorted((one, other) => one.moment - other.moment);
}

/** A part of the account: what moved a seat's chance, and by how much. */
export interface Part {
  key: "luck" | "hidden" | "own" | "others" | "rest";
  /** Where the chance stood before this part, and after it. */
  from: number;
  to: number;
}

/** The account of a seat as steps from its chance before the deal to its result. */
export function accountParts(review: GameReview, seat: number): Part[] {
  const account = review.seats[seat]?.account;
  if (!account) return [];
  let from = account.before;
  return (["luck", "hidden", "own", "others", "rest"] as const).map((key) => {
    const part = { key, from, to: from + account[key] };
    from = part.to;
    return part;
  });
}
