"""What a match says: shares of victories and differences of scores with 95 % intervals, ratings, times, forfeits.

The games of one deal depend on each other: that is the point of rotating seats. So each deal counts as one observation,
the mean of its games, and the spread between deals says how sure a figure is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from tatze.arena.match import Match, Meeting
from tatze.arena.play import Played
from tatze.arena.ratings import Rating, rate
from tatze.study.intervals import Estimate, Z, proportion, quantile

TELLING = 10
"""So many deals that differ from the usual make a spread that can be trusted."""


@dataclass(frozen=True)
class Faced:
    """How the hero did in a meeting."""

    meeting: Meeting
    games: int
    deals: int
    wins: Estimate
    """Its share of the victories; a shared one counts in parts."""
    margin: Estimate
    """Its score less the mean score of the others."""
    shares: tuple[float, ...]
    margins: tuple[float, ...]
    """Both deal by deal."""


@dataclass(frozen=True)
class Standing:
    """What there is to say of one entrant."""

    label: str
    wins: Estimate | None
    """As the hero, over all it met; None if it never was one."""
    margin: Estimate | None
    rating: Rating | None
    decisions: int
    mean_ms: float
    p99_ms: float
    forfeits: Mapping[str, int] = field(default_factory=dict)
    trouble: str = ""


@dataclass(frozen=True)
class Figures:
    """Everything, in the order of the entrants."""

    faced: tuple[Faced, ...]
    standings: tuple[Standing, ...]


def figures_of(match: Match, played: Sequence[Played]) -> Figures:
    """The figures of a finished match, whatever order its games came in."""
    places = {meeting: i for i, meeting in enumerate(match.meetings())}
    # Deal by deal, so that a rating does not see one meeting long before another.
    played = sorted(played, key=lambda one: (one.bout.deal, places[one.bout.meeting], one.bout.rotation))
    faced = [_faced(match, played, meeting) for meeting in _both_ways(match)]
    ratings = rate(match, played)
    standings = [_standing(entrant.label, faced, ratings, played) for entrant in match.entrants]
    return Figures(tuple(faced), tuple(standings))


def _both_ways(match: Match) -> list[Meeting]:
    """With two players, a meeting says of each what it says of the other."""
    meetings = match.meetings()
    if match.setup.players > 2 or match.hero:
        return meetings
    places = {entrant.label: i for i, entrant in enumerate(match.entrants)}
    both = [*meetings, *(Meeting(field, hero) for hero, field in meetings)]
    return sorted(both, key=lambda meeting: (places[meeting.hero], places[meeting.field]))


def _faced(match: Match, played: Sequence[Played], meeting: Meeting) -> Faced:
    turned = Meeting(meeting.field, meeting.hero) if match.setup.players == 2 else meeting
    shares, margins = defaultdict(list), defaultdict(list)
    for one in played:
        if one.bout.meeting in (meeting, turned):
            seat = one.bout.seats(match.setup.players).index(meeting.hero)
            others = [score for other, score in enumerate(one.scores) if other != seat]
            shares[one.bout.deal].append(one.share(seat))
            margins[one.bout.deal].append(one.scores[seat] - fmean(others))
    share, margin = (tuple(_mean(values) for values in found.values()) for found in (shares, margins))
    games = sum(len(values) for values in shares.values())
    return Faced(meeting, games, len(share), clustered_share(share, games), clustered_mean(margin), share, margin)


def _mean(values: Sequence[float]) -> float:
    """Thirds that cancel shall cancel; what floating point leaves over is not a result."""
    return round(fmean(values), 12) + 0.0


def _standing(label: str, faced: Sequence[Faced], ratings: Mapping[str, Rating], played: Sequence[Played]) -> Standing:
    times = Counter(time for one in played for time in one.times.get(label, ()))
    decisions = times.total()
    forfeits: Counter[str] = Counter()
    trouble = ""
    for one in played:
        forfeits.update(one.forfeits.get(label, {}))
        trouble = one.trouble.get(label, trouble)
    mean_ms = sum(time * count for time, count in times.items()) / max(1, decisions) / 1000
    p99_ms = quantile(times, 0.99).value / 1000 if times else 0.0
    mine = [one for one in faced if one.meeting.hero == label]
    games = sum(one.games for one in mine)
    wins = clustered_share(_by_deal([one.shares for one in mine]), games) if mine else None
    margin = clustered_mean(_by_deal([one.margins for one in mine])) if mine else None
    return Standing(
        label, wins, margin, ratings.get(label), decisions, mean_ms, p99_ms, dict(sorted(forfeits.items())), trouble
    )


def _by_deal(meetings: Sequence[Sequence[float]]) -> list[float]:
    """Meetings are played over the same deals; what a deal says in all of them together."""
    return [fmean(values) for values in zip(*meetings, strict=True)]


def clustered_mean(by_deal: Sequence[float]) -> Estimate:
    """A mean of deals, with Student's interval."""
    value = fmean(by_deal)
    half = student(len(by_deal) - 1) * stdev(by_deal) / sqrt(len(by_deal))
    return Estimate(value, value - half, value + half)


def clustered_share(by_deal: Sequence[float], games: int) -> Estimate:
    """A share of victories, with Wilson's interval for as many independent games as would be equally sure.

    Where nearly every deal says the same there is little spread to learn from: that shall not count for more games
    than there were."""
    deals, value = len(by_deal), fmean(by_deal)
    variance = stdev(by_deal) ** 2 / deals
    worth = value * (1 - value) / variance if variance > 0 else float(games)
    if deals - max(Counter(by_deal).values()) < TELLING:
        worth = min(worth, games)
    n = max(1, round(worth * (Z / student(deals - 1)) ** 2))
    return proportion(value * n, n)


def student(freedom: int) -> float:
    """Student's distribution has 95 % between minus and plus this. The series is Abramowitz and Stegun's 26.7.5; from
    two degrees of freedom on it is right to 1 %."""
    if freedom == 1:
        return 12.706
    z, n = Z, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / n + second / n**2 + third / n**3 + fourth / n**4
