/** Tells people who look elsewhere that it is their turn: the tab's title, the app's badge, and a notification where
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

const NOTIFICATION_TAG = "tatze-turn";
let last: Notification | null = null;

/** Show on the app's icon how many tables wait for this person. */
export function badge(tables: number): void {
  const badging = navigator as Badging;
  void (tables ? badging.setAppBadge?.(tables) : badging.clearAppBadge?.())?.catch(() => {});
}

let work: Promise<void> = Promise.resolve();

/** Does something with the service worker once everything asked of it before is done: closing what was shown must not
 * overtake, or be overtaken by, showing the next one. */
function withWorker(next: (worker: ServiceWorkerRegistration) => Promise<void>): void {
  work = work.then(async () => {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await next(worker);
  }).catch(() => {});
}

async function closeAll(worker: ServiceWorkerRegistration): Promise<void> {
  for (const one of await worker.getNotifications({ tag: NOTIFICATION_TAG })) one.close();
}

/** Closes the notifications: what they said is no longer true. */
export function closeNotifications(): void {
  last?.close();
  last = null;
  withWorker(closeAll);
}

/** Shows a notification, if nobody looks at the page. */
export function notifyTurn(text: string): void {
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  const options = { body: text, icon: "/icon-192.png", tag: NOTIFICATION_TAG };
  try {
    last?.close();
    last = new Notification("Tatze", options);
    last.onclick = () => window.focus();
  } catch {
    // Some phones only let the service worker do it.
    withWorker((worker) => worker.showNotification("Tatze", options));
  }
}
