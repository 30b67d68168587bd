/** Push messages: the server tells this browser that it is somebody's turn, also while no page is open.
 *
 * They are part of the notifications that a person switches on in the settings. Where a browser or an address does not
 * allow them (plain HTTP, a private window, no push service), nothing is said: notifications of open pages remain. */

import { server } from "$lib/server/about.svelte";
import { api } from "$lib/server/api";
import { myTables } from "$lib/table/my-tables.svelte";

import { settings } from "./settings.svelte";

const possible = (): boolean =>
  isSecureContext && "serviceWorker" in navigator && "PushManager" in window && Notification.permission === "granted";

/** The bytes of base64url text. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
}

/** This browser's subscription, made anew if it belongs to another key of the server. */
async function subscription(key: string): Promise<PushSubscription | null> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const same = known?.options.applicationServerKey && key === base64(known.options.applicationServerKey);
  if (known && !same) await known.unsubscribe();
  return known && same ? known : pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

/** Bytes as base64url text without padding. */
function base64(data: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(data ?? [])));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What is under way: one thing after the other, so that a browser does not subscribe twice. */
let last: Promise<void> = Promise.resolve();

/** Has the server tell this browser of the turns at a table at which it has a seat. */
export function followTable(id: string, token: string): Promise<void> {
  return (last = last.then(() => follow(id, token)));
}

async function follow(id: string, token: string): Promise<void> {
  if (!settings.notify || !possible()) return;
  try {
    const { push } = await server.ask();
    if (!push) return;
    const found = await subscription(push);
    const mark = `${found?.endpoint} ${settings.lang} ${token}`;
    if (!found || myTables.of(id)?.followed === mark) return;
    const [p256dh, auth] = [base64(found.getKey("p256dh")), base64(found.getKey("auth"))];
    await api.push(id, { endpoint: found.endpoint, p256dh, auth, lang: settings.lang }, token);
    myTables.follow(id, mark);
  } catch {
    // There is no push service, or the server cannot be reached: the next visit tries again.
  }
}

/** Ends this browser's subscription, here and at every table that knows of it. */
export function unfollowAll(): Promise<void> {
  return (last = last.then(unfollow));
}

async function unfollow(): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    const found = await worker?.pushManager?.getSubscription();
    if (!found) return;
    await found.unsubscribe();
    for (const table of myTables.all.filter((one) => one.followed)) {
      myTables.follow(table.id, "");
      await api.push(table.id, { endpoint: found.endpoint, on: false }, table.token).catch(() => {});
    }
  } catch {
    // The server finds out when it sends the next message.
  }
}
