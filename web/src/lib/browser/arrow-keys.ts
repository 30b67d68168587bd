/** Arrow keys as a way along buttons. */

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves the focus from one of these elements to the next, and around, if the key is an arrow key. */
export function moveFocus(event: KeyboardEvent, among: Iterable<HTMLElement>): void {
  const step = STEPS[event.key];
  const all = [...among];
  if (!step || !all.length) return;
  event.preventDefault();
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[at < 0 && step < 0 ? all.length - 1 : (at + step + all.length) % all.length]!.focus();
}
