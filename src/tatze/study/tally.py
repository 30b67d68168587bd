"""What a study counts: how often each code of the drivers came. Everything else is derived from these whole numbers.

Tallies are added, and addition has no order: that makes a study the same for any number of threads and machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tatze.study.drivers import REASONS, SCORES, SEATS


class SeatResult(NamedTuple):
    """What a game brought one seat."""

    seat: int
    start: int
    winners: int
    """How many share the victory with it, itself included; 0 if it did not win."""
    score: int


def read_seat(code: int) -> SeatResult:
    """What `seat_code` wrote."""
    rest, points = divmod(code, SCORES)
    rest, winners = divmod(rest, SEATS)
    return SeatResult(*divmod(rest, SEATS), winners, points - SCORES // 2)


@dataclass
class Tally:
    """Counts of endings and of what came of each seat."""

    endings: Counter[int] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.endings.update(other.endings)
        self.seats.update(other.seats)

    @property
    def games(self) -> int:
        return self.endings.total()

    @property
    def moves(self) -> int:
        return sum(length * count for length, count in self.lengths().items())

    def lengths(self) -> Counter[int]:
        """Games by their number of moves."""
        return _regroup((code // REASONS, count) for code, count in self.endings.items())

    def reasons(self) -> Counter[int]:
        return _regroup((code % REASONS, count) for code, count in self.endings.items())

    def results(self) -> list[tuple[SeatResult, int]]:
        return [(read_seat(code), count) for code, count in sorted(self.seats.items())]

    def scores(self, wanted: Callable[[SeatResult], bool]) -> Counter[int]:
        """The scores of those seats, by how often they came."""
        return _regroup((result.score, count) for result, count in self.results() if wanted(result))

    def victories(self, wanted: Callable[[SeatResult], bool]) -> Fraction:
        """The victories of those seats; a shared one counts in parts, so that every game gives one."""
        won = ((result, count) for result, count in self.results() if result.winners and wanted(result))
        return sum((Fraction(count, result.winners) for result, count in won), Fraction())


def _regroup(pairs: Iterable[tuple[int, int]]) -> Counter[int]:
    grouped: Counter[int] = Counter()
    for key, count in pairs:
        grouped[key] += count
    return grouped
