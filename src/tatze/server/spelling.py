"""Actions and their texts, looked up: a server reads and writes the same few again and again."""

from __future__ import annotations

from functools import cache
from typing import Any

from tatze.core.game import Game


@cache
def texts(game: Game[Any]) -> list[str]:
    """The texts of all actions, each in its one canonical spelling."""
    return [game.write(action) for action in range(game.actions)]


def read(game: Game[Any], text: str) -> int:
    """The action of a text in any spelling; raises ValueError with the reason where there is none."""
    action = _actions(game).get(text)
    return game.read(text) if action is None else action


@cache
def _actions(game: Game[Any]) -> dict[str, int]:
    return {text: action for action, text in enumerate(texts(game))}
