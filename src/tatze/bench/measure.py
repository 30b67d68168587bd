"""Measuring on noisy machines: several rounds in which everything has its turn; medians, spreads and ratios."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field


@dataclass
class Work:
    """Something to measure. `run` works for about the given number of seconds and returns a rate or a time."""

    name: str
    group: str
    unit: str
    run: Callable[[float], float]
    base: str = ""
    """Name of the work that it is compared with, within a round."""
    runs: list[float] = field(default_factory=list)
    """The figure of each round."""

    @property
    def median(self) -> float:
        """Median of all rounds."""
        return statistics.median(self.runs)


def interleave(works: Sequence[Work], rounds: int, seconds: float, notice: Callable[[str], None]) -> None:
    """Measure everything once in each round, so that a slow moment of the machine affects everything.

    `notice` is called with the name of each work before it is measured."""
    for _ in range(rounds):
        for work in works:
            notice(work.name)
            work.runs.append(work.run(seconds))


def ratios(work: Work, base: Work) -> list[float]:
    """Return the ratio to the base in each round."""
    return [a / b for a, b in zip(work.runs, base.runs, strict=True)]


def compared(works: Iterable[Work]) -> list[tuple[Work, list[float]]]:
    """Return each work with its ratios to its base; without a base there are none."""
    named = {work.name: work for work in works}
    return [(work, ratios(work, named[work.base]) if work.base in named else []) for work in named.values()]


def as_data(works: Sequence[Work]) -> list[dict[str, object]]:
    """Return the figures as --json prints them."""
    return [
        {
            "name": work.name,
            "group": work.group,
            "unit": work.unit,
            "median": work.median,
            "low": min(work.runs),
            "high": max(work.runs),
            "runs": work.runs,
            "base": work.base or None,
            "ratio": statistics.median(found) if found else None,
        }
        for work, found in compared(works)
    ]
