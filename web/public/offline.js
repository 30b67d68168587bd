// The way back: when the network says so, and every few seconds in case it does not.
addEventListener("online", () => location.reload());
setInterval(async () => {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer && answer.ok) location.reload();
}, 4000);
