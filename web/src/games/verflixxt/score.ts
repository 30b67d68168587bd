import type { Reader, ScorePart } from "../contract";
import { kindOf } from "./tiles";
import type { VerflixxtView } from "./view";

/** What a score is made of: what stands on the plus and on the minus tiles, and what the lucky tiles made of it. */
export function scoreParts({ say }: Reader, view: VerflixxtView, seat: number): ScorePart[] {
  const tiles = view.towers[seat] ?? [];
  const sum = (kind: "plus" | "minus") => tiles.reduce((points, tile) => points + (kindOf(tile) === kind ? Number(tile) : 0), 0);
  const [plus, minus] = [sum("plus"), sum("minus")];
  const parts = [
    { points: plus, text: say("score.plus", { points: plus }) },
    { points: minus, text: say("score.minus", { points: -minus }) },
  ];
  const luck = (view.scores[seat] ?? 0) - plus - minus;
  return luck ? [...parts, { points: luck, text: say("score.luck", { points: Math.abs(luck) }) }] : parts;
}
