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
