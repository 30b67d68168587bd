"""The registry of games: the built-in ones, those of installed packages, and those registered by a program.

A package outside this repository adds a game with an entry point in the group `tatze.games`, whose name is the game's
name and whose value is its record, such as `pounce = "tatze_pounce:GAME"`. Every process that can import the package
then knows the game: the command line, a server, and the workers of a pool. A program adds a game to its own process
with `register_game`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from tatze.core.arguments import text_of
from tatze.core.errors import SetupError
from tatze.core.game import Game
from tatze.core.text import shown

BUILT_IN = ("linko", "verflixxt")
"""The games that this package brings: each is a package of this name beside this file."""

ENTRY_POINTS = "tatze.games"
"""The group of entry points in which installed packages name their games."""

_loaded: dict[str, Game[Any]] = {}
"""The games whose records were loaded or registered in this process, by name."""


def game_names() -> tuple[str, ...]:
    """Return the names of all games that can be played in this process, the built-in ones first."""
    return tuple(dict.fromkeys((*BUILT_IN, *_installed(), *_loaded)))


def game_named(name: str) -> Game[Any]:
    """Return the record of the game of this name. The game's package is imported when it is first asked for."""
    text_of(name, "game", SetupError)
    if name not in _loaded:
        _loaded[name] = _load(name)
    return _loaded[name]


def register_game(game: Game[Any]) -> None:
    """Add a game to this process. A name that is no lower-case word, or is another game's, raises a SetupError."""
    if not isinstance(game, Game):
        raise SetupError(f"game is the record of a game, not {shown(repr(game))}")
    if not re.fullmatch("[a-z][a-z0-9_]*", game.name):
        raise SetupError(f'"{game.name}" cannot be the name of a game: it takes lower-case letters, digits and _')
    if game.name in game_names() and game_named(game.name) is not game:
        raise SetupError(f'there is another game "{game.name}" already')
    _loaded[game.name] = game


@cache
def _installed() -> dict[str, EntryPoint]:
    """The entry points of installed packages by the names of their games. A built-in game keeps its name."""
    return {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in BUILT_IN}


def _load(name: str) -> Game[Any]:
    game: Game[Any]
    if name in BUILT_IN:
        game = import_module(f"{__name__}.{name}").GAME
    elif name in _installed():
        game = _installed()[name].load()
    else:
        raise SetupError(f'there is no game "{shown(name)}"; there is {" and ".join(game_names())}')
    if game.name != name:
        raise SetupError(f'the game "{name}" calls itself "{game.name}"')
    return game
