"""Puzzles: positions in which one action is better than all others, graded by how often the levels find it.

Each game's puzzles lie in its folder as `puzzles.json`. A puzzle is what one seat sees, as the text of a position."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from tatze.games import game_named
from tatze.review.files import read_data

FILE = "puzzles.json"
"""The file of a game's puzzles in the game's folder."""


@dataclass(frozen=True)
class Puzzle:
    """A decision to be found."""

    id: str
    """A short text that names the puzzle among those of its game."""
    rules: str
    """The name of the rule set."""
    position: str
    """What the seat that decides sees, as the text of a position; its view names the seat."""
    right: tuple[str, ...]
    """The actions that solve it."""
    gap: float
    """How much less the best other action is worth, as a fraction: 0.07 is seven percentage points."""
    gap_low: float
    """The lower end of the gap's 95 % interval."""
    level: int
    """How hard it is, from 1, which every level of our bots finds, to 5, which none finds."""
    found: dict[str, float]
    """Level of bots → how often it finds a right action."""


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game; none where it has no file of them."""
    file = files(game_named(game).package).joinpath(FILE)
    if not file.is_file():
        return ()
    return tuple(read_data(Puzzle, one) for one in json.loads(file.read_text(encoding="utf-8")))


def puzzle_of_the_day(game: str, day: date) -> Puzzle | None:
    """Return the puzzle of a day, another one each day until all have been shown; None where a game has none."""
    known = puzzles_of(game)
    return known[day.toordinal() % len(known)] if known else None
