"""Ratings by openskill's Plackett-Luce model: one number for each entrant, from all games together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from importlib.util import find_spec
from statistics import fmean
from typing import NamedTuple

from tatze.arena.match import Match
from tatze.arena.play import Played


class Rating(NamedTuple):
    """An entrant's strength and the model's standard deviation of it; everybody begins at 25."""

    mu: float
    sigma: float


def can_rate() -> bool:
    """Whether openskill is installed."""
    return find_spec("openskill") is not None


def rate(match: Match, played: Sequence[Played]) -> dict[str, Rating]:
    """Return the rating of every entrant after the games, in this order; empty where openskill is not installed."""
    if not can_rate():
        return {}
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # a bot does not change from game to game
    start = model.rating()
    ratings = {entrant.label: Rating(start.mu, start.sigma) for entrant in match.entrants}
    for one in played:
        labels = one.bout.seats(match.setup.players)
        teams = [[model.rating(*ratings[label])] for label in labels]
        rated = model.rate(teams, ranks=ranks(one))
        found = defaultdict(list)
        for label, (seat,) in zip(labels, rated, strict=True):
            found[label].append(seat)
        for label, seats in found.items():  # an entrant with several seats gets their mean
            ratings[label] = Rating(fmean(seat.mu for seat in seats), fmean(seat.sigma for seat in seats))
    return ratings


def ranks(one: Played) -> list[float]:
    """Return the rank of each seat in a game, lower for better: the winners first, then by score, and last those that
    lost by a forfeit."""
    last = float(len(one.scores))
    return [
        -1.0 if seat in one.winners else last if seat in one.lost else sum(other > score for other in one.scores) + 0.0
        for seat, score in enumerate(one.scores)
    ]
