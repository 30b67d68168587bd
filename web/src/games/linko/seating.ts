/** The other seats clockwise from the reader's left, as a play is compared; all seats for those who watch. */
export function around(players: number, seat: number | null): number[] {
  const first = seat === null ? 0 : seat + 1;
  const count = seat === null ? players : players - 1;
  return Array.from({ length: count }, (_, step) => (first + step) % players);
}

/** Seats in the order in which a play of `from` meets them. */
export function inTurn(seats: number[], from: number, players: number): number[] {
  const steps = (seat: number) => (seat - from + players) % players;
  return [...seats].sort((one, other) => steps(one) - steps(other));
}

/** How a seat is drawn where there is more or less space. */
export interface Shape {
  /** So many layers of the display lie in full, the open one among them. */
  deep: number;
  /** What a narrow board does with the name: facts under it, the display beside it, or all in one row. */
  name: "over" | "beside" | "row";
}

/** The reader's own seat. */
export const ownShape = (narrow: boolean): Shape => ({ deep: narrow ? 2 : 4, name: "beside" });

/** Another seat among so many: on a phone one has the whole width, two or three share a row, more make two rows. */
export function shapeOf(others: number, narrow: boolean): Shape {
  const name = others === 1 ? "beside" : others === 3 || others > 4 ? "over" : "row";
  const shallow = others === 1 || others > 3;
  return { deep: !narrow ? 4 : shallow ? 2 : 3, name };
}
