/** How people reach for a choice: by mouse, finger or keys. */

import type { Choice } from "./choices";

/** Whether a click came from a finger or a pen, which cannot hover first. */
export function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && (event.pointerType === "touch" || event.pointerType === "pen");
}

/** Shows what a choice would do while the mouse is over its button or the keys have reached it. */
export function previews(choice: Choice | undefined, point: (choice: Choice | null) => void) {
  return {
    onpointerenter: (event: PointerEvent) => {
      if (choice && event.pointerType === "mouse") point(choice);
    },
    onpointerleave: () => point(null),
    onfocus: (event: FocusEvent) => {
      if (choice && (event.currentTarget as HTMLElement).matches(":focus-visible")) point(choice);
    },
    onblur: () => point(null),
  };
}

const WAYS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrow keys go from one of these to the next, and around. */
export function walk(event: KeyboardEvent, among: Iterable<HTMLElement>): void {
  const way = WAYS[event.key];
  const all = [...among];
  if (!way || !all.length) return;
  event.preventDefault();
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[at < 0 && way < 0 ? all.length - 1 : (at + way + all.length) % all.length]!.focus();
}
