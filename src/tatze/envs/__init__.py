"""The games as environments for reinforcement learning (docs/environments.md).

`single` has one agent among bots, by Gymnasium's interface; `vector` has many games at once; `pettingzoo` has an agent
for every seat; `openspiel` has OpenSpiel's games. Each module needs an extra of its own and says which one when it is
missing; this package needs none.

Importing this package registers `tatze/NAME-vN` with Gymnasium, if that is installed, for every installed game.
Attributes such as `NAME_vN` are PettingZoo's modules of the games: `env`, `raw_env`."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from tatze.games import game_named, game_names

__all__ = ["gymnasium_id", "register_gymnasium"]


def gymnasium_id(game: str) -> str:
    """Return the id of a game's single-agent environment, such as `tatze/Name-v1`. Its version is that of the game's
    observation: where the numbers of an observation mean something else, the version is another."""
    return f"tatze/{game.capitalize()}-v{game_named(game).observation.version}"


def register_gymnasium(game: str) -> None:
    """Register a game with Gymnasium: one that `tatze.register_game` added after this package was imported."""
    from gymnasium import register, registry

    if gymnasium_id(game) not in registry:
        register(gymnasium_id(game), entry_point="tatze.envs.single:SingleAgentEnv", kwargs={"game": game})


def __getattr__(name: str) -> Any:
    """Return PettingZoo's module of a game: `NAME_vN`, with `env` and `raw_env`."""
    named = re.fullmatch(r"(\w+)_v(\d+)", name)
    if named is None or named[1] not in game_names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    version = game_named(named[1]).observation.version
    if int(named[2]) != version:
        raise AttributeError(f"there is no {name}; the present version is {named[1]}_v{version}")
    from functools import partial

    from tatze.envs import pettingzoo

    return SimpleNamespace(env=partial(pettingzoo.env, named[1]), raw_env=partial(pettingzoo.raw_env, named[1]))


def _register_all() -> None:
    try:
        import gymnasium  # noqa: F401  # only whether it is there
    except ImportError:
        return
    for game in game_names():
        register_gymnasium(game)


_register_all()
