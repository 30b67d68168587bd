import { beforeEach, describe, expect, it } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { accountParts, chancesByMoment, decisionAt, momentOf, turningPoints } from "$lib/review/curve";
import { errorText, percent, points, signedPoints } from "$lib/review/numbers";

import { review } from "./review";

beforeEach(() => choose({ lang: "en" }));

describe("the curve of chances", () => {
  it("has a point for each moment of the replay: rolls belong to the decision before them", () => {
    expect(chancesByMoment(review())).toEqual([
      [0.55, 0.45],
      [0.5, 0.5],
      [0.3, 0.7],
      [1, 0],
    ]);
  });

  it("finds the moment of an entry and the decision of a moment", () => {
    expect([-1, 0, 1, 2, 3, 5].map((entry) => momentOf(review(), entry))).toEqual([0, 0, 1, 1, 2, 3]);
    expect(decisionAt(review(), 2)?.entry).toBe(3);
    expect(decisionAt(review(), 0)).toBeUndefined();
    expect(decisionAt(review(), 3)).toBeUndefined();
  });

  it("says at which moments the game turned, and for whom", () => {
    const turns = turningPoints(review());
    expect(turns.map(({ moment, seat }) => [moment, seat])).toEqual([
      [2, 0],
      [3, 0],
    ]);
    expect(turns[1]!.change).toBeCloseTo(0.7);
  });
});

describe("the account", () => {
  it("goes from the chance before the deal to the result without a gap", () => {
    const parts = accountParts(review(), 0);
    expect(parts.map((part) => part.key)).toEqual(["luck", "hidden", "own", "others", "rest"]);
    expect(parts[0]!.from).toBe(0.5);
    for (const [i, part] of parts.entries()) if (i) expect(part.from).toBe(parts[i - 1]!.to);
    expect(parts.at(-1)!.to).toBeCloseTo(1);
  });
});

describe("numbers", () => {
  it("are percentages and percentage points as the language writes them", () => {
    expect([percent(0.253), points(0.0613), points(-0.123), signedPoints(-0.0613), signedPoints(0.00001)]).toEqual(["25%", "6.1", "12", "−6.1", "0"]);
    expect(errorText(0.0613, 0.03, 0.09)).toBe("6.1 percentage points better (between 3 and 9)");
    choose({ lang: "de" });
    expect(signedPoints(0.0613)).toBe("+6,1");
  });
});
