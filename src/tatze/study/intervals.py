"""95 % confidence intervals from counts. Only whole numbers are added, so that the order cannot change a digit."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor, sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""95 % of the normal distribution lie between −Z and Z."""


class Estimate(NamedTuple):
    """A figure and its 95 % interval; without an interval both ends are the figure itself."""

    value: float
    """The figure."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end of its interval."""


def proportion(successes: float, n: int) -> Estimate:
    """Return a share of n games with Wilson's interval.

    Shared victories count as parts of a success; that makes the interval rather too wide."""
    p = successes / n
    centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return Estimate(p, max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half)))


def mean(counts: Mapping[int, int], games: int | None = None) -> Estimate:
    """Return the mean of values, given how often each occurred, with the normal interval.

    Several seats of one game are not independent: with `games` each game counts as one observation, which makes the
    interval rather too wide."""
    n, total = sum(counts.values()), sum(value * count for value, count in counts.items())
    half = Z * spread(counts).value / sqrt(games or n)
    return Estimate(total / n, total / n - half, total / n + half)


def spread(counts: Mapping[int, int], games: int | None = None) -> Estimate:
    """Return the standard deviation; its interval is the normal one of the variance, from the fourth moment."""
    n, total = sum(counts.values()), sum(value * count for value, count in counts.items())
    if n < 2:
        return Estimate(0.0, 0.0, 0.0)
    # n times the deviations are whole numbers, and so are their powers.
    squares = sum((n * value - total) ** 2 * count for value, count in counts.items())
    fourths = sum((n * value - total) ** 4 * count for value, count in counts.items())
    variance = squares / (n * n * (n - 1))
    if variance == 0:
        return Estimate(0.0, 0.0, 0.0)
    half = Z * sqrt(max(0.0, fourths / n**5 - variance**2) / (games or n))
    return Estimate(sqrt(variance), sqrt(max(0.0, variance - half)), sqrt(variance + half))


def quantile(counts: Mapping[int, int], q: float) -> Estimate:
    """Return the smallest value that at least the share q of all values does not exceed; the interval is by ranks."""
    n = sum(counts.values())
    half = Z * sqrt(n * q * (1 - q))
    ranks = (ceil(n * q), floor(n * q - half), ceil(n * q + half) + 1)
    return Estimate(*_ranked(counts, [min(max(rank, 1), n) for rank in ranks]))


def _ranked(counts: Mapping[int, int], ranks: list[int]) -> list[int]:
    """Return the values at these ranks; the smallest value has rank 1."""
    found = []
    for rank in ranks:
        seen = 0
        for value in sorted(counts):
            seen += counts[value]
            if seen >= rank:
                found.append(value)
                break
    return found
