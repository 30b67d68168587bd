"""The figures of a study, derived from a tally, each with its 95 % interval."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tatze.games import game_named
from tatze.study.intervals import Estimate, mean, proportion, quantile, spread
from tatze.study.play import Setting
from tatze.study.tally import SeatResult, Tally

QUANTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Finding:
    """One figure of one setting: a line of study.csv."""

    setting: Setting
    """What was played."""
    games: int
    """Number of games."""
    measure: str
    """What was measured: moves, ending, win share, score, shared victories …"""
    of: str
    """Which figure of it: mean, spread, a quantile, a reason, a place in the order of turns, a bot."""
    estimate: Estimate
    """The figure and its interval."""


@dataclass(frozen=True)
class Studied:
    """A setting and the tally of its games."""

    setting: Setting
    """What was played."""
    tally: Tally
    """What came of it."""

    @property
    def players(self) -> int:
        """How many play."""
        return self.setting.setup.players

    def findings(self) -> list[Finding]:
        """Return all figures, in the order of study.csv."""
        games = self.tally.games
        parts = {
            "moves": self.moves(),
            "ending": self.endings(),
            "shared victories": {"all": self.shared()},
            "win share": self.win_shares() | self.bot_win_shares(),
            "score": self.scores() | self.bot_scores(),
            "winning score": {"mean": mean(self.tally.scores(lambda result: result.winners > 0), games)},
        }
        return [
            Finding(self.setting, games, measure, of, estimate)
            for measure, estimates in parts.items()
            for of, estimate in estimates.items()
        ]

    def moves(self) -> dict[str, Estimate]:
        """Return figures of the number of moves in a game. Rolls count as moves."""
        lengths = self.tally.lengths()
        found = {"mean": mean(lengths), "spread": spread(lengths)}
        found |= {f"{q} %": quantile(lengths, q / 100) for q in QUANTILES}
        ends = {"shortest": min(lengths), "longest": max(lengths)}
        return found | {name: Estimate(value, value, value) for name, value in ends.items()}

    def endings(self) -> dict[str, Estimate]:
        """Return the share of games that ended for each reason."""
        reasons = self.tally.reasons()
        named = game_named(self.setting.game).reasons
        return {name: proportion(reasons[number], self.tally.games) for number, name in named.items()}

    def shared(self) -> Estimate:
        """Return the share of games with a shared victory."""
        alone = sum(count for result, count in self.tally.results() if result.winners == 1)
        return proportion(self.tally.games - alone, self.tally.games)

    def win_shares(self) -> dict[str, Estimate]:
        """Return the share of victories of each place in the order of turns; place 1 starts."""
        n = self.tally.games
        return {
            place_name(place): proportion(float(self.tally.victories(self._at(place))), n)
            for place in range(self.players)
        }

    def scores(self) -> dict[str, Estimate]:
        """Return points: of all seats together, and by place in the order of turns."""
        everybody = self.tally.scores(lambda _: True)
        found = {"mean": mean(everybody, self.tally.games), "spread": spread(everybody, self.tally.games)}
        return found | {place_name(place): mean(self.tally.scores(self._at(place))) for place in range(self.players)}

    def bot_win_shares(self) -> dict[str, Estimate]:
        """Return the share of victories of one seat of each bot, on average; nothing if all bots are the same."""
        found = {}
        for bot, seats in self._bots():
            victories = self.tally.victories(_Seats(seats))
            found[bot] = proportion(float(Fraction(victories, len(seats))), self.tally.games)
        return found

    def bot_scores(self) -> dict[str, Estimate]:
        """Return the points of one seat of each bot, on average; nothing if all bots are the same."""
        return {bot: mean(self.tally.scores(_Seats(seats)), self.tally.games) for bot, seats in self._bots()}

    def _bots(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield each bot with its seats, if there are different ones."""
        bots = self.setting.bots
        if len(set(bots)) > 1:
            for bot in dict.fromkeys(bots):
                yield bot, tuple(seat for seat, name in enumerate(bots) if name == bot)

    def _at(self, place: int) -> _Place:
        return _Place(place, self.players)


@dataclass(frozen=True)
class _Place:
    """Whether a result is that of one place in the order of turns."""

    place: int
    players: int

    def __call__(self, result: SeatResult) -> bool:
        return (result.seat - result.start) % self.players == self.place


@dataclass(frozen=True)
class _Seats:
    """Whether a result is that of one of some seats."""

    seats: tuple[int, ...]

    def __call__(self, result: SeatResult) -> bool:
        return result.seat in self.seats


def place_name(place: int) -> str:
    """Return the name of a place in the order of turns, counted from 1."""
    return f"place {place + 1}"
