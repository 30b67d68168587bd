/** What can be done now, as the server says it: every legal action with what it would bring about. */

import { type Legal, SEAT_LETTERS } from "$lib/wire";

import { tileAt, type VerflixxtView } from "./view";

/** Moving a piece or a guard from one tile to another. */
export interface Move {
  kind: "piece" | "guard";
  action: string;
  /** The number of the tile it leaves, and the tile. */
  from: number;
  left: string;
  lands: number;
  on: string;
  home: boolean;
  takes: string | null;
  boxesStart: boolean;
  /** The side of the action tile that acts. */
  acts: string | null;
  gives: string | null;
  givesTo: number | null;
  ends: boolean;
}

/** Taking the top tile of a tower. */
export interface Theft {
  kind: "theft";
  action: string;
  victim: number;
  takes: string;
  ends: boolean;
}

/** Throwing the die, where that is left to the player. */
export interface Throw {
  kind: "throw";
  action: string;
  pips: number;
}

export type Choice = Move | Theft | Throw;


export const pieceAction = (number: number) => `m${number}`;
export const guardAction = (number: number) => `g${number}`;
export const theftAction = (seat: number) => `steal:${SEAT_LETTERS[seat]}`;

export function choicesOf(view: VerflixxtView, legal: Legal[]): Choice[] {
  return legal.map(({ action, foresight }) => {
    if (action.startsWith("d")) return { kind: "throw", action, pips: Number(action.slice(1)) };
    if (action.startsWith("steal:")) return theft(action, foresight);
    return move(view, action, foresight);
  });
}

function theft(action: string, seen: Record<string, unknown>): Theft {
  return {
    kind: "theft",
    action,
    victim: seen["from"] as number,
    takes: seen["takes"] as string,
    ends: Boolean(seen["ends"]),
  };
}

function move(view: VerflixxtView, action: string, seen: Record<string, unknown>): Move {
  const from = Number(action.slice(1));
  return {
    kind: seen["guard"] ? "guard" : "piece",
    action,
    from,
    left: tileAt(view, from)?.tile ?? "",
    lands: seen["lands"] as number,
    on: seen["on"] as string,
    home: Boolean(seen["home"]),
    takes: (seen["takes"] as string | null | undefined) ?? null,
    boxesStart: Boolean(seen["boxes_start"]),
    acts: (seen["acts"] as string | null | undefined) ?? null,
    gives: (seen["gives"] as string | null | undefined) ?? null,
    givesTo: (seen["gives_to"] as number | null | undefined) ?? null,
    ends: Boolean(seen["ends"]),
  };
}

export const isMove = (choice: Choice): choice is Move => choice.kind === "piece" || choice.kind === "guard";

/** The moves that begin on a tile, the piece's before the guard's. */
export function movesFrom(choices: Choice[], number: number): Move[] {
  return choices.filter(isMove).filter((choice) => choice.from === number);
}

/** The numbers of the tiles that a move passes or reaches. */
export function steps(view: VerflixxtView, move: Move): number[] {
  return view.track.map((tile) => tile.number).filter((number) => number > move.from && number <= move.lands);
}

/** What a choice would do to the top of a tower. */
export interface Change {
  /** The tile that would come on top. */
  gains: string | null;
  /** Whether the top tile would go. */
  loses: boolean;
}

/** What the choice of `reader` would do to the tower of `seat`. */
export function changeOf(choice: Choice | null, reader: number | null, seat: number): Change {
  const change: Change = { gains: null, loses: false };
  if (!choice || choice.kind === "throw") return change;
  if (choice.kind === "theft") {
    if (seat === reader) change.gains = choice.takes;
    change.loses = seat === choice.victim;
    return change;
  }
  if (seat === reader) {
    change.gains = choice.takes;
    change.loses = choice.gives !== null;
  } else if (seat === choice.givesTo) change.gains = choice.gives;
  return change;
}
