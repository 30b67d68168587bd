/** A nudge when it is somebody's turn and they look elsewhere: the tab's title, the app's badge, and a notification where
 * it is allowed. */

import { settings } from "./settings.svelte";

export const canNotify = (): boolean => isSecureContext && "Notification" in window && Notification.permission !== "denied";

export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

interface Badging {
  setAppBadge?(count?: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

const TAG = "tatze-turn";
let last: Notification | null = null;

/** Show on the app's icon how many tables wait for this person. */
export function badge(tables: number): void {
  const badging = navigator as Badging;
  void (tables ? badging.setAppBadge?.(tables) : badging.clearAppBadge?.())?.catch(() => {});
}

async function closeAll(worker: ServiceWorkerRegistration | undefined): Promise<void> {
  for (const one of (await worker?.getNotifications({ tag: TAG })) ?? []) one.close();
}

/** What was said outside the page is no longer so. */
export function hush(): void {
  last?.close();
  last = null;
  void navigator.serviceWorker?.getRegistration().then(closeAll).catch(() => {});
}

/** Say it outside the page, if nobody looks at it. */
export function nudge(text: string): void {
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  const options = { body: text, icon: "/icon-192.png", tag: TAG };
  try {
    last?.close();
    last = new Notification("Tatze", options);
    last.onclick = () => window.focus();
  } catch {
    // Some phones only let the service worker do it.
    void navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification("Tatze", options)).catch(() => {});
  }
}
