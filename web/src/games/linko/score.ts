import type { LinkoView } from "$lib/wire";

import type { Reader, ScorePart } from "../contract";
import { countOf } from "./cards";

/** What a score is made of: the cards of the display, and those that are left in the hand. */
export function scoreParts({ say }: Reader, view: LinkoView, seat: number): ScorePart[] {
  const shown = (view.displays[seat] ?? []).reduce((sum, layer) => sum + countOf(layer), 0);
  const held = view.hands[seat]?.size ?? 0;
  return [
    { points: shown, text: say("score.display", { count: shown }) },
    { points: -held, text: say("score.hand", { count: held }) },
  ];
}
