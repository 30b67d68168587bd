// Keeps the page's files for the next visit, and a friendly page for when there is no network. Games are never kept.
// The build writes a digest of itself here, so that a new page brings a new worker.
const FILES = "tatze-files-dev";
const FIRST = ["/offline.html", "/offline.css", "/offline.js", "/theme.js", "/icon.svg"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(FIRST)));
  skipWaiting();
});

addEventListener("activate", (event) => {
  const old = (keys) => Promise.all(keys.filter((key) => key !== FILES).map((key) => caches.delete(key)));
  event.waitUntil(caches.keys().then(old).then(() => clients.claim()));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const show = (pages) => (pages[0] ? pages[0].focus() : clients.openWindow("/"));
  event.waitUntil(clients.matchAll({ type: "window" }).then(show));
});

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
