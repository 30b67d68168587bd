"""The games, one room each, and the list of them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tatze.core.errors import SetupError
from tatze.core.game import Game

GAMES = ("linko", "verflixxt")


def game_named(name: str) -> Game[Any]:
    """The game of this name; its room is opened when it is first asked for."""
    if name not in GAMES:
        raise SetupError(f'there is no game "{name}"; there is {" and ".join(GAMES)}')
    game: Game[Any] = import_module(f"tatze.games.{name}").GAME
    return game
