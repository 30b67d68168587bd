"""One game stepped from Python, in the rules' style: one call a move returns everything the caller needs next.

A `stream` is an array of three numbers that says which random numbers the game gets next. It is not in the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.compiled.drivers import deal_game, roll_dice
from tatze.core.layout import Row

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
refusal: Callable[[Any, int], int]

SEED, NUMBER, ROLLS = range(3)
"""Places in a stream: the seed, the game's number, and how often chance has decided so far."""


def begin_single(states: Any, templates: Any, deal: Row, actions: Row, stream: Row) -> int:
    """Begin the game of the stream, up to the first decision of a seat; write and count its legal actions."""
    deal_game(states[0], templates[0], deal, stream[SEED], stream[NUMBER])
    stream[ROLLS] = roll_dice(states[0], actions, stream[SEED], stream[NUMBER], 0)
    return legal(states[0], actions)


def step_single(states: Any, actions: Row, stream: Row, action: int) -> int:
    """Carry out an action and what chance does after it; write and count the legal actions then.

    Return 0 when the game is over, and −1, with nothing changed, if the action was not legal."""
    s = states[0]
    if action < 0 or action >= len(actions) or s.reason or refusal(s, action):
        return -1
    apply(s, action)
    stream[ROLLS] = roll_dice(s, actions, stream[SEED], stream[NUMBER], stream[ROLLS])
    if s.reason:
        return 0
    return legal(s, actions)
