/** What a person chose once, kept in the browser. Works without storage too; then it lasts as long as the page. */

import { load, store } from "./storage";
import type { Lang } from "$lib/words/words";

export interface Settings {
  lang: Lang;
  theme: "auto" | "light" | "dark";
  motion: "auto" | "off";
  sounds: boolean;
  notify: boolean;
  /** The name others see. */
  name: string;
  /** Whether the table is also told in words. */
  text: boolean;
}

const KEY = "tatze.settings";

function browserLang(): Lang {
  const wanted = typeof navigator === "undefined" ? [] : (navigator.languages ?? [navigator.language]);
  for (const one of wanted) {
    if (one.startsWith("de")) return "de";
    if (one.startsWith("en")) return "en";
  }
  return "en";
}

const initial: Settings = {
  lang: browserLang(),
  theme: "auto",
  motion: "auto",
  sounds: false,
  notify: false,
  name: "",
  text: false,
};

export const settings: Settings = $state({ ...initial, ...load<Partial<Settings>>(KEY, {}) });

/** Change some of it, keep it, and let the document show it. */
export function choose(some: Partial<Settings>): void {
  Object.assign(settings, some);
  store(KEY, $state.snapshot(settings));
  dress();
}

const light = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: light)") : null;
const still = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;
let calm = $state(still?.matches ?? false);

/** Whether movements are wanted. */
export function moves(): boolean {
  return settings.motion !== "off" && !calm;
}

/** Write language, theme and motion into the document. */
export function dress(): void {
  const root = document.documentElement;
  root.lang = settings.lang;
  root.dataset.theme = settings.theme === "auto" ? (light?.matches ? "light" : "dark") : settings.theme;
  root.dataset.motion = moves() ? "on" : "off";
  const colour = root.dataset.theme === "light" ? "#eef2ea" : "#12302f";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", colour);
}

light?.addEventListener?.("change", dress);
still?.addEventListener?.("change", () => {
  calm = still.matches;
  dress();
});
