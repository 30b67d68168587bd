import type { DecisionReview, GameReview, SeatReview, Step } from "$lib/wire";

const zeros = [0, 0];
const step = (entry: number, actor: number | null, chances: number[]): Step => ({
  entry,
  actor,
  action: actor === null ? "" : "m1",
  chances,
  luck: zeros,
  decision: zeros,
  hidden: zeros,
  rest: zeros,
});

export const decision = (entry: number, more: Partial<DecisionReview> = {}): DecisionReview => ({
  entry,
  seat: 0,
  chosen: "m1",
  best: "m2",
  error: 0.08,
  low: 0.06,
  high: 0.1,
  grade: "mistake",
  candidates: [
    { action: "m2", value: 0.5, gap: 0, gap_low: 0, gap_high: 0 },
    { action: "m1", value: 0.42, gap: 0.08, gap_low: 0.06, gap_high: 0.1 },
  ],
  right: ["m2", "m3"],
  reasons: [],
  ...more,
});

const seat = (number: number, more: Partial<SeatReview> = {}): SeatReview => ({
  seat: number,
  name: ["Ada", "Mira"][number]!,
  account: { before: 0.5, luck: 0.2, hidden: 0, own: -0.15, others: 0.05, rest: 0.4, result: 1 },
  decisions: 4,
  mean_error: 0.02,
  low: 0.01,
  high: 0.03,
  inaccuracies: 0,
  mistakes: 1,
  blunders: 0,
  levels: ["lynx"],
  moments: [3],
  ...more,
});

/** A game of two with a roll after the deal and after each decision: entries 0 to 5, decisions at 1, 3 and 5. */
export const review = (more: Partial<GameReview> = {}): GameReview => ({
  game: "verflixxt",
  rules: "base",
  names: ["Ada", "Mira"],
  depth: "instant",
  judge: "0123",
  reviewed: [0, 1],
  complete: true,
  start: [0.5, 0.5],
  steps: [
    step(-1, null, [0.5, 0.5]),
    step(0, null, [0.55, 0.45]),
    step(1, 0, [0.6, 0.4]),
    step(2, null, [0.5, 0.5]),
    step(3, 0, [0.2, 0.8]),
    step(4, null, [0.3, 0.7]),
    step(5, 1, [1, 0]),
  ],
  decisions: [decision(3)],
  seats: [seat(0), seat(1, { levels: [], moments: [], mistakes: 0 })],
  turning_points: [5, 3],
  ...more,
});
