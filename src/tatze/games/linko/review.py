"""What a review of a game of Linko reads from playouts, to say why an action is better than another."""

from __future__ import annotations

from tatze.core.layout import Row
from tatze.core.strategy import ReviewSettings, Statistic
from tatze.games.linko.state import State

STATISTICS = (
    Statistic("review.abluxxed", share=True, threshold=0.05, wanted=-1),
    Statistic("review.hand", share=False, threshold=0.3, wanted=-1),
    Statistic("review.shown", share=False, threshold=0.3, wanted=1),
)


def measure_stretch(s: State, later: State, seat: int, out: Row) -> None:
    """Write whether the seat's display was abluxxed since `s`, its cards in hand, and those on display."""
    out[0] = later.depth[seat] < s.depth[seat]
    out[1] = later.held[seat]
    out[2] = later.shown[seat]


REVIEW = ReviewSettings(statistics=STATISTICS, measure=measure_stretch, turns=2)
