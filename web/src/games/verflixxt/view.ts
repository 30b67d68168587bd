import type { TrackTile, VerflixxtView } from "$lib/wire";

export type { TrackTile, VerflixxtView };

/** Nothing is hidden in Verflixxt, so a seat sees nothing beyond what everybody sees. */
export type VerflixxtOwn = Record<string, never>;

/** How many pieces a seat has, wherever they stand. */
export function pieceCount(view: VerflixxtView, seat: number): number {
  return view.track.reduce((sum, tile) => sum + (tile.pieces[seat] ?? 0), 0);
}

/** All seats, the reader's first and the others as they follow clockwise. */
export function seatsFrom(players: number, seat: number | null): number[] {
  return Array.from({ length: players }, (_, i) => ((seat ?? 0) + i) % players);
}

export function tileAt(view: VerflixxtView, number: number): TrackTile | undefined {
  return view.track.find((tile) => tile.number === number);
}
