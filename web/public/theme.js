// Runs before the first paint, so that no other theme flashes. A file of its own: inline scripts are forbidden.
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
