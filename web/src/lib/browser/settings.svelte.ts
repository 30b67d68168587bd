/** A person's settings, kept in the browser. Without storage they last as long as the page. */

import { ANIMALS, COLOURS } from "$lib/wire";
import type { Lang } from "$lib/words/words";

import { load, store } from "./storage";

/** How fast the page shows what others do at a table: with time to look, briskly, or at once. */
export const PACES = ["calm", "brisk", "now"] as const;
export type Pace = (typeof PACES)[number];

export interface Settings {
  lang: Lang;
  theme: "auto" | "light" | "dark";
  motion: "auto" | "off";
  sounds: boolean;
  notify: boolean;
  /** The name others see. */
  name: string;
  /** The face and the colour that others see. */
  animal: (typeof ANIMALS)[number];
  colour: (typeof COLOURS)[number];
  /** Whether the person chose the face; otherwise it was drawn by lot. */
  faceChosen: boolean;
  pace: Pace;
  /** Whether the table is also told in words. */
  text: boolean;
}

const STORAGE_KEY = "tatze.settings";

function browserLang(): Lang {
  const wanted = typeof navigator === "undefined" ? [] : (navigator.languages ?? [navigator.language]);
  for (const one of wanted) {
    if (one.startsWith("de")) return "de";
    if (one.startsWith("en")) return "en";
  }
  return "en";
}

const anyOf = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)]!;

const initial: Settings = {
  lang: browserLang(),
  theme: "auto",
  motion: "auto",
  sounds: false,
  notify: false,
  name: "",
  animal: anyOf(ANIMALS),
  colour: anyOf(COLOURS),
  faceChosen: false,
  pace: "brisk",
  text: false,
};

const stored = load<Partial<Settings>>(STORAGE_KEY, {});

export const settings: Settings = $state({ ...initial, ...stored });
// A face that was drawn by lot stays.
if (!stored.animal || !stored.colour) store(STORAGE_KEY, { ...stored, animal: settings.animal, colour: settings.colour });

/** Changes some settings, stores them, and applies them to the document. */
export function choose(some: Partial<Settings>): void {
  Object.assign(settings, some);
  store(STORAGE_KEY, $state.snapshot(settings));
  applySettings();
}

/** Draws another face by lot where somebody at a table already has this one, unless the person chose it. */
export function avoidFaces(seats: { animal: string; colour: string }[]): void {
  if (settings.faceChosen) return;
  const unused = <T extends string>(all: readonly T[], taken: string[], now: T): T => {
    const free = all.filter((one) => !taken.includes(one));
    return taken.includes(now) && free.length ? anyOf(free) : now;
  };
  const animal = unused(ANIMALS, seats.map((seat) => seat.animal), settings.animal);
  const colour = unused(COLOURS, seats.map((seat) => seat.colour), settings.colour);
  if (animal !== settings.animal || colour !== settings.colour) choose({ animal, colour });
}

const lightQuery = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: light)") : null;
const reducedMotionQuery = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;
let reducedMotion = $state(reducedMotionQuery?.matches ?? false);

/** Whether movements are wanted. */
export function motionWanted(): boolean {
  return settings.motion !== "off" && !reducedMotion;
}

/** The part of its calm time that everything at a table takes at the pace that was chosen: 0 where nobody wants to wait. */
export function tempo(): number {
  return { calm: 1, brisk: 0.5, now: 0 }[settings.pace];
}

/** Writes language, theme and motion into the document. */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.lang;
  root.dataset.theme = settings.theme === "auto" ? (lightQuery?.matches ? "light" : "dark") : settings.theme;
  root.dataset.motion = motionWanted() ? "on" : "off";
  const colour = root.dataset.theme === "light" ? "#eef2ea" : "#12302f";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", colour);
}

lightQuery?.addEventListener?.("change", applySettings);
reducedMotionQuery?.addEventListener?.("change", () => {
  reducedMotion = reducedMotionQuery.matches;
  applySettings();
});
