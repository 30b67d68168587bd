import { expect, test } from "vitest";

import { soundOf } from "../sounds";
import { moments } from "./games";

const soundWith = (kind: string) => moments.filter(({ events }) => events.some((event) => event.kind === kind)).map(({ events }) => soundOf(0, events));

test("a theft, a gift and a big minus have sounds of their own", () => {
  expect(new Set(soundWith("stole"))).toEqual(new Set(["steal"]));
  expect(new Set(soundWith("gave"))).toEqual(new Set(["gift"]));
  expect(new Set(soundWith("collected"))).toEqual(new Set(["loss", "roll", "card"]));
  expect(soundOf(0, [{ kind: "collected", data: { seat: 1, number: 3, tile: -10 } }])).toBe("loss");
});

test("a move sounds, and nothing else does", () => {
  expect(soundOf(0, [{ kind: "guard_moved", data: {} }])).toBe("card");
  expect(soundOf(0, [])).toBeNull();
});
