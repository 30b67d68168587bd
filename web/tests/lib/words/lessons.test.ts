import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { finishedLessons, finishLesson } from "$lib/browser/experience";
import { choose } from "$lib/browser/settings.svelte";
import { coach, lessonsOf, sayLesson } from "$lib/words/lessons";
import TextWithRules from "$parts/rules/TextWithRules.svelte";

const NAMES = ["Ada", "Mira", "Jonas"];
const said = (lesson: string, step: number | null, of = 35) =>
  coach(lesson, { step, of, action: null, asks: false }, NAMES, { tried: [], told: true });
const asked = (tried: string[], told = false) =>
  coach("linko-duel-expert", { step: 7, of: 12, action: "1+jx2", asks: true }, NAMES, { tried, told }).filter((one) => !one.past);

beforeEach(() => {
  localStorage.clear();
  choose({ lang: "en" });
});

describe("the coach", () => {
  test("says what to do at a decision of the learner", () => {
    expect(said("linko-base", 0)).toEqual([{ text: sayLesson("linko-base.0"), past: false }]);
  });

  test("tells first what happened since the last decision, with the names at the table", () => {
    const [told, asked] = said("linko-base", 7);
    expect(told).toEqual({ text: "Jonas plays two 6s. The 8s of Mira are higher, so nothing happens.", past: true });
    expect(asked?.past).toBe(false);
    expect(asked?.text).toContain("two 8s in front of Mira");
  });

  test("keeps what happened until the learner decides again", () => {
    expect(said("linko-base", 3).map((one) => one.past)).toEqual([true]);
    expect(said("linko-base", 5)).toEqual([]);
  });

  test("says goodbye at the end, and nothing to those who went another way", () => {
    expect(said("linko-base", 35).at(-1)?.text).toBe(sayLesson("linko-base.end"));
    expect(said("linko-base", null)).toEqual([]);
  });

  test("asks at a key decision, explains a wrong choice, and tells when it is time", () => {
    const words = (key: string) => sayLesson(`linko-duel-expert.7.${key}`);
    expect(asked([]).map((one) => one.text)).toEqual([words("ask")]);
    expect(asked(["9"]).map((one) => one.text)).toEqual([words("wrong")]);
    expect(asked(["9", "jx3"], true).map((one) => one.text)).toEqual([words("wrong.jx3"), sayLesson("linko-duel-expert.7")]);
    expect(said("linko-base", 8)[0]).toEqual({ text: sayLesson("linko-base.7.right"), past: true });
  });

  test("speaks German", () => {
    choose({ lang: "de" });
    expect(said("verflixxt-pro", 1, 18)[0]?.text).toContain("Wächter");
  });
});

test("a game's lessons begin with the base game, and those of the other game are not among them", () => {
  expect(lessonsOf("linko")).toHaveLength(7);
  expect(lessonsOf("verflixxt")).toEqual(["verflixxt-base", "verflixxt-pro", "verflixxt-combined"]);
  expect(lessonsOf("linko")[0]).toBe("linko-base");
});

test("finished lessons are remembered once each", () => {
  finishLesson("linko-base");
  finishLesson("linko-base");
  finishLesson("linko-duel");
  expect(finishedLessons()).toEqual(["linko-base", "linko-duel"]);
});

test("every rule in a sentence can be opened, and the sentence stays as it was", async () => {
  const open = vi.fn();
  const text = "First this (L-34, L-35), then that (L-6).";
  const { container } = render(TextWithRules, { text, open });
  expect(container.textContent).toBe(text);
  screen.getByRole("button", { name: "L-35" }).click();
  screen.getByRole("button", { name: "L-6" }).click();
  expect(open.mock.calls).toEqual([["L-35"], ["L-6"]]);
});
