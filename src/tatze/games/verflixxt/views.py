"""What a seat may know of a game of Verflixxt: everything, for only the dice to come are hidden, and no state holds
those."""

from __future__ import annotations

from tatze.core.layout import OMNISCIENT, Row, copy_numbers
from tatze.games.verflixxt.state import MOST_TILES, SEATS, TRACK, State


def hide(s: State, viewer: int, out: State) -> None:
    """Write what the viewer, a seat or EVERYONE, may know into `out`."""  # V-34
    copy_agreement(s, out)
    out.viewer = viewer
    copy_numbers(s.tile, 0, out.tile, 0, TRACK)
    copy_numbers(s.guards, 0, out.guards, 0, TRACK)
    for seat in range(SEATS):
        copy_numbers(s.tower[seat], 0, out.tower[seat], 0, MOST_TILES)
        out.height[seat] = s.height[seat]
        copy_numbers(s.pieces[seat], 0, out.pieces[seat], 0, TRACK)


def copy_agreement(s: State, out: State) -> None:
    """Copy the rule set and the single numbers of the turn."""
    out.players = s.players
    out.start = s.start
    out.turn = s.turn
    out.actor = s.actor
    out.phase = s.phase
    out.reason = s.reason
    out.action_tiles = s.action_tiles
    out.guarded = s.guarded
    out.luck_below = s.luck_below
    out.finish = s.finish
    out.die = s.die
    out.acting = s.acting


def unseen(v: State, out: Row) -> int:
    """A view shows every tile."""
    return 0


def fill(v: State, shuffled: Row) -> None:
    """Make a whole state of a view."""
    v.viewer = OMNISCIENT
