"""What every view shows: a base for the frozen dataclass that a game's `show` returns."""

from __future__ import annotations

from dataclasses import dataclass

from tatze.core.layout import State


@dataclass(frozen=True, slots=True)
class View:
    """The fields that every view has. A game adds its own below them, as plain data."""

    seat: int | None
    """The seat whose view this is; None for what everybody may see."""
    players: int
    """How many play."""
    start: int
    """The seat that began."""
    turn: int
    """The seat whose turn it is."""
    actor: int | None
    """The seat that decides now; None when chance does or the game is over."""


def basics(v: State) -> tuple[int | None, int, int, int, int | None]:
    """Return the values of the fields of `View`, in their order."""
    return v.viewer if v.viewer >= 0 else None, v.players, v.start, v.turn, v.actor if v.actor >= 0 else None
