"""What a study counts: how often each code of the drivers occurred. All figures are derived from these whole numbers.

Tallies are added, and the order of additions does not matter: that makes a study the same for any number of threads and
machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tatze.study.drivers import REASON_CODES, SCORE_CODES, SEAT_CODES


class SeatResult(NamedTuple):
    """What a game brought one seat."""

    seat: int
    """The seat's number."""
    start: int
    """The seat that started."""
    winners: int
    """How many share the victory with it, itself included; 0 if it did not win."""
    score: int
    """The seat's score."""


def read_seat(code: int) -> SeatResult:
    """Return what `seat_code` wrote."""
    rest, points = divmod(code, SCORE_CODES)
    rest, winners = divmod(rest, SEAT_CODES)
    return SeatResult(*divmod(rest, SEAT_CODES), winners, points - SCORE_CODES // 2)


@dataclass
class Tally:
    """Counts of endings and of what came of each seat."""

    endings: Counter[int] = field(default_factory=Counter)
    """How often games of a length ended for a reason, by a code for both."""
    seats: Counter[int] = field(default_factory=Counter)
    """How often a seat had a result, by a code for the result."""

    def add(self, other: Tally) -> None:
        """Add the counts of another tally to these."""
        self.endings.update(other.endings)
        self.seats.update(other.seats)

    @property
    def games(self) -> int:
        """Number of games."""
        return self.endings.total()

    @property
    def moves(self) -> int:
        """Number of moves in all games together."""
        return sum(length * count for length, count in self.lengths().items())

    def lengths(self) -> Counter[int]:
        """Return the number of games of each length in moves."""
        return _regroup((code // REASON_CODES, count) for code, count in self.endings.items())

    def reasons(self) -> Counter[int]:
        """Return the number of games that ended for each reason."""
        return _regroup((code % REASON_CODES, count) for code, count in self.endings.items())

    def results(self) -> list[tuple[SeatResult, int]]:
        """Return every result of a seat with how often it occurred."""
        return [(read_seat(code), count) for code, count in sorted(self.seats.items())]

    def scores(self, wanted: Callable[[SeatResult], bool]) -> Counter[int]:
        """Return how often each score occurred among the results that are wanted."""
        return _regroup((result.score, count) for result, count in self.results() if wanted(result))

    def victories(self, wanted: Callable[[SeatResult], bool]) -> Fraction:
        """Return the victories among the results that are wanted.

        A shared victory counts in parts, so that every game has one victory."""
        won = ((result, count) for result, count in self.results() if result.winners and wanted(result))
        return sum((Fraction(count, result.winners) for result, count in won), Fraction())


def _regroup(pairs: Iterable[tuple[int, int]]) -> Counter[int]:
    """Add up the counts of equal keys."""
    grouped: Counter[int] = Counter()
    for key, count in pairs:
        grouped[key] += count
    return grouped
