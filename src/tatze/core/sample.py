"""Whole states that fit a view: what a search imagines when it cannot see."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from tatze.core.game import Game
from tatze.core.layout import State

S = TypeVar("S", bound=State)


def sample(game: Game[S], view: S, random: Random) -> S:
    """A whole state in which all that the view shows is so, and the rest is uniformly random. It is given the view
    alone, so it cannot look at the truth."""
    s = game.layout.copy(view)
    things = [0] * game.deal_size
    things = things[: game.unseen(s, things)]
    random.shuffle(things)
    game.fill(s, things)
    return s
