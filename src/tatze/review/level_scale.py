"""The scale of levels: how much of what random choices would lose each level of our bots loses, by which a player is
placed on it.

The mean error alone would not do: who is nearly beaten has little to lose, and a bad player often is. Each game's
scales lie in its folder, in `review.json`, for every setting whose levels were found to be apart."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from tatze.bots import LEVELS
from tatze.games import game_named
from tatze.review.grades import student
from tatze.review.results import DecisionReview

FILE = "review.json"
"""What was measured about a game's reviews, in the game's folder."""
MOST_LEVELS = 2
"""Largest number of neighbouring levels of a scale that a player is said to have played like."""


def file_of(game: str) -> Path:
    """Return the file in a game's folder with what was measured about its reviews."""
    return Path(str(files(game_named(game).package))) / FILE


class Loss(NamedTuple):
    """What a decision with a choice lost, in fractions of a victory, by the instant review."""

    error: float
    """What the chosen action lost."""
    random: float
    """What a random action would have lost on average."""


@dataclass(frozen=True)
class LevelShare:
    """The share that a level loses of what random choices would lose."""

    level: str
    share: float
    low: float
    """The lower end of its 95 % interval."""
    high: float
    """The upper end of its 95 % interval."""


@cache
def measured(game: str) -> dict[str, Any]:
    """Return what was measured about a game's reviews; empty where nothing was."""
    file = file_of(game)
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def scale_of(game: str, rules: str, players: int) -> tuple[LevelShare, ...]:
    """Return the shares of the levels in a setting, from the weakest level on; empty where they were not measured."""
    found = measured(game).get("levels", {}).get(f"{rules} {players}", {})
    return tuple(LevelShare(level, *found[level]) for level in LEVELS if level in found)


def loss_of(decision: DecisionReview) -> Loss:
    """Return what a decision lost. Its review is an instant one, which compares all legal actions."""
    gaps = [max(0.0, one.gap) for one in decision.candidates]
    return Loss(decision.error, sum(gaps) / len(gaps))


def share_lost(losses: Sequence[Loss]) -> tuple[float, float]:
    """Return the share that decisions lost of what random ones would have lost, and half of its 95 % interval."""
    error, random = sum(one.error for one in losses), sum(one.random for one in losses)
    if not random:
        return 0.0, math.inf
    share, count = error / random, len(losses)
    spread = sum((one.error - share * one.random) ** 2 for one in losses) * count / (count - 1)
    return share, student(count) * spread**0.5 / random


def played_like(scale: tuple[LevelShare, ...], low: float, high: float) -> tuple[str, ...]:
    """Return the levels that an interval of a share fits, from the weakest on: those whose range it meets.

    The range of a level goes half way to its neighbours. Where more than two levels fit, the player is placed on a
    coarser scale: the weakest, the middle and the strongest level. Where all of these fit, none is named."""
    if not scale:
        return ()
    middles = [(first.share + second.share) / 2 for first, second in pairwise(scale)]
    borders = [math.inf, *middles, -math.inf]
    fitting = [one.level for i, one in enumerate(scale) if low <= borders[i] and high >= borders[i + 1]]
    if len(fitting) <= MOST_LEVELS:
        return tuple(fitting)
    coarse = scale[0], scale[(len(scale) - 1) // 2], scale[-1]
    return played_like(coarse, low, high) if len(scale) > len(coarse) else ()
