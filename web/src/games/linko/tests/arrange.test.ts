import { describe, expect, it } from "vitest";

import { inLayers, inRows, TALL } from "../arrange";

const choices = { gap: 7, lift: 11, least: 5, most: 260, centred: true };
const phone = { width: 358, height: 150 };

describe("piles in rows", () => {
  it.each([1, 3, 5, 7, 8, 11, 14])("never leave their box, %i of them", (count) => {
    for (const box of [phone, { width: 296, height: 104 }, { width: 1500, height: 300 }]) {
      const { card, places } = inRows(Array<number>(count).fill(4), box, choices);
      expect(places).toHaveLength(count);
      for (const { x, y } of places) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + card * 1.15).toBeLessThanOrEqual(box.width + 0.01);
        expect(y + card * TALL).toBeLessThanOrEqual(box.height + 0.01);
      }
    }
  });

  it("keep their size while there are few", () => {
    const one = inRows([1], phone, choices);
    expect(inRows([1, 1, 1, 1, 1], phone, choices).card).toBe(one.card);
    expect(inRows(Array<number>(9).fill(1), phone, choices).card).toBeLessThan(one.card);
  });

  it("take a second row where cards are larger then", () => {
    const { places } = inRows(Array<number>(12).fill(1), phone, choices);
    expect(new Set(places.map(({ y }) => y)).size).toBe(2);
  });

  it.each([7, 8, 9, 10, 11])("take a second row where a finger would miss, %i of them", (count) => {
    const { places } = inRows(Array<number>(count).fill(2), { width: 288, height: 104 }, choices);
    expect(new Set(places.map(({ y }) => y)).size).toBe(2);
  });

  it("take no third row that is too low for a finger", () => {
    const { places } = inRows(Array<number>(14).fill(2), { width: 288, height: 104 }, choices);
    expect(new Set(places.map(({ y }) => y)).size).toBe(2);
  });
});

describe("layers of a display", () => {
  const box = { width: 110, height: 150 };

  it("have cards of one size, however many layers there are", () => {
    const sizes = [1, 2, 5, 13].map((count) => inLayers(Array<number>(count).fill(1), box).card);
    expect(new Set(sizes).size).toBe(1);
  });

  it("fit their box, the open one in full", () => {
    for (let count = 1; count <= 13; count += 1) {
      const { card, small, tops } = inLayers(Array<number>(count).fill(1), box);
      expect(small + tops.length).toBe(count);
      expect(tops.at(-1)! + card * TALL).toBeLessThanOrEqual(box.height + 0.01);
    }
  });

  it("have small ones beside the open one where the box is low", () => {
    expect(inLayers([1, 2, 3], { width: 200, height: 50 })).toMatchObject({ small: 2, tops: [0], beside: true });
  });
});
