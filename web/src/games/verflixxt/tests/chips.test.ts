import { expect, test } from "vitest";

import { fitChips } from "../chips";

const SPACES = [
  [60, 16],
  [170, 40],
  [220, 60],
  [480, 150],
] as const;

test.each(SPACES)("every tower fits into %i by %i pixels", (width, height) => {
  for (let count = 1; count <= 33; count++) {
    const { size, step } = fitChips(count, width, height, Math.min(height, width / 4.2));
    const inRow = Math.floor((width - size + 0.01) / step) + 1;
    const rows = Math.max(1, Math.floor((height + 3) / (size * 1.04 + 3)));
    expect(inRow * rows).toBeGreaterThanOrEqual(count);
    expect(size).toBeLessThanOrEqual(height + 4);
  }
});

test("few tiles are large, many are small, and overlap only where they must", () => {
  const [few, many, most] = [3, 12, 33].map((count) => fitChips(count, 220, 60, 50));
  expect(few!.size).toBe(50);
  expect(many!.size).toBeLessThan(50);
  expect(many!.step).toBeGreaterThan(many!.size);
  expect(most!.step).toBeLessThan(most!.size);
});
