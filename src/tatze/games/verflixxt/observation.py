"""The numbers of a Verflixxt observation with their ranges, as docs/games/verflixxt.md has them."""

from __future__ import annotations

from tatze.core.observation import Block, Observation
from tatze.games.verflixxt.observe import (
    AGREEMENT,
    LENGTH,
    PER_SEAT,
    PER_TILE,
    SEATS_AT,
    TILES,
    TOP_SEEN,
    TURN,
    VIEWER,
    observe,
)
from tatze.games.verflixxt.state import MINUS, MOST_TILES, OVER, PIPS, PLUS, SEATS, TRACK, State

VERSION = 1
"""Goes up when an action id, a place of the observation or the reward changes its meaning."""

_MOST_PIECES = 3


def _per_tile(name: str, at: int, low: int, high: int, count: int = 1) -> Block:
    return Block(name, TILES + at, count, low, high, TRACK, PER_TILE)


def _per_seat(name: str, at: int, low: int, high: int) -> Block:
    return Block(name, SEATS_AT + at, 1, low, high, SEATS, PER_SEAT)


def _top(below: int) -> list[Block]:
    name = ("top tile", "second tile", "third tile")[below]
    at = 4 + 2 * below
    return [_per_seat(f"{name}, points", at, -MINUS, PLUS), _per_seat(f"{name}, lucky", at + 1, 0, 1)]


BLOCKS = (
    Block("action tiles, guards, luck below", AGREEMENT, 3, 0, 1),
    Block("players, 2 to 6", AGREEMENT + 3, 5, 0, 1),
    Block("phase", TURN, OVER, 0, 1),
    Block("whose turn", TURN + OVER, SEATS, 0, 1),
    Block("the die, 1 to 6", TURN + OVER + SEATS, PIPS, 0, 1),
    _per_tile("tile, points", 0, -MINUS, PLUS),
    _per_tile("tile, lucky", 1, 0, 1),
    _per_tile("tile, action", 2, 0, 2),
    _per_tile("tile, guards", 3, 0, MOST_TILES),
    _per_tile("tile, pieces by seat", 4, 0, _MOST_PIECES, SEATS),
    _per_seat("tiles in the tower", 0, 0, MOST_TILES),
    _per_seat("pieces not yet home", 1, 0, _MOST_PIECES),
    _per_seat("points of plus and minus tiles", 2, -128, 127),
    _per_seat("lucky tiles", 3, 0, MOST_TILES),
    *(block for below in range(TOP_SEEN) for block in _top(below)),
    Block("the viewer's seat", VIEWER, SEATS, 0, 1),
    Block("number of the finish", VIEWER + SEATS, 1, 0, TRACK - 1),
)


def most_decisions(s: State) -> int:
    """An upper bound for the decisions of one game, rolls not counted: each turn moves a piece or a guard to a higher
    tile and has at most a move and a theft. `s` is any state of that game."""
    walkers = sum(s.guards)
    for seat in range(s.players):
        walkers += sum(s.pieces[seat])
    return 2 * walkers * s.finish


OBSERVATION = Observation(
    version=VERSION,
    length=LENGTH,
    observe=observe,
    blocks=BLOCKS,
    most_decisions=most_decisions,
)
