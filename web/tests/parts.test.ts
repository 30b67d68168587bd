import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { encode } from "uqr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import Choices from "$parts/controls/Choices.svelte";
import Qr from "$parts/controls/Qr.svelte";
import ScorePlot from "$parts/result/ScorePlot.svelte";
import Switch from "$parts/controls/Switch.svelte";

beforeEach(() => choose({ lang: "en" }));
afterEach(cleanup);

describe("choices", () => {
  it("are radio buttons with a common name", async () => {
    const chosen = vi.fn();
    render(Choices, { legend: "Players", choices: [3, 4].map((value) => ({ value, label: String(value) })), value: 3, choose: chosen });
    expect(screen.getByRole("group", { name: "Players" })).toBeTruthy();
    expect((screen.getByRole("radio", { name: "3" }) as HTMLInputElement).checked).toBe(true);
    await fireEvent.click(screen.getByRole("radio", { name: "4" }));
    expect(chosen).toHaveBeenCalledWith(4);
  });
});

describe("a switch", () => {
  it("is on or off, and says so", async () => {
    const change = vi.fn();
    render(Switch, { label: "Sounds", on: false, change });
    await fireEvent.click(screen.getByRole("switch", { name: "Sounds" }));
    expect(change).toHaveBeenCalledWith(true);
  });
});

describe("the story of the scores", () => {
  it("has a line for each seat and tells how it ended", () => {
    const { container } = render(ScorePlot, { scores: [[0, 0], [3, -2], [5, -1]], names: ["Ada", "Mira"] });
    expect(container.querySelectorAll(".line")).toHaveLength(2);
    expect(screen.getByRole("img").getAttribute("aria-label")).toContain("Ada +5, Mira −1");
  });

  it("keeps names apart where scores are equal", () => {
    const { container } = render(ScorePlot, { scores: [[0, 0, 0], [2, 2, 2]], names: ["A", "B", "C"] });
    const heights = [...container.querySelectorAll(".name")].map((name) => Number(name.getAttribute("y")));
    for (const [i, y] of heights.entries()) if (i) expect(y - heights[i - 1]!).toBeGreaterThanOrEqual(14);
  });
});

describe("a QR code", () => {
  it("has a dark square for each dark module", () => {
    const { container } = render(Qr, { text: "http://127.0.0.1/join#KATZE7", label: "Invitation" });
    const dark = encode("http://127.0.0.1/join#KATZE7", { border: 2 }).data.flat().filter(Boolean).length;
    expect(container.querySelector("path")!.getAttribute("d")!.match(/M/g)).toHaveLength(dark);
    expect(screen.getByRole("img", { name: "Invitation" })).toBeTruthy();
  });
});
