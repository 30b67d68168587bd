"""What a search thinks of actions and results before it looks closer, in the rules' style, for any game.

The bots of the game are left open here; `thumb_worth` is what the thumb bot goes by."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any

from tatze.core.layout import Row, State
from tatze.core.threefry import below

thumb: Callable[[Any, Row, int], int]
yardstick: Callable[[Any, Row, int], int]
thumb_worth: Callable[[Any, int], int]
wins: Callable[[Any, int], bool]
score: Callable[[Any, int], int]

HEAT, EVEN, CARELESS, PLAIN, POINTS, SCALE = range(3, 9)
"""Knobs, after those of the search: how much worth makes an action e times likelier; which part of the weight all
actions share alike; how often a playout does just anything, and how often what the yardstick would; which part of a
result is for points instead of victory, and from how far behind to how far ahead they count."""
WORDS = 1 << 32


def playout_action(s: State, legal: Row, n: int, one: int, two: int, knobs: Any) -> int:
    """What a playout does: mostly what the thumb bot would."""
    chance = one / WORDS
    if chance < knobs[CARELESS]:
        return legal[below(two, n)]
    if chance < knobs[CARELESS] + knobs[PLAIN]:
        return yardstick(s, legal, n)
    return thumb(s, legal, n)


def weigh(s: State, legal: Row, n: int, weights: Any, knobs: Any) -> None:
    """Weights that grow with what the thumb bot thinks, but leave none without."""
    most = -1e18
    for i in range(n):
        weights[i] = thumb_worth(s, legal[i]) / knobs[HEAT]
        most = max(most, weights[i])
    total = 0.0
    for i in range(n):
        weights[i] = exp(weights[i] - most)
        total += weights[i]
    for i in range(n):
        weights[i] = (1 - knobs[EVEN]) * weights[i] / total + knobs[EVEN] / n


def result(s: State, seat: int, knobs: Any) -> float:
    """A seat's share of the victory, and a little for being ahead of the best of the others: it tells sooner than
    victories do which way is better."""
    winners = 0
    rival = -1000
    for other in range(s.players):
        if wins(s, other):
            winners += 1
        if other != seat:
            rival = max(rival, score(s, other))
    share = 0.0
    if wins(s, seat):
        share = 1 / winners
    margin = 0.5 + (score(s, seat) - rival) / knobs[SCALE]
    worth: float = (1 - knobs[POINTS]) * share + knobs[POINTS] * min(1.0, max(0.0, margin))
    return worth
