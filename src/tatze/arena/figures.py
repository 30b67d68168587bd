"""The figures of a match: shares of victories and score differences with 95 % intervals, ratings, times, forfeits.

The games of one deal depend on each other, because their seats are rotated over the same cards or dice. So each deal
counts as one observation, the mean of its games, and intervals come from the spread between deals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from tatze.arena.match import Match, Meeting
from tatze.arena.play import Played
from tatze.arena.ratings import Rating, rate
from tatze.study.intervals import Estimate, Z, proportion, quantile

VARIED_DEALS = 10
"""Number of deals that must differ from the most frequent result before the spread between deals is trusted alone."""


@dataclass(frozen=True)
class AdjustedFigures:
    """Shares of victories less everybody's luck, which has the mean 0. Deals are the observations."""

    wins: Estimate
    """The share of the victories less the luck, with Student's interval; it can lie outside of 0 to 1."""
    luck: Estimate
    """The mean luck of a game, as a fraction of a victory."""
    factor: float | None
    """How many times as many deals the plain share would need for an interval of the same width; None where the plain
    or the adjusted shares of all deals are equal."""
    lucks: tuple[float, ...]
    """The mean luck of each deal."""


@dataclass(frozen=True)
class MeetingFigures:
    """The figures of one meeting, from the hero's side."""

    meeting: Meeting
    games: int
    deals: int
    wins: Estimate
    """The hero's share of the victories; a shared victory counts in parts."""
    margin: Estimate
    """The hero's score minus the mean score of the others."""
    shares: tuple[float, ...]
    """`wins` of each deal."""
    margins: tuple[float, ...]
    """`margin` of each deal."""
    adjusted: AdjustedFigures | None = None
    """The shares without luck; None where they were not asked for."""


@dataclass(frozen=True)
class EntrantFigures:
    """The figures of one entrant over all of its meetings."""

    label: str
    wins: Estimate | None
    """Its share of the victories as the hero; None if it never was one."""
    margin: Estimate | None
    """Its score difference as the hero."""
    rating: Rating | None
    decisions: int
    mean_ms: float
    p99_ms: float
    forfeits: Mapping[str, int] = field(default_factory=dict)
    """Kind of failure → number of decisions that `thumb` made instead."""
    trouble: str = ""
    """What went wrong last in its external program."""
    lost: int = 0
    """Number of games that one of its seats lost by a forfeit."""
    adjusted: AdjustedFigures | None = None
    """The shares without luck as the hero; None if it never was one, or where they were not asked for."""


@dataclass(frozen=True)
class MatchFigures:
    """All figures of a match, in the order of the entrants."""

    meetings: tuple[MeetingFigures, ...]
    entrants: tuple[EntrantFigures, ...]


class HeroFigures(NamedTuple):
    """The figures of a match of one bot among others, where games are counted without being kept."""

    match: Match
    games: int
    wins: Estimate
    """The hero's share of the victories; a shared victory counts in parts."""
    lead: Estimate
    """The hero's score minus the best score of the others."""

    @property
    def setting(self) -> str:
        """Rule set, players and options in words."""
        setup = self.match.setup
        return " ".join([setup.rules, str(setup.players), *(f"{name}={text}" for name, text in setup.options.items())])

    def __str__(self) -> str:
        half = (self.wins.high - self.wins.low) / 2
        wins = f"{100 * self.wins.value:.1f} ± {100 * half:.1f} %"
        return f"{self.setting}: {wins} ({self.games} games, lead {self.lead.value:+.1f})"


def figures_of(match: Match, played: Sequence[Played]) -> MatchFigures:
    """Return the figures of a finished match. The order of `played` does not matter."""
    places = {meeting: i for i, meeting in enumerate(match.meetings())}
    # Ordered by deal, so that a rating does not see all games of one meeting before those of another.
    played = sorted(played, key=lambda one: (one.bout.deal, places[one.bout.meeting], one.bout.rotation))
    meetings = [_meeting_figures(match, played, meeting) for meeting in _both_ways(match)]
    ratings = rate(match, played)
    entrants = [_entrant_figures(entrant.label, meetings, ratings, played) for entrant in match.entrants]
    return MatchFigures(tuple(meetings), tuple(entrants))


def _both_ways(match: Match) -> list[Meeting]:
    """The meetings to report: with two players each meeting counts from both sides."""
    meetings = match.meetings()
    if match.setup.players > 2 or match.hero:
        return meetings
    places = {entrant.label: i for i, entrant in enumerate(match.entrants)}
    both = [*meetings, *(Meeting(field, hero) for hero, field in meetings)]
    return sorted(both, key=lambda meeting: (places[meeting.hero], places[meeting.field]))


def _meeting_figures(match: Match, played: Sequence[Played], meeting: Meeting) -> MeetingFigures:
    turned = Meeting(meeting.field, meeting.hero) if match.setup.players == 2 else meeting
    shares, margins, lucks = defaultdict(list), defaultdict(list), defaultdict(list)
    for one in played:
        if one.bout.meeting in (meeting, turned):
            seat = one.bout.seats(match.setup.players).index(meeting.hero)
            others = [score for other, score in enumerate(one.scores) if other != seat]
            shares[one.bout.deal].append(one.share(seat))
            margins[one.bout.deal].append(one.scores[seat] - fmean(others))
            lucks[one.bout.deal].append(one.luck[seat] if match.luck else 0.0)
    share, margin, luck = (tuple(_mean(values) for values in found.values()) for found in (shares, margins, lucks))
    games = sum(len(values) for values in shares.values())
    return MeetingFigures(
        meeting=meeting,
        games=games,
        deals=len(share),
        wins=clustered_share(share, games),
        margin=clustered_mean(margin),
        shares=share,
        margins=margin,
        adjusted=adjusted_figures(share, luck) if match.luck else None,
    )


def adjusted_figures(shares: Sequence[float], lucks: Sequence[float]) -> AdjustedFigures:
    """Return the figures of shares less luck, both given for each deal."""
    adjusted = [share - luck for share, luck in zip(shares, lucks, strict=True)]
    plain, without = stdev(shares), stdev(adjusted)
    factor = (plain / without) ** 2 if plain and without else None
    return AdjustedFigures(clustered_mean(adjusted), clustered_mean(lucks), factor, tuple(lucks))


def _mean(values: Sequence[float]) -> float:
    """The mean, rounded so that thirds that cancel out leave exactly 0."""
    return round(fmean(values), 12) + 0.0


def _entrant_figures(
    label: str, meetings: Sequence[MeetingFigures], ratings: Mapping[str, Rating], played: Sequence[Played]
) -> EntrantFigures:
    times = Counter(time for one in played for time in one.times.get(label, ()))
    decisions = times.total()
    forfeits: Counter[str] = Counter()
    trouble, lost = "", 0
    for one in played:
        forfeits.update(one.forfeits.get(label, {}))
        trouble = one.trouble.get(label, trouble)
        lost += any(seats[seat] == label for seat in one.lost for seats in [one.bout.seats(len(one.scores))])
    mean_ms = sum(time * count for time, count in times.items()) / max(1, decisions) / 1000
    p99_ms = quantile(times, 0.99).value / 1000 if times else 0.0
    mine = [one for one in meetings if one.meeting.hero == label]
    games = sum(one.games for one in mine)
    wins = clustered_share(_by_deal([one.shares for one in mine]), games) if mine else None
    margin = clustered_mean(_by_deal([one.margins for one in mine])) if mine else None
    lucks = [one.adjusted.lucks for one in mine if one.adjusted]
    return EntrantFigures(
        label=label,
        wins=wins,
        margin=margin,
        rating=ratings.get(label),
        decisions=decisions,
        mean_ms=mean_ms,
        p99_ms=p99_ms,
        forfeits=dict(sorted(forfeits.items())),
        trouble=trouble,
        lost=lost,
        adjusted=adjusted_figures(_by_deal([one.shares for one in mine]), _by_deal(lucks)) if lucks else None,
    )


def _by_deal(meetings: Sequence[Sequence[float]]) -> list[float]:
    """The mean of each deal over several meetings; all meetings are played over the same deals."""
    return [fmean(values) for values in zip(*meetings, strict=True)]


def clustered_mean(by_deal: Sequence[float]) -> Estimate:
    """Return the mean of deals with Student's 95 % interval."""
    value = fmean(by_deal)
    half = student(len(by_deal) - 1) * stdev(by_deal) / sqrt(len(by_deal))
    return Estimate(value, value - half, value + half)


def clustered_share(by_deal: Sequence[float], games: int) -> Estimate:
    """Return a share of victories with Wilson's 95 % interval for the number of independent games that would have the
    same variance (the effective sample size).

    Where nearly all deals have the same result, their spread says little, and the effective sample size is at most the
    number of games."""
    deals, value = len(by_deal), fmean(by_deal)
    variance = stdev(by_deal) ** 2 / deals
    effective = value * (1 - value) / variance if variance > 0 else float(games)
    if deals - max(Counter(by_deal).values()) < VARIED_DEALS:
        effective = min(effective, games)
    n = max(1, round(effective * (Z / student(deals - 1)) ** 2))
    return proportion(value * n, n)


def student(freedom: int) -> float:
    """Return the number t for which Student's distribution has 95 % between −t and t, given its degrees of freedom.

    The series is Abramowitz and Stegun's 26.7.5; from two degrees of freedom on its error is below 1 %."""
    if freedom == 1:
        return 12.706
    z, n = Z, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / n + second / n**2 + third / n**3 + fourth / n**4
