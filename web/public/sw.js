// Keeps the page's files for the next visit, and a friendly page for when there is no network. Games are never kept.
// The build writes a digest of itself here, so that a new page brings a new worker.
const FILES = "tatze-files-dev";
const FIRST = ["/offline.html", "/offline.css", "/offline.js", "/start.js", "/icon.svg"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(FIRST)));
  skipWaiting();
});

addEventListener("activate", (event) => {
  const old = (keys) => Promise.all(keys.filter((key) => key !== FILES).map((key) => caches.delete(key)));
  event.waitUntil(caches.keys().then(old).then(() => clients.claim()));
});

const PUSH_WORDS = {
  en: { turn: "It is your turn.", nudge: "The others are waiting for you." },
  de: { turn: "Du bist dran.", nudge: "Die anderen warten auf dich." },
};

// The server says that a table waits. Whoever looks at that table knows.
addEventListener("push", (event) => event.waitUntil(tell(event.data)));

async function tell(data) {
  const { table = "", title = "", key = "turn", lang = "en" } = messageOf(data);
  const path = /^[a-z0-9]{1,32}$/.test(table) ? `/table/${table}` : "/";
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === path)) return;
  const words = PUSH_WORDS[lang] ?? PUSH_WORDS.en;
  const body = `${title ? `${title}: ` : ""}${words[key] ?? words.turn}`;
  await registration.showNotification("Tatze", { body, lang, icon: "/icon-192.png", tag: "tatze-turn", data: { path } });
}

function messageOf(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

// A click leads to the table: to its page if it is open, otherwise to a new one.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data?.path ?? ""));
});

async function visit(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = path ? pages.find((page) => new URL(page.url).pathname === path) : pages[0];
  return there ? there.focus() : clients.openWindow(path || "/");
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/offline.html")));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (FIRST.includes(url.pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

// Files in /assets never change: their names carry a digest of what is in them.
async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(FILES);
    await cache.put(request, answer.clone());
  }
  return answer;
}
