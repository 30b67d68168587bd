"""What a game of Verflixxt consists of: its numbers, its state, and its action ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tatze.core import layout
from tatze.core.layout import Grid, Int, Row

if TYPE_CHECKING:
    from tatze.games.verflixxt.show import VerflixxtView

SEATS = 6
PIPS = 6
PLUS = 8
"""The highest plus tile."""
MINUS = 10
"""The lowest minus tile, without its sign."""
PAIRED = 8
"""The minus tiles from −1 to this one are there twice."""
LUCKY_TILES = 6
TILES = PLUS + MINUS + PAIRED + LUCKY_TILES
"""How many tiles the box has, action tiles not counted."""
MOST_TILES = 64
"""How many tiles a track of one's own may have."""
EIGHT = 8
"""An action tile follows each set of so many tiles."""
TRACK = MOST_TILES + MOST_TILES // EIGHT + 2
"""The longest track: its tiles, an action tile after every eighth of them, start and finish."""

# A tile is its points, or one of these; 0 stands where a tile was taken away.
LUCKY, GIFT, STEAL, START, FINISH = 9, 11, 12, 13, 14
LUCKY_WORTH = PLUS + 1
"""V-15: what a lucky tile is worth when top tiles are compared: more than any plus tile."""

# What is being decided
ROLL, MOVE, CHOOSE, OVER = range(1, 5)

# Why the game ended
ALL_HOME = 1

# What happened
(
    ROLLED, MOVED, GUARD_MOVED, HOME, COLLECTED, BOXED, GAVE, NO_GIFT,
    STOLE, NO_THEFT, FLIPPED, SKIPPED, TURNED, ENDED,
) = range(1, 15)  # fmt: skip  # read in rows, not one a line

# Actions. Tiles are named by their number on the track as it was laid; it stays theirs when the track closes up.
ROLL_IT = -1
"""Plus the pips."""
MOVE_PIECE = ROLL_IT + PIPS + 1
"""Plus the tile, from 0 for the start on."""
MOVE_GUARD = MOVE_PIECE + TRACK - 2
"""Plus the tile, from 1 on: no guard ever stands on the start."""
STEAL_FROM = MOVE_GUARD + TRACK - 1
"""Plus the seat."""
ACTIONS = STEAL_FROM + SEATS


class State(layout.State):
    """One game of Verflixxt.

    It ends: each turn moves a piece or a guard to a higher tile number, and none can pass the finish. So there are at
    most (pieces + guards) × (number of the finish) turns, and a turn has at most three actions: roll, move, theft."""

    # The rule set, written before the game begins
    action_tiles: Annotated[int, Int(8)]
    """1 if an action tile follows every eighth tile."""
    guarded: Annotated[int, Int(8)]
    """1 if guards stand on the lucky tiles, +8 and +7."""
    luck_below: Annotated[int, Int(8)]
    """1 if a lucky tile turns the sign of the tile directly below it."""

    # The table
    tile: Annotated[Row, Int(8, (TRACK,))]
    """The tiles of the track by number, the start first; 0 where one was taken away. An action tile shows its side.
    Before the game begins: the tiles of a fixed track from 1 on."""
    finish: Annotated[int, Int(8)]
    """The number of the finish, one more than that of the last tile. 0 before a shuffled track is laid."""
    pieces: Annotated[Grid, Int(8, (SEATS, TRACK))]
    """How many pieces each seat has on each tile."""
    guards: Annotated[Row, Int(8, (TRACK,))]
    """How many guards stand on each tile."""
    height: Annotated[Row, Int(8, (SEATS,))]
    """How many tiles each tower has."""
    tower: Annotated[Grid, Int(8, (SEATS, MOST_TILES))]
    """The tiles of each tower, the lowest first; zeros above. Whatever is in a tower left the track, so all towers
    together never have more tiles than the track had."""

    # The turn
    die: Annotated[int, Int(8)]
    """What was rolled this turn; 0 before the roll."""
    acting: Annotated[int, Int(8)]
    """The action tile whose theft is being chosen; 0 otherwise."""

    if TYPE_CHECKING:

        def plain_data(self) -> VerflixxtView: ...
