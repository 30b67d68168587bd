import { expect, test } from "vitest";

import { changeOf, choicesOf, guardAction, isMove, movesFrom, pieceAction, steps, theftAction } from "../choices";
import { tileAt } from "../view";
import { moments, position } from "./games";

test("every legal action of whole games becomes a choice with a place on the board", () => {
  let count = 0;
  for (const { view, own, game } of moments) {
    const choices = choicesOf(view, own.legal);
    expect(choices.map((choice) => choice.action)).toEqual(own.legal.map((legal) => legal.action));
    for (const choice of choices) {
      count += 1;
      if (choice.kind === "theft") {
        expect(choice.action).toBe(theftAction(choice.victim));
        expect(view.towers[choice.victim]!.at(-1)).toBe(choice.takes);
      } else if (isMove(choice)) {
        const tile = tileAt(view, choice.from)!;
        expect(choice.kind === "piece" ? tile.pieces[game.seat] : tile.guards).toBeGreaterThan(0);
        expect(choice.action).toBe((choice.kind === "piece" ? pieceAction : guardAction)(choice.from));
        expect(tileAt(view, choice.lands)?.tile).toBe(choice.on);
        expect(steps(view, choice).at(-1)).toBe(choice.lands);
        expect(choice.home || steps(view, choice).length === view.die).toBe(true);
        expect(movesFrom(choices, choice.from)).toContain(choice);
      }
    }
  }
  expect(count).toBeGreaterThan(400);
});

test("a piece comes before a guard that can leave the same tile", () => {
  const view = position([["L", [1, 0, 0], 1], ["+1", [0, 0, 0]], ["finish", [0, 0, 0]]]);
  const seen = { lands: 2, on: "finish", home: true };
  const choices = choicesOf(view, [
    { action: "m0", foresight: { guard: false, ...seen, takes: null } },
    { action: "g0", foresight: { guard: true, ...seen } },
  ]);
  expect(movesFrom(choices, 0).map((move) => move.kind)).toEqual(["piece", "guard"]);
});

test("a roll that is left to the player is a choice too", () => {
  expect(choicesOf(position([]), [{ action: "d4", foresight: { roll: 4 } }])).toEqual([{ kind: "throw", action: "d4", pips: 4 }]);
});

const landing = { guard: false, lands: 2, on: "+1", home: false, boxes_start: false, ends: false };
const track = position([["-3", [1, 0, 0]], ["gift", [0, 0, 0]], ["+1", [0, 0, 0]]]);

test("a taken tile comes to the reader's tower", () => {
  const [move] = choicesOf(track, [{ action: "m0", foresight: { ...landing, takes: "-3", acts: null, gives: null, gives_to: null } }]);
  expect(changeOf(move!, 0, 0)).toEqual({ gains: "-3", loses: false });
  expect(changeOf(move!, 0, 1)).toEqual({ gains: null, loses: false });
});

test("a gift goes from the reader's tower to the one who is given it", () => {
  const seen = { ...landing, takes: null, acts: "gift", gives: "-7", gives_to: 2 };
  const [move] = choicesOf(track, [{ action: "m1", foresight: seen }]);
  expect(changeOf(move!, 0, 0)).toEqual({ gains: null, loses: true });
  expect(changeOf(move!, 0, 2)).toEqual({ gains: "-7", loses: false });
  expect(changeOf(move!, 0, 1)).toEqual({ gains: null, loses: false });
});

test("a theft goes from the victim's tower to the reader's", () => {
  const [theft] = choicesOf(track, [{ action: "steal:C", foresight: { takes: "+6", from: 2, ends: false } }]);
  expect(changeOf(theft!, 0, 0)).toEqual({ gains: "+6", loses: false });
  expect(changeOf(theft!, 0, 2)).toEqual({ gains: null, loses: true });
});
