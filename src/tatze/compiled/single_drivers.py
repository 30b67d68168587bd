"""One game stepped from outside, in the rules' style: one call a move, with everything the caller needs next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.compiled.drivers import deal_game, roll_dice
from tatze.core.layout import Row

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
refusal: Callable[[Any, int], int]

SEED, NUMBER, ROLLS = range(3)
"""Where a game's book says what its chance follows from, and how often the dice have been rolled. Not in the state."""


def open_one(states: Any, templates: Any, deal: Row, actions: Row, book: Row) -> int:
    """Begin the game of the book, up to the first decision of a seat; how many legal actions stand in `actions`."""
    deal_game(states[0], templates[0], deal, book[SEED], book[NUMBER])
    book[ROLLS] = roll_dice(states[0], actions, book[SEED], book[NUMBER], 0)
    return legal(states[0], actions)


def step_one(states: Any, actions: Row, book: Row, action: int) -> int:
    """Carry out an action and the rolls after it; how many legal actions there are then, −1 if it was not legal."""
    s = states[0]
    if action < 0 or action >= len(actions) or s.reason or refusal(s, action):
        return -1
    apply(s, action)
    book[ROLLS] = roll_dice(s, actions, book[SEED], book[NUMBER], book[ROLLS])
    if s.reason:
        return 0
    return legal(s, actions)
