import type { Flight } from "./flights";

/** Where a card lies on the page. */
export interface Box {
  x: number;
  y: number;
  width: number;
}

/** A card or a place for one, and where it was when it was looked at. */
export interface Spot extends Box {
  element: HTMLElement;
}

/** One card in the air: what it shows, its way over the page, and what it lands on. */
export interface Flying {
  id: number;
  card: number;
  turns: boolean;
  from: Box;
  to: Spot;
  delay: number;
  /** Whether the card it becomes is to be unseen until it lands. */
  hides: boolean;
}

export const FLIGHT = 300;
export const EASE = "cubic-bezier(0.3, 0.7, 0.2, 1)";
const WAVE = 160;
const NEXT = 30;

let ids = 0;

/** The marked spots of the table by name, each with the cards that lie there. */
export function survey(table: HTMLElement): Map<string, Spot[]> {
  const found = new Map<string, Spot[]>();
  for (const spot of table.querySelectorAll<HTMLElement>("[data-spot]")) {
    const cards = [...spot.querySelectorAll<HTMLElement>("[data-card]")];
    const seen = (cards.length ? cards : [spot]).map(locate).filter((one) => one.width > 0);
    found.set(spot.dataset.spot ?? "", seen.length ? seen : [locate(spot)]);
  }
  return found;
}

function locate(element: HTMLElement): Spot {
  const { x, y, width } = element.getBoundingClientRect();
  return { x, y, width, element };
}

/** The cards of all flights, one by one; those that have no way are left out. */
export function launch(all: Flight[], before: Map<string, Spot[]>, after: Map<string, Spot[]>): Flying[] {
  const landed = new Map<string, number>();
  return all.flatMap((flight) => {
    const from = before.get(flight.from);
    const to = after.get(flight.to);
    if (!from?.length || !to?.length) return [];
    const fresh = flight.to.startsWith("open:") || !before.has(flight.to);
    const hides = fresh || (flight.to.startsWith("pool:") && to.length === 1);
    return flight.cards.map((card, i) => {
      const place = landed.get(flight.to) ?? 0;
      landed.set(flight.to, place + 1);
      const delay = flight.wave * WAVE + place * NEXT;
      return { id: ++ids, card, turns: flight.turns, from: at(from, i), to: at(to, place), delay, hides };
    });
  });
}

/** The i-th card of a spot, or its last one. */
const at = (spots: Spot[], i: number): Spot => spots[Math.min(i, spots.length - 1)] as Spot;

/** Where the things are that stay but may come to lie elsewhere: the paw, the groups of the hand, the layers. */
export function sliding(table: HTMLElement): Map<string, Spot> {
  const all = [...table.querySelectorAll<HTMLElement>("[data-slide]")];
  return new Map(all.map((element) => [element.dataset.slide ?? "", locate(element)]));
}

/** Let them slide from where they were. */
export function slide(table: HTMLElement, before: Map<string, Box>): Animation[] {
  const moved: Animation[] = [];
  for (const [name, now] of sliding(table)) {
    const old = before.get(name);
    if (!old || Math.abs(old.x - now.x) + Math.abs(old.y - now.y) < 2) continue;
    const start = { transform: `translate(${old.x - now.x}px, ${old.y - now.y}px)` };
    moved.push(now.element.animate([start, { transform: "none" }], { duration: FLIGHT, easing: EASE }));
  }
  return moved;
}
