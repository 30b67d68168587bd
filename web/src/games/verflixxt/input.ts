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
