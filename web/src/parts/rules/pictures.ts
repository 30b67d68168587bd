/** Draws the examples of a rules page where the game brings drawings for them; their text stays for those who listen. */

import { mount, unmount } from "svelte";

import { drawingsOf } from "$games/index";
import { sayFor } from "$lib/words/words";

/** Draws all examples inside an element. */
export function pictures(element: HTMLElement, game: string) {
  const drawn: object[] = [];
  let gone = false;
  const drawings = drawingsOf(game);
  void drawings?.then(({ Example }) => {
    if (gone) return;
    for (const figure of element.querySelectorAll<HTMLElement>("figure.example")) {
      const text = figure.querySelector("pre");
      if (!text) continue;
      drawn.push(mount(Example, { target: figure, props: { lines: text.textContent.trimEnd().split("\n"), say: sayFor(game) } }));
      text.classList.add("unseen");
      text.removeAttribute("tabindex");
    }
  });
  return {
    destroy() {
      gone = true;
      for (const one of drawn) void unmount(one);
    },
  };
}
