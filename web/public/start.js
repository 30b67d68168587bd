// Runs before the first paint and before the page's scripts have come. A file of its own: inline scripts are forbidden.
// The build writes here which files of the page /join do not belong to the first load.
const JOIN_FILES = [];

// The right theme, so that no other one flashes.
const root = document.documentElement;
let chosen = {};
try {
  chosen = JSON.parse(localStorage.getItem("tatze.settings") || "{}") || {};
} catch {
  // No storage, no choice.
}
const light = matchMedia("(prefers-color-scheme: light)").matches;
root.dataset.theme = chosen.theme === "light" || chosen.theme === "dark" ? chosen.theme : light ? "light" : "dark";
if (chosen.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches) root.dataset.motion = "off";
document.querySelector('meta[name="color-scheme"]')?.setAttribute("content", root.dataset.theme);
document.querySelector('meta[name="theme-color"]')?.setAttribute("content", root.dataset.theme === "light" ? "#eef2ea" : "#12302f");

// An invitation: its table and its files come while the page's scripts are still loading.
const [path, code] = [location.pathname, location.hash.slice(1)];
if (path === "/join" && /^[\w-]+$/.test(code)) {
  for (const file of JOIN_FILES) {
    const style = file.endsWith(".css");
    const link = Object.assign(document.createElement("link"), { rel: style ? "preload" : "modulepreload", href: file });
    if (style) link.as = "style";
    link.crossOrigin = "";
    document.head.append(link);
  }
  const headers = { "Content-Type": "application/json" };
  const options = { method: "POST", headers, cache: "no-store", credentials: "omit", body: JSON.stringify({ code }) };
  window.invitation = { code, answer: fetch("/api/find", options) };
  window.invitation.answer.catch(() => {});
}
