"""Cached conversion between actions and their texts: a server converts the same few again and again."""

from __future__ import annotations

from functools import cache
from typing import Any

from tatze.core.game import Game


@cache
def action_texts(game: Game[Any]) -> list[str]:
    """Return the canonical texts of all actions, indexed by action."""
    return [game.write(action) for action in range(game.actions)]


def read_action(game: Game[Any], text: str) -> int:
    """Return the action that a text means, in any spelling. A ValueError says why a text means none."""
    action = _actions_by_text(game).get(text)
    return game.read(text) if action is None else action


@cache
def _actions_by_text(game: Game[Any]) -> dict[str, int]:
    return {text: action for action, text in enumerate(action_texts(game))}
