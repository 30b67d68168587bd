"""The analysis of a decision: the chance to win of every seat, and what each legal action is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

Z = 1.959964
"""The standard normal distribution's quantile of a 95 % interval."""


@dataclass(frozen=True)
class ActionAnalysis:
    """What a bot makes of one legal action."""

    action: int
    """The action's id."""
    text: str
    """The action's spelling."""
    value: float
    """The chance to win of the seat that decides, from 0 to 1, if it takes the action; a shared victory counts in
    parts."""
    visits: int
    """Number of playouts that tried the action; 0 where nothing was searched."""
    prior: float
    """The probability of the action before the search; the priors of all legal actions add up to 1."""
    low: float
    """The lower end of the value's 95 % interval."""
    high: float
    """The upper end of the value's 95 % interval."""


@dataclass(frozen=True)
class Analysis:
    """What a bot makes of one decision."""

    seat: int
    """The seat that decides."""
    chances: tuple[float, ...]
    """Every seat's chance to win before the decision, as the seat that decides sees it; they add up to 1."""
    actions: tuple[ActionAnalysis, ...]
    """The legal actions, the best first."""


def best_first(actions: Iterable[ActionAnalysis], chosen: int | None = None) -> tuple[ActionAnalysis, ...]:
    """Return actions in the order of their visits; among equals the higher value, then the higher prior, is first. The
    action that a bot has chosen comes before all others.

    Values alone say less than visits: few visits can have a high value by luck."""
    return tuple(sorted(actions, key=lambda one: (one.action != chosen, -one.visits, -one.value, -one.prior)))


def share_interval(value: float, visits: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a mean of `visits` results between 0 and 1; everything if there are none."""
    if visits <= 0:
        return 0.0, 1.0
    share = min(1.0, max(0.0, value))
    spread = Z * sqrt(share * (1 - share) / visits + Z * Z / (4 * visits * visits))
    middle, scale = share + Z * Z / (2 * visits), 1 + Z * Z / visits
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def mean_interval(values: list[float]) -> tuple[float, float, float]:
    """Return the mean of estimates between 0 and 1, and its 95 % interval; a single estimate is taken as exact."""
    mean = sum(values) / len(values)
    if len(values) == 1:
        return mean, mean, mean
    spread = Z * sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    return mean, max(0.0, mean - spread), min(1.0, mean + spread)
