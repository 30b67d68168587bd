import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { closeNotifications, notifyTurn } from "../../../src/lib/browser/notify";
import { settings } from "../../../src/lib/browser/settings.svelte";

/** A service worker whose list of notifications comes late. */
class SlowWorker {
  shown: string[] = [];
  async getNotifications(): Promise<{ close(): void }[]> {
    await new Promise((next) => setTimeout(next, 20));
    return this.shown.map((body) => ({ close: () => this.shown.splice(this.shown.indexOf(body), 1) }));
  }
  async showNotification(_title: string, options: { body: string }): Promise<void> {
    this.shown.push(options.body);
  }
}

class OnlyForWorkers {
  static permission = "granted";
  constructor() {
    throw new TypeError("Illegal constructor");
  }
}

const worker = new SlowWorker();

beforeEach(() => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("Notification", OnlyForWorkers);
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => worker } });
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  settings.notify = true;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  settings.notify = false;
});

it("keeps a notification that is shown while older ones are still being closed", async () => {
  closeNotifications();
  notifyTurn("Linko: It is your turn.");
  await new Promise((next) => setTimeout(next, 60));
  expect(worker.shown).toEqual(["Linko: It is your turn."]);
  closeNotifications();
  await new Promise((next) => setTimeout(next, 60));
  expect(worker.shown).toEqual([]);
});
