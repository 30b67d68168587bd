"""A decision as plain data: what external programs read as JSON, and what Python classes can take instead of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tatze.core.game import Game
from tatze.core.layout import State

V = TypeVar("V")
"""The frozen dataclass that a game's `show` returns."""


@dataclass(frozen=True)
class LegalChoice:
    """One legal action, and what can be foreseen of it."""

    id: int
    """The action's id."""
    text: str
    """The action's spelling."""
    foresight: Mapping[str, Any]
    """What the action would publicly bring about."""


@dataclass(frozen=True)
class Question(Generic[V]):
    """What a bot is asked: a seat's view and the legal actions, as plain data."""

    seat: int
    """The seat that decides."""
    legal: tuple[LegalChoice, ...]
    """The legal actions, in the order of their ids."""
    view: V
    """What the seat may know, as the game's `show` gives it."""
    seconds: float | None = None
    """Time budget of the decision."""
    playouts: int | None = None
    """Number of playouts of the decision."""


def question_of(
    game: Game[Any], view: State, legal: Sequence[int], seconds: float | None = None, playouts: int | None = None
) -> Question[Any]:
    """Return the question which of the legal actions the viewer of a view takes."""
    choices = [
        LegalChoice(action, game.write(action), dict(game.describe_foresight(view, action, game.foresee(view, action))))
        for action in legal
    ]
    return Question(view.viewer, tuple(choices), game.show(view), seconds, playouts)
