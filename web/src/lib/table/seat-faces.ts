/** The faces and colours of a table's seats, for everything that is drawn inside of it. */

import { getContext, setContext } from "svelte";

import type { SeatInfo } from "$lib/wire";

const FACES = Symbol("faces");
/** The number of colours for seats in app.css. */
const SEATS = 6;

/** Gives the faces of a table's seats to the components inside. */
export function setFaces(seats: () => SeatInfo[]): void {
  setContext(FACES, seats);
}

/** The faces of the table's seats; empty where nobody gave them, as in the gallery. */
export function faces(): () => SeatInfo[] {
  return getContext<(() => SeatInfo[]) | undefined>(FACES) ?? (() => []);
}

/** Gives an element and everything in it the colours of the seats: --player-0 is that of the first, and so on. */
export function seatColours(element: HTMLElement, seats: SeatInfo[]) {
  const colour = (seats: SeatInfo[]) => {
    for (let i = 0; i < SEATS; i += 1) {
      const name = seats[i]?.colour;
      if (name) element.style.setProperty(`--player-${i}`, `var(--colour-${name})`);
      else element.style.removeProperty(`--player-${i}`);
    }
  };
  colour(seats);
  return { update: colour };
}
