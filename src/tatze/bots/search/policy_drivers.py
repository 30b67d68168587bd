"""The heuristics of the search with playouts, in the rules' style, for any game: priors, playout policy, result.

All three come from the game's rule bots, which are left open here. `thumb_worth` is the number by which the thumb bot
compares actions. `parameters` is a record with the fields of `SearchParameters`."""

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

WORD_VALUES = 1 << 32
"""Number of values of a random word."""


def playout_action(s: State, legal: Row, n: int, words: tuple[int, int], parameters: Any) -> int:
    """Return the action of the playout policy: now and then a random one or the yardstick's, otherwise the thumb
    bot's."""
    uniform = words[0] / WORD_VALUES
    if uniform < parameters.random_rate:
        return legal[below(words[1], n)]
    if uniform < parameters.random_rate + parameters.yardstick_rate:
        return yardstick(s, legal, n)
    return thumb(s, legal, n)


def write_priors(s: State, legal: Row, n: int, priors: Any, parameters: Any) -> None:
    """Write the prior of each legal action: a softmax of its rule-of-thumb worth, mixed with a uniform prior."""
    highest = -1e18
    for i in range(n):
        priors[i] = thumb_worth(s, legal[i]) / parameters.prior_temperature
        highest = max(highest, priors[i])
    total = 0.0
    for i in range(n):
        priors[i] = exp(priors[i] - highest)
        total += priors[i]
    for i in range(n):
        priors[i] = (1 - parameters.uniform_prior) * priors[i] / total + parameters.uniform_prior / n


def playout_result(s: State, seat: int, parameters: Any) -> float:
    """Return a seat's result of a playout: its share of the victory, mixed with its lead in points over the best of
    the others. The lead tells earlier than victories do which action is better."""
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
    lead = 0.5 + (score(s, seat) - rival) / parameters.score_scale
    result: float = (1 - parameters.score_weight) * share + parameters.score_weight * min(1.0, max(0.0, lead))
    return result
