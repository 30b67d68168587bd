// Runs before the first paint, so that a chosen theme does not flash. A file of its own: inline scripts are forbidden.
try {
  const chosen = JSON.parse(localStorage.getItem("tatze.settings") || "{}");
  if (chosen.theme === "light" || chosen.theme === "dark") document.documentElement.dataset.theme = chosen.theme;
  if (chosen.motion === "off") document.documentElement.dataset.motion = "off";
} catch {
  // No storage, no choice.
}
