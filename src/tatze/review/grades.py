"""How sure an error is, and what it is called: intervals of differences, and grades by size."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from tatze.bots.analysis import Z
from tatze.review.results import Grade

INACCURACY, MISTAKE, BLUNDER = 0.02, 0.05, 0.10
"""The smallest errors that are called so: 2, 5 and 10 percentage points."""
_STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13)
"""Student's quantile of a 95 % interval for 1 to 15 degrees of freedom."""


def student(count: int) -> float:
    """Return Student's quantile of a 95 % interval for the mean of so many numbers."""
    freedom = count - 1
    if freedom < 1:
        return float("inf")
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


def half_width(differences: Sequence[float], error: float) -> float:
    """Return half of the 95 % interval of a mean difference: its sampling error and `error`, the standard error of the
    evaluation itself. Differences that are all the same have no sampling error."""
    count = len(differences)
    mean = sum(differences) / count
    spread = sum((one - mean) ** 2 for one in differences)
    sampling = student(count) * sqrt(spread / (count - 1) / count) if spread > 0 and count > 1 else 0.0
    return sqrt(sampling**2 + (Z * error) ** 2)


def grade_of(error: float, low: float) -> Grade:
    """Return the grade of an error, given the lower end of its interval: where that includes 0, nothing is wrong."""
    if low <= 0 or error < INACCURACY:
        return "fine"
    if error < MISTAKE:
        return "inaccuracy"
    return "mistake" if error < BLUNDER else "blunder"


def scaled_error(error: float, chance: float) -> float:
    """Return the standard error of an evaluation at a chance to win: `error` at one half, less where all is decided."""
    inside = min(1.0, max(0.0, chance))
    return error * 2 * sqrt(inside * (1 - inside))
