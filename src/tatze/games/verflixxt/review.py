"""What a review of a game of Verflixxt reads from playouts, to say why an action is better than another."""

from __future__ import annotations

from tatze.core.layout import Row
from tatze.core.strategy import ReviewSettings, Statistic
from tatze.games.verflixxt.rules import alone, score
from tatze.games.verflixxt.state import State

BAD_TILE = -5
"""A tile of so many points or fewer is one that nobody wants to be left on."""
STATISTICS = (
    Statistic("review.left_last", share=True, threshold=0.05, wanted=-1),
    Statistic("review.points", share=False, threshold=0.5, wanted=1),
    Statistic("review.home", share=False, threshold=0.2, wanted=1),
)


def measure_stretch(s: State, later: State, seat: int, out: Row) -> None:
    """Write whether the seat is alone on a bad tile, its points, and how many of its pieces are at the finish."""
    out[0] = left_on_bad_tile(later, seat)
    out[1] = score(later, seat)
    out[2] = later.pieces[seat][later.finish]


def left_on_bad_tile(s: State, seat: int) -> bool:
    """Whether a piece of the seat stands on a bad tile that no other piece and no guard stands on."""
    for t in range(1, s.finish):
        if s.tile[t] <= BAD_TILE and s.pieces[seat][t] and alone(s, t):
            return True
    return False


REVIEW = ReviewSettings(statistics=STATISTICS, measure=measure_stretch)
