"""The scale of levels: how large the mean error of each level of our bots is, by which a player is placed on it.

Each game's scales lie in its folder, in `review.json`, for every depth of a review, rule set and number of players that
was measured with levels whose errors are apart."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

from tatze.bots import LEVELS
from tatze.games import game_named
from tatze.review.results import Depth

FILE = "review.json"
"""What was measured about a game's reviews, in the game's folder."""
MOST_LEVELS = 2
"""A player is placed on at most so many neighbouring levels; where more would fit, nothing is said."""


def file_of(game: str) -> Path:
    """Return the file in a game's folder with what was measured about its reviews."""
    return Path(str(files(game_named(game).package))) / FILE


@dataclass(frozen=True)
class LevelError:
    """The mean error of a level's decisions with a choice."""

    level: str
    mean: float
    low: float
    """The lower end of the mean's 95 % interval."""
    high: float
    """The upper end of the mean's 95 % interval."""


@cache
def measured(game: str) -> dict[str, Any]:
    """Return what was measured about a game's reviews; empty where nothing was."""
    file = file_of(game)
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def scale_of(game: str, rules: str, players: int, depth: Depth) -> tuple[LevelError, ...]:
    """Return the errors of the levels in a setting by reviews of a depth, the weakest level first; empty where they
    were not measured."""
    found = measured(game).get("levels", {}).get(depth, {}).get(f"{rules} {players}", {})
    return tuple(LevelError(level, *found[level]) for level in LEVELS if level in found)


def played_like(scale: tuple[LevelError, ...], low: float, high: float) -> tuple[str, ...]:
    """Return the levels that an interval of a mean error fits, from the weakest on: those whose range it meets.

    The range of a level goes half way to the means of its neighbours. Where more than two levels fit, none is named."""
    if not scale:
        return ()
    means = [one.mean for one in scale]
    borders = [1.0, *((first + second) / 2 for first, second in pairwise(means)), 0.0]
    fitting = [one.level for i, one in enumerate(scale) if low <= borders[i] and high >= borders[i + 1]]
    return tuple(fitting) if len(fitting) <= MOST_LEVELS else ()
