/** A version in steps that can be followed: a piece goes, a tile changes hands, the track closes up, the die falls. */

import type { Happened } from "../contract";
import { flightsOf, type Flight } from "./flights";
import type { VerflixxtView } from "./view";

/** One step of a version. What it shows stays until the next step. */
export interface Beat {
  /** The event that is told meanwhile; null where nothing is to be told. */
  event: Happened | null;
  /** Whether the step holds the table still, so that everybody sees who takes what from whom. */
  scene: boolean;
  /** Whether the pieces go to where the next view has them. */
  moves: boolean;
  /** The tiles that fly, as this step begins. */
  flights: Flight[];
  /** What the table shows from this step on. */
  view: VerflixxtView;
  /** The numbers of tiles that have left the track, whose gaps are still open. */
  gaps: number[];
  rolls: boolean;
  /** How long the step lasts at a calm pace, in milliseconds. */
  time: number;
}

/** Milliseconds at a calm pace. */
const FIRST_STEP = 240;
const EACH_STEP = 80;
export const FLIGHT = 520;
const CLOSING = 320;
const ROLL = 720;
const HANDOVER = 1500;
const BIG_LOSS = 950;
/** Time to look at a roll before the next version begins. */
const LOOK = 300;
/** The events in which a tile leaves its place. */
const HANDED = ["collected", "boxed", "gave", "stole"];

/** Minus tiles from this number on are a blow that everybody should see. */
const BIG_MINUS = -6;

/** How long a piece hops over so many tiles at a calm pace. */
export function hopTime(tiles: number): number {
  return FIRST_STEP + EACH_STEP * Math.min(Math.abs(tiles), 6);
}

/** The steps from one view to the next; none where the events do not tell how the one became the other. */
export function beatsOf(before: VerflixxtView, after: VerflixxtView, events: Happened[]): Beat[] {
  const beats: Beat[] = [];
  const add = (some: Partial<Beat>) =>
    beats.push({ event: null, scene: false, moves: false, flights: [], view: before, gaps: [], rolls: false, time: 0, ...some });

  const moved = events.find(({ kind }) => kind === "moved" || kind === "guard_moved");
  if (moved) {
    const tiles = distance(before, moved.data["from"] ?? 0, moved.data["to"] ?? 0);
    if (tiles === null) return [];
    add({ event: moved, moves: true, time: hopTime(tiles) });
  }

  const handed = events.find(({ kind }) => HANDED.includes(kind));
  if (handed) {
    const scene = sceneTime(handed);
    if (scene) add({ event: handed, scene: true, time: scene });
    const view = { ...before, towers: after.towers, scores: after.scores };
    add({ event: handed, flights: flightsOf([handed]), view, gaps: leaving(handed), time: FLIGHT });
  }

  const flipped = events.find(({ kind }) => kind === "flipped");
  if ((handed || flipped) && !sameTrack(before, after)) {
    const { turn, actor, phase, die } = before;
    add({ event: flipped ?? handed ?? null, view: { ...after, turn, actor, phase, die }, time: CLOSING });
  }

  const rolled = events.find(({ kind }) => kind === "rolled");
  if (rolled) add({ event: rolled, view: after, rolls: true, time: ROLL });
  return beats;
}

/** Milliseconds that people need at a calm pace to follow a version. A way counts in tiles as they were laid. */
export function lasts(events: Happened[]): number {
  const times = events.map((event) => {
    const { kind, data } = event;
    if (kind === "moved" || kind === "guard_moved") return hopTime((data["to"] ?? 0) - (data["from"] ?? 0));
    if (kind === "rolled") return ROLL + LOOK;
    if (kind === "flipped" || kind === "ended") return CLOSING;
    return HANDED.includes(kind) ? sceneTime(event) + FLIGHT + CLOSING : 0;
  });
  return times.reduce((sum, time) => sum + time, 0);
}

/** How long the table is held still for a tile that changes hands: 0 where it need not be. */
function sceneTime(event: Happened): number {
  if (event.kind === "stole" || event.kind === "gave") return HANDOVER;
  return isBigLoss(event) ? BIG_LOSS : 0;
}

/** Whether somebody has to take a big minus. */
export function isBigLoss({ kind, data }: Happened): boolean {
  return kind === "collected" && (data["tile"] ?? 0) <= BIG_MINUS;
}

function leaving({ kind, data }: Happened): number[] {
  if (kind === "collected") return [data["number"] ?? 0];
  return kind === "boxed" ? [0] : [];
}

/** Tiles from one to the other; null if one of them is not on the track. */
function distance(view: VerflixxtView, from: number, to: number): number | null {
  const numbers = view.track.map((tile) => tile.number);
  const [start, end] = [numbers.indexOf(from), numbers.indexOf(to)];
  return start < 0 || end < 0 ? null : end - start;
}

function sameTrack(before: VerflixxtView, after: VerflixxtView): boolean {
  return (
    before.track.length === after.track.length &&
    before.track.every(({ number, tile }, i) => after.track[i]!.number === number && after.track[i]!.tile === tile)
  );
}
