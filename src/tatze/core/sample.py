"""Determinization: whole states that fit a view, for searches that cannot see what is hidden."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from tatze.core.arguments import check_view
from tatze.core.errors import TatzeError
from tatze.core.game import Game
from tatze.core.layout import State
from tatze.core.text import shown

S = TypeVar("S", bound=State)


def sample(game: Game[S], view: S, random: Random) -> S:
    """Return a whole state in which all that the view shows is the same and the rest is uniformly random.

    The function is given the view alone, so it cannot depend on what is hidden."""
    check_view(view)
    if not isinstance(random, Random):
        raise TatzeError(f"random is a random.Random, not {shown(repr(random))}")
    s = game.layout.copy(view)
    hidden = [0] * game.deal_size
    hidden = hidden[: game.unseen(s, hidden)]
    random.shuffle(hidden)
    game.fill(s, hidden)
    return s
