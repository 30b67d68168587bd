"""A view of Verflixxt as a row of small numbers, for learners. docs/games/verflixxt.md says what stands where.

Seats are counted from the viewer's, clockwise, so that every seat sees the table the same way. Tiles keep their
numbers although the track closes up; whether a tile is still there is one of its features."""

from __future__ import annotations

from tatze.core.layout import Row, clear, count_numbers, interleave_numbers, spread_numbers, sum_numbers
from tatze.games.verflixxt.rules import piece_count
from tatze.games.verflixxt.state import (
    GIFT,
    LUCKY,
    MOST_TILES,
    OVER,
    PLUS,
    SEATS,
    STEAL,
    TRACK,
    State,
)

AGREEMENT = 0
"""action tiles, guards, luck below; then 1 at players − 2."""
TURN = AGREEMENT + 3 + 5
"""1 at the phase − 1 (four places), then whose turn, 1 at the seat; then 1 at the die's pips − 1."""
TILES = TURN + OVER + SEATS + 6
PER_TILE = 4 + SEATS
"""Of each tile: its points if it has any; 1 if it is lucky; 1 for Gift, 2 for Steal; guards; each seat's pieces.
A tile that was taken away, and the start and the finish, have only the last two."""
SEATS_AT = TILES + TRACK * PER_TILE
TOP_SEEN = 3
PER_SEAT = 2 + 2 + 2 * TOP_SEEN
"""Of each seat: tiles in the tower, pieces not yet home; points of its plus and minus tiles and lucky tiles; of the top
tiles their points and whether they are lucky."""
VIEWER = SEATS_AT + SEATS * PER_SEAT
"""1 at the viewer's true seat, by which thefts are named; then the number of the finish."""
LENGTH = VIEWER + SEATS + 1


def observe(v: State, out: Row) -> None:
    """Write the observation of the view's seat; for EVERYONE that of seat 0."""
    clear(out, LENGTH)
    me = max(v.viewer, 0)
    out[VIEWER + me] = 1
    out[VIEWER + SEATS] = v.finish
    out[AGREEMENT] = v.action_tiles
    out[AGREEMENT + 1] = v.guarded
    out[AGREEMENT + 2] = v.luck_below
    out[AGREEMENT + 3 + v.players - 2] = 1
    out[TURN + v.phase - 1] = 1
    out[TURN + OVER + place_of(v, v.turn, me)] = 1
    if v.die:
        out[TURN + OVER + SEATS + v.die - 1] = 1
    observe_tiles(v, out)
    interleave_numbers(v.pieces, me, v.players, v.finish + 1, out, TILES + 4, PER_TILE)
    for seat in range(v.players):
        observe_seat(v, out, seat, SEATS_AT + place_of(v, seat, me) * PER_SEAT)


def place_of(v: State, seat: int, me: int) -> int:
    """Return how many seats after the viewer's a seat is. A division would take longer than everything around it."""
    return seat - me + v.players * int(seat < me)


def observe_tiles(v: State, out: Row) -> None:
    """Write the tiles of the track. Where each kind of tile lies cannot be predicted, so this avoids cases."""
    finish = v.finish
    tiles = v.tile
    if v.guarded:
        spread_numbers(v.guards, finish + 1, out, TILES + 3, PER_TILE)
    for t in range(0, TRACK, 2):
        if t > finish:
            break
        first, second = tiles[t], tiles[t + 1]  # both are read before anything is written: so a GPU waits once
        observe_tile(first, out, TILES + t * PER_TILE)
        observe_tile(second, out, TILES + (t + 1) * PER_TILE)


def observe_tile(tile: int, out: Row, at: int) -> None:
    out[at] = tile * int(tile <= PLUS)
    out[at + 1] = int(tile == LUCKY)
    out[at + 2] = int(tile == GIFT) + 2 * int(tile == STEAL)


def observe_seat(v: State, out: Row, seat: int, at: int) -> None:
    out[at] = v.height[seat]
    out[at + 1] = piece_count(v) - v.pieces[seat][v.finish]
    tower = v.tower[seat]
    lucky = count_numbers(tower, MOST_TILES, LUCKY)  # to the end: above a tower are zeros
    out[at + 2] = max(-128, min(127, sum_numbers(tower, MOST_TILES) - LUCKY * lucky))
    out[at + 3] = lucky
    for below in range(min(TOP_SEEN, v.height[seat])):
        tile = v.tower[seat][v.height[seat] - 1 - below]
        out[at + 4 + 2 * below] = tile * int(tile != LUCKY)
        out[at + 5 + 2 * below] = int(tile == LUCKY)
