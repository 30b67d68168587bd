"""The review of a finished game, from its record to `GameReview`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, get_args

from tatze.core.errors import TatzeError
from tatze.core.record import Record
from tatze.core.table import Table
from tatze.core.text import shown
from tatze.review.account import Means, account_of, means_of_best, means_of_chosen, steps_of
from tatze.review.chance_events import chance_before_deal, seed_of
from tatze.review.decisions import Verdict, instant_values, judged
from tatze.review.grades import student
from tatze.review.judge import Judge, judge_of, weights_digest
from tatze.review.level_scale import Loss, loss_of, played_like, scale_of, share_lost
from tatze.review.results import DecisionReview, Depth, GameReview, SeatReview, Step
from tatze.review.trail import Trail, checked_seats, decisions_of, finished_table, trail_of

MOMENTS = 3
"""The largest number of key decisions of a seat."""
TURNING_POINTS = 5
"""The largest number of turning points of a game."""
TURNING_POINT = 0.05
"""The smallest change of the chances that is a turning point: half of the sum of all seats' changes."""


@dataclass(frozen=True)
class Progress:
    """How far a review is: called back after every decision."""

    done: int
    """Number of decisions that were evaluated."""
    total: int
    decision: DecisionReview | None
    """The decision that was evaluated last."""


Report = Callable[[Progress], bool | None]
"""Is told about progress; a review ends early, and keeps what it has, where it returns False."""


def review_game(
    record: Record | Table[Any] | str,
    depth: Depth = "instant",
    seats: Sequence[int] | None = None,
    progress: Report | None = None,
    seconds: float | None = None,
) -> GameReview:
    """Review a finished game: a record, its text, or its table.

    `seats` are those whose decisions are listed, and at the depth "deep" those that are played on; all if none are
    given. `progress` is called after every decision. `seconds` limits the time of a deep review."""
    if depth not in get_args(Depth):
        raise TatzeError(f"depth is {' or '.join(get_args(Depth))}, not {shown(repr(depth))}")
    table = finished_table(record)
    reviewed = checked_seats(seats, table.setup.players)
    return _Reviewer(judge_of(table.game.name), table, depth, reviewed).review(progress, seconds)


class _Reviewer:
    """A review while it is made."""

    def __init__(self, judge: Judge, table: Table[Any], depth: Depth, seats: tuple[int, ...]) -> None:
        self.judge, self.table, self.depth, self.seats = judge, table, depth, seats
        self.trail: Trail = trail_of(judge, table)
        self.decisions = decisions_of(judge, self.trail)
        self.verdicts: dict[int, Verdict] = {}
        self.losses: dict[int, Loss] = {}
        """What each decision lost by the instant review, by its place."""
        self.evaluated: set[int] = set()
        """The places of decisions of the reviewed seats that are evaluated at the depth of the review."""

    def review(self, progress: Report | None, seconds: float | None) -> GameReview:
        chances = self.judge.joined(self.trail.states)
        chosen = means_of_chosen(self.judge, self.trail, chances)
        complete = self._judge_decisions(progress, seconds)
        best = means_of_best(self.judge, self.trail, chosen, self.decisions, self.verdicts)
        start = chances[0]
        if not self.table.position:
            seed = seed_of(self.trail.seed, "deal")
            start = chance_before_deal(self.judge, self.table.setup, self.table.start, seed)
        return self._made(Means(start, chances, chosen, best), complete)

    def _judge_decisions(self, progress: Report | None, seconds: float | None) -> bool:
        """Judge every decision at once, then those of the reviewed seats at depth; return whether all are judged."""
        mine = [place for place, decision in self.decisions.items() if decision.seat in self.seats]
        instant = self.depth == "instant"
        for place, decision in self.decisions.items():
            self.verdicts[place] = judged(self.judge, decision, instant_values(self.judge, decision))
            self.losses[place] = loss_of(self.verdicts[place].review)
            if instant and decision.seat in self.seats and not self._report(place, len(mine), progress):
                return len(self.evaluated) == len(mine)
        if instant:
            return True
        return self._judge_deeply(mine, progress, monotonic() + (seconds or DEEP_SECONDS))

    def _judge_deeply(self, places: list[int], progress: Report | None, end: float) -> bool:
        from tatze.review.deep import deep_verdict

        for number, place in enumerate(places):
            budget = (end - monotonic()) / (len(places) - number)
            self.verdicts[place] = deep_verdict(self.judge, self.decisions[place], self.verdicts[place], budget)
            if not self._report(place, len(places), progress):
                return len(self.evaluated) == len(places)
        return True

    def _report(self, place: int, total: int, progress: Report | None) -> bool:
        """Note that a decision is evaluated; return whether to go on."""
        self.evaluated.add(place)
        if progress is None:
            return True
        return progress(Progress(len(self.evaluated), total, self.verdicts[place].review)) is not False

    def _made(self, means: Means, complete: bool) -> GameReview:
        steps = steps_of(self.judge, self.trail, means, self.verdicts)
        setup = self.table.setup
        listed = tuple(self.verdicts[place].review for place in sorted(self.evaluated))
        result = means.chances[-1].tolist()
        return GameReview(
            game=self.table.game.name,
            rules=setup.rules,
            names=setup.names,
            depth=self.depth,
            judge=weights_digest(self.table.game.name),
            reviewed=self.seats,
            complete=complete,
            start=tuple(means.start.tolist()),
            steps=steps,
            decisions=listed,
            seats=tuple(
                replace(
                    seat_review(seat, setup.names[seat], listed, steps, (float(means.start[seat]), result[seat])),
                    levels=self._levels(seat),
                )
                for seat in range(setup.players)
            ),
            turning_points=turning_points(steps),
        )

    def _levels(self, seat: int) -> tuple[str, ...]:
        """Return the levels of bots that a reviewed seat played like."""
        setup = self.table.setup
        losses = [loss for place, loss in self.losses.items() if self.decisions[place].seat == seat]
        if seat not in self.seats or len(losses) < LEAST_DECISIONS:
            return ()
        share, half = share_lost(losses)
        return played_like(scale_of(self.table.game.name, setup.rules, setup.players), share - half, share + half)


LEAST_DECISIONS = 8
"""A seat with fewer decisions is not placed on the scale of levels."""
DEEP_SECONDS = 60.0
"""The time of a deep review where none is given."""


def seat_review(
    seat: int,
    name: str,
    decisions: Sequence[DecisionReview],
    steps: tuple[Step, ...],
    ends: tuple[float, float],
) -> SeatReview:
    """Return what a review says about a seat; `ends` are its chance before the deal and its result."""
    mine = [decision for decision in decisions if decision.seat == seat]
    mean, half = mean_error([decision.error for decision in mine])
    grades = [decision.grade for decision in mine]
    key = sorted((one for one in mine if one.grade != "fine"), key=lambda one: -one.error)
    return SeatReview(
        seat=seat,
        name=name,
        account=account_of(seat, ends[0], steps, ends[1]),
        decisions=len(mine),
        mean_error=mean,
        low=max(0.0, mean - half),
        high=min(1.0, mean + half),
        inaccuracies=grades.count("inaccuracy"),
        mistakes=grades.count("mistake"),
        blunders=grades.count("blunder"),
        levels=(),
        moments=tuple(one.entry for one in key[:MOMENTS]),
    )


def mean_error(errors: Sequence[float]) -> tuple[float, float]:
    """Return the mean of errors, and half of its 95 % interval, which is everything for fewer than two errors."""
    if not errors:
        return 0.0, 1.0
    mean = sum(errors) / len(errors)
    if len(errors) < 2:
        return mean, 1.0
    variance = sum((error - mean) ** 2 for error in errors) / (len(errors) - 1)
    return mean, student(len(errors)) * (variance / len(errors)) ** 0.5


def turning_points(steps: Sequence[Step]) -> tuple[int, ...]:
    """Return the entries that moved the chances most, the largest change first."""
    changes = [
        (sum(abs(now - then) for now, then in zip(step.chances, before.chances, strict=True)) / 2, step.entry)
        for before, step in itertools.pairwise(steps)
    ]
    return tuple(entry for change, entry in sorted(changes, reverse=True)[:TURNING_POINTS] if change >= TURNING_POINT)
