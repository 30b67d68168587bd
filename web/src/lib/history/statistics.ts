/** What a history adds up to: victories, streaks, and how it went in each variant and against each level. */

import type { Played } from "./played";

/** Whether the person won the game, alone or together with others. */
export const isWon = ({ winners, seat }: Played): boolean => winners.includes(seat);

/** The games and victories of one group, such as a variant. */
export interface Tally {
  games: number;
  won: number;
  /** The best score of the person; null without a game. */
  best: number | null;
  /** Sum of the person's scores. */
  points: number;
}

export interface Streaks {
  /** Number of victories in a row up to the newest game. */
  current: number;
  /** Largest number of victories in a row. */
  longest: number;
}

export function tally(games: Played[]): Tally {
  const scores = games.map((one) => one.scores[one.seat] ?? 0);
  return {
    games: games.length,
    won: games.filter(isWon).length,
    best: scores.length ? Math.max(...scores) : null,
    points: scores.reduce((sum, one) => sum + one, 0),
  };
}

/** Victories in a row; the games come newest first. */
export function streaks(games: Played[]): Streaks {
  const lost = games.findIndex((one) => !isWon(one));
  let [run, longest] = [0, 0];
  for (const one of games) {
    run = isWon(one) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return { current: lost < 0 ? games.length : lost, longest };
}

/** Tallies by name, in the order in which the names first appear. A game counts for each of its names. */
function grouped(games: Played[], namesOf: (one: Played) => Iterable<string>): [string, Tally][] {
  const groups = new Map<string, Played[]>();
  for (const one of games) {
    for (const name of new Set(namesOf(one))) {
      const group = groups.get(name);
      if (group) group.push(one);
      else groups.set(name, [one]);
    }
  }
  return [...groups].map(([name, group]) => [name, tally(group)]);
}

/** Tallies of each variant, by "GAME RULES". */
export const byVariant = (games: Played[]): [string, Tally][] => grouped(games, ({ game, rules }) => [`${game} ${rules}`]);

/** Tallies against each level of bots, and against people under an empty name; a game counts for everybody at the table. */
export const byLevel = (games: Played[]): [string, Tally][] =>
  grouped(games, ({ levels, seat }) => levels.filter((_, other) => other !== seat));
