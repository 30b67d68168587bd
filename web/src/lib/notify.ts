/** A nudge when it is somebody's turn and they look elsewhere: title, badge, and a notification where it is allowed. */

import { settings } from "./settings.svelte";

export const canNotify = (): boolean => isSecureContext && "Notification" in window && Notification.permission !== "denied";

export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

interface Badging {
  setAppBadge?(count?: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

let last: Notification | null = null;

/** Show in title and badge whether it is this person's turn. */
export function mark(title: string, mine: boolean): void {
  document.title = mine ? `● ${title}` : title;
  const badging = navigator as Badging;
  void (mine ? badging.setAppBadge?.() : badging.clearAppBadge?.())?.catch(() => {});
  if (!mine) last?.close();
}

/** Say it outside the page, if nobody looks at it. */
export function nudge(text: string): void {
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  try {
    last?.close();
    last = new Notification("Tatze", { body: text, icon: "/icon.svg", tag: "tatze-turn" });
    last.onclick = () => window.focus();
  } catch {
    // Some phones only let a service worker do it.
  }
}
