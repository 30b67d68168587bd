"""The fields that a state is declared with, and the functions of the core that rules call on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

Row = list[int]
Grid = list[list[int]]
Event = tuple[int, int, int, int, int, int]
"""What happened: a kind and five numbers whose meaning the game declares for that kind."""

CHANCE = -1
"""The actor when the dice decide."""
NOBODY = -2
"""The actor when the game is over."""
EVERYONE = -1
"""The viewer who sees what all players and spectators may see."""
OMNISCIENT = -2
"""The viewer of a state in which nothing is hidden."""


@dataclass(frozen=True, slots=True)
class Int:
    """The width in bits of a field's integers, and the shape if the field is a row or a grid of them."""

    bits: int
    shape: tuple[int, ...] = ()

    @property
    def limits(self) -> tuple[int, int]:
        """The lowest and the highest integer of this width."""
        return -(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1


class State:
    """The fields that every game has. The state of a game adds its own fields to them.

    The class is a declaration only: `Layout` makes the states from it."""

    events: list[Event]
    """What happened since the list was last emptied. It is outside the layout: only the plain forms keep it."""

    players: Annotated[int, Int(8)]
    start: Annotated[int, Int(8)]
    """The seat that begins."""
    turn: Annotated[int, Int(8)]
    """The seat whose turn it is."""
    actor: Annotated[int, Int(8)]
    """Who decides now: a seat, CHANCE or NOBODY."""
    phase: Annotated[int, Int(8)]
    """The kind of decision that the actor makes now; each game numbers its own."""
    reason: Annotated[int, Int(8)]
    """Why the game ended; 0 while it runs."""
    viewer: Annotated[int, Int(8)]
    """Who may see this state: a seat, EVERYONE or OMNISCIENT."""

    if TYPE_CHECKING:

        def plain_data(self) -> Any:
            """Never called: the type that it returns is that of the plain data which the game's `show` makes."""


def note(s: State, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Append an event to the state's list. In the compiled forms this function does nothing."""
    s.events.append((kind, a, b, c, d, e))


def clear(row: Row, n: int) -> None:
    """Write zeros over the first n numbers of a row.

    The form compiled for the CPU fills the memory at once."""
    row[0:n] = [0] * n


def copy_numbers(source: Row, first: int, out: Row, at: int, n: int) -> None:
    """Copy n numbers of a row, from place `first` on, into another row from place `at` on.

    The form compiled for the CPU copies the memory at once; the one for CUDA leaves a row alone that is copied to where
    it is."""
    out[at : at + n] = source[first : first + n]


def spread_numbers(source: Row, n: int, out: Row, at: int, step: int) -> None:
    """Copy the first n numbers of a row into another row, from place `at` on into every `step`-th place."""
    out[at : at + n * step : step] = source[0:n]


def interleave_numbers(grid: Grid, first: int, count: int, n: int, out: Row, at: int, step: int) -> None:
    """Copy the first n numbers of `count` rows of a grid into a row, so that those of one column lie side by side: the
    first column's from place `at` on, each other one `step` places later. The row `first` comes first, then those after
    it, then row 0 and so on.

    The form compiled for the CPU writes up to four numbers at once."""
    for k in range(count):
        row = grid[(first + k) % count]
        out[at + k : at + k + n * step : step] = row[0:n]


def sum_numbers(row: Row, n: int) -> int:
    """Return the sum of the first n numbers of a row."""
    return sum(row[0:n])


def count_numbers(row: Row, n: int, wanted: int) -> int:
    """Return how many of the first n numbers of a row are the wanted one."""
    return row[0:n].count(wanted)
