/** The page's address and its changes. */

export const route = $state({ path: location.pathname, hash: location.hash });

/** Text of an address as people read it; a % that stands for nothing stays. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function read(): void {
  route.path = location.pathname;
  route.hash = location.hash;
}

/** Goes to an address of this page. */
export function go(to: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  read();
  if (!route.hash) scrollTo(0, 0);
}

/** Changes what follows # in the address, without going anywhere. */
export function replaceHash(hash: string): void {
  history.replaceState(null, "", location.pathname + location.search + hash);
  read();
}

/** Puts the keyboard at the beginning of the page, for when what had the focus is gone. */
export const focusTop = (): void => document.getElementById("top")?.focus({ preventScroll: true });

/** Follows links and the browser's own buttons without loading the page anew. Called once. */
export function listen(): void {
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
  addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname === location.pathname && link.hash) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
