/** The scores of one view after the other; empty where a game's views have none. */
export function scoresOf(views: (Record<string, unknown> | null)[]): number[][] {
  const scores = views.flatMap((view) => (view ? [view["scores"]] : []));
  return scores.every((one) => Array.isArray(one)) ? (scores as number[][]) : [];
}
