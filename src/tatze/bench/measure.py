"""Measuring on noisy machines: everything in turn, several rounds, medians, spread, and ratios within a round."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field


@dataclass
class Work:
    """Something to measure. `run` works for about so many seconds and says a rate or a time."""

    name: str
    group: str
    unit: str
    run: Callable[[float], float]
    base: str = ""
    """The work it is compared with, of the same round."""
    runs: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.runs)


def interleave(works: Sequence[Work], rounds: int, seconds: float, notice: Callable[[str], None]) -> None:
    """Measure everything once in each round, so that a slow moment of the machine meets everything."""
    for _ in range(rounds):
        for work in works:
            notice(work.name)
            work.runs.append(work.run(seconds))


def ratios(work: Work, base: Work) -> list[float]:
    """How many times the base, round by round."""
    return [a / b for a, b in zip(work.runs, base.runs, strict=True)]


def compared(works: Iterable[Work]) -> list[tuple[Work, list[float]]]:
    """Each work with its ratios to its base; none without a base."""
    named = {work.name: work for work in works}
    return [(work, ratios(work, named[work.base]) if work.base in named else []) for work in named.values()]


def as_data(works: Sequence[Work]) -> list[dict[str, object]]:
    """For --json."""
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
