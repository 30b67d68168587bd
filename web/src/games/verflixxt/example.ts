/** Reads the examples of the rules page: lines such as "track   9: gift (A)   10: +3 (B)" and "tower A   +4 −7". */

import { SEAT_LETTERS } from "$lib/wire";

import { GUARD } from "./tokens";

export interface ExampleTile {
  /** The tile's number; empty in a tower. */
  number: string;
  tile: string;
  /** Who stands on it, each owner once. */
  tokens: { owner: number; count: number }[];
}

export interface ExampleLine {
  label: string;
  tiles: ExampleTile[];
  /** Whether the track goes on before the first tile and after the last one. */
  before: boolean;
  after: boolean;
  note: string;
}

/** The tiles without a number, by their names in both languages. */
const NAMED: Record<string, string> = {
  lucky: "L",
  glück: "L",
  gift: "gift",
  schenken: "gift",
  steal: "steal",
  klauen: "steal",
  start: "start",
  finish: "finish",
  ziel: "finish",
};
const PLACE = /^(?:(\d+): )?([+−-]\d+|\p{L}+)(?: \(([^)]*)\))?$/u;
const GUARDS = ["guard", "wächter"];

function tokensOf(names: string) {
  const owners = names.split(", ").map((name) => (GUARDS.includes(name.toLowerCase()) ? GUARD : SEAT_LETTERS.indexOf(name)));
  return [...new Set(owners)].map((owner) => ({ owner, count: owners.filter((one) => one === owner).length }));
}

/** The tile that a text names, with who stands on it; null if it names none. */
function tileOf(text: string): ExampleTile | null {
  const [, number = "", name = "", standing = ""] = PLACE.exec(text) ?? [];
  const tile = NAMED[name.toLowerCase()] ?? (/^[+−-]\d/.test(name) ? name.replace("−", "-") : "");
  return tile ? { number, tile, tokens: standing ? tokensOf(standing) : [] } : null;
}

/** The tiles of a part of a line: one of the track, or those of a tower; null if it is a note. */
function tilesOf(part: string): ExampleTile[] | null {
  const whole = tileOf(part);
  if (whole) return [whole];
  const each = part.split(" ").map(tileOf);
  return each.every((one) => one !== null) ? each : null;
}

export function lineOf(text: string): ExampleLine {
  const [label = "", ...rest] = text.trim().split(/\s{2,}/);
  const parts = rest.map((part) => part.replace(/^… | …$/g, ""));
  return {
    label,
    tiles: parts.flatMap((part) => tilesOf(part) ?? []),
    before: rest[0]?.startsWith("…") ?? false,
    after: rest.at(-1)?.endsWith("…") ?? false,
    note: parts.filter((part) => !tilesOf(part)).join(" "),
  };
}
