/** Verflixxt in sentences: what a choice would do, what lies and stands where, and what the table waits for. */

import { signed, type Say } from "$lib/words/words";

import type { Reader as Person } from "../contract";
import type { Choice, Move } from "./choices";
import { called, kindOf, numeral, taken } from "./tiles";
import { pieceCount, tileAt, type TrackTile, type VerflixxtView } from "./view";

/** Whom a sentence is for, and what the table looks like. */
export interface Reader extends Person {
  view: VerflixxtView;
}

export type Tone = "gain" | "loss" | "act" | "plain";

export interface Effect {
  text: string;
  tone: Tone;
}

/** A choice as one full text: what moves where, and everything that follows. */
export function tell(reader: Reader, choice: Choice): string {
  return [headline(reader, choice), ...effects(reader, choice).map((effect) => effect.text)].join(" ");
}

export function headline({ say, names }: Reader, choice: Choice): string {
  if (choice.kind === "throw") return say("choice.throw", { pips: choice.pips });
  if (choice.kind === "theft")
    return say("choice.steal", { tile: taken(say, choice.takes), name: names[choice.victim] ?? "" });
  return say(`choice.${choice.kind}`, { left: from(say, choice.left), reached: to(say, choice.on) });
}

/** What follows from a choice, the most important first. */
export function effects(reader: Reader, choice: Choice): Effect[] {
  if (choice.kind === "throw") return [];
  const told = choice.kind === "theft" ? [] : choice.kind === "guard" ? guarding(reader, choice) : leaving(reader, choice);
  return choice.ends ? [...told, { text: reader.say("effect.ends"), tone: "act" }] : told;
}

function leaving(reader: Reader, move: Move): Effect[] {
  const { say, names } = reader;
  if (move.takes) return [{ text: say("effect.takes", { tile: taken(say, move.takes) }), tone: tone(move.takes) }];
  if (move.boxesStart) return [{ text: say("effect.boxed"), tone: "plain" }];
  if (move.gives) {
    const text = say("effect.gives", { tile: taken(say, move.gives), name: names[move.givesTo ?? 0] ?? "" });
    return [{ text, tone: tone(move.gives) === "loss" ? "gain" : "loss" }];
  }
  if (move.acts) return [{ text: say(`effect.${move.acts}`), tone: "act" }];
  const who = list(say, company(reader, move));
  return [{ text: say("effect.stays", { tile: subject(say, move.left), who }), tone: "plain" }];
}

function guarding({ say, view }: Reader, move: Move): Effect[] {
  const last = tileAt(view, move.from)?.guards === 1;
  const told: Effect[] = last ? [{ text: say("effect.unguarded", { tile: subject(say, move.left) }), tone: "act" }] : [];
  return move.home ? told : [...told, { text: say("effect.guards", { tile: subject(say, move.on) }), tone: "plain" }];
}

function tone(tile: string): Tone {
  return kindOf(tile) === "minus" ? "loss" : "gain";
}

/** Who is still on a tile when a piece of the reader has left it. */
function company(reader: Reader, move: Move): string[] {
  const tile = tileAt(reader.view, move.from);
  if (!tile) return [];
  const pieces = tile.pieces.map((count, seat) => (seat === reader.seat ? count - 1 : count));
  return standing(reader, { ...tile, pieces }, "still");
}

/** A tile of the track and everybody on it. */
export function tileLabel(reader: Reader, tile: TrackTile): string {
  const { say } = reader;
  const who = standing(reader, tile, "on");
  const name = say(`label.${kindOf(tile.tile)}`, { tile: numeral(tile.tile) });
  return who.length ? say("label.occupied", { tile: name, who: list(say, who) }) : name;
}

function standing({ say, seat, names }: Reader, tile: TrackTile, how: "on" | "still"): string[] {
  const pieces = tile.pieces.flatMap((count, other) => {
    if (!count) return [];
    return [say(`${how}.${other === seat ? "you" : "other"}`, { count, name: names[other] ?? "" })];
  });
  if (!tile.guards) return pieces;
  return [...pieces, say(`${how}.guard`, { count: tile.guards })];
}

/** What the table waits for. */
export function status({ say, view, seat, names }: Reader): string {
  if (view.phase === "over") return say("status.over");
  const yours = view.turn === seat ? ".you" : "";
  return say(`status.${view.phase}${yours}`, { name: names[view.turn] ?? "", die: view.die ?? "" });
}

/** A tower: whose it is, its points, its tiles from the lowest, and the pieces that are home. */
export function towerLabel({ say, view, names, seat: reader }: Reader, seat: number): string {
  const tiles = (view.towers[seat] ?? []).map((tile) => called(say, tile));
  const points = say("tower.points", { points: signed(view.scores[seat] ?? 0) });
  const stack = tiles.length ? say("tower.tiles", { tiles: tiles.join(", ") }) : say("tower.empty");
  const home = say("tower.home", { home: view.home[seat] ?? 0, pieces: pieceCount(view, seat) });
  return say("tower.label", { name: seat === reader ? say("you") : (names[seat] ?? ""), points, stack, home });
}

function list(say: Say, parts: string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : say("list", { first: parts.slice(0, -1).join(", "), last: parts.at(-1)! });
}

/** "from −3", "to the finish": with their prepositions, for German bends both. */
export const from = (say: Say, tile: string) => say(`from.${kindOf(tile)}`, { tile: numeral(tile) });
export const to = (say: Say, tile: string) => say(`to.${kindOf(tile)}`, { tile: numeral(tile) });
const subject = (say: Say, tile: string) => say(`subject.${kindOf(tile)}`, { tile: numeral(tile) });

/** What follows from a choice in as few words as fit a small button. */
export function brief(reader: Reader, choice: Choice): Effect[] {
  const { say } = reader;
  if (choice.kind === "throw") return [];
  const told = choice.kind === "theft" ? [] : [briefMove(reader, choice)];
  return choice.ends ? [...told, { text: say("brief.ends"), tone: "act" }] : told;
}

function briefMove({ say, view, names }: Reader, move: Move): Effect {
  const name = (tile: string) => (tile === "L" ? say("brief.L") : called(say, tile));
  if (move.kind === "guard") {
    const last = tileAt(view, move.from)?.guards === 1;
    if (last) return { text: say("brief.unguarded", { tile: name(move.left) }), tone: "act" };
    return { text: say("brief.guards", { tile: name(move.on) }), tone: "plain" };
  }
  if (move.takes) return { text: say("brief.takes", { tile: name(move.takes) }), tone: tone(move.takes) };
  if (move.boxesStart) return { text: say("brief.boxed"), tone: "plain" };
  if (move.gives) {
    const text = say("brief.gives", { tile: name(move.gives), name: names[move.givesTo ?? 0] ?? "" });
    return { text, tone: tone(move.gives) === "loss" ? "gain" : "loss" };
  }
  if (move.acts) return { text: say(`brief.${move.acts}`), tone: "act" };
  return { text: say("brief.stays", { tile: name(move.left) }), tone: "plain" };
}
