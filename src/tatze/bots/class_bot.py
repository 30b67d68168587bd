"""Bots that are Python classes of others, named `py:package.module:Class`.

A class has one of two methods:

    def choose(self, view, legal, budget=None): ...  # takes a state with the game's fields; returns an action
    def decide(self, question): ...                  # takes a `Question` of plain data; returns an action or its text

It is made with the keywords `game` and `seed` as far as its `__init__` takes them, once for each seat and game."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tatze.bots.question import question_of
from tatze.core.arguments import check_decision, whole_number
from tatze.core.errors import SetupError, TatzeError
from tatze.core.game import Game
from tatze.core.layout import State
from tatze.core.text import shown


class ClassBot:
    """A bot that asks an object of somebody else's class, and names the class in every error."""

    def __init__(self, game: Game[Any], target: str, seed: int | None = None) -> None:
        """`target` is MODULE:CLASS. A SetupError says why there is no such bot."""
        self.game = game
        self.target = target
        self.player: Any = _new_player(target, {"game": game.name, "seed": seed})
        """The object that decides."""

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        """Return the object's choice; a TatzeError says that it failed or chose what is not legal."""
        check_decision(view, legal)
        try:
            answer = self._ask(view, legal, budget)
        except Exception as error:
            raise TatzeError(f"the bot {self.target} failed: {type(error).__name__}: {shown(error, 200)}") from error
        action = self._action(answer)
        if action not in legal:
            raise TatzeError(f"the bot {self.target} chose {shown(repr(answer))}, which is not legal now")
        return action

    def _ask(self, view: State, legal: Sequence[int], budget: float | None) -> Any:
        if hasattr(self.player, "decide"):
            return self.player.decide(question_of(self.game, view, legal, budget))
        return self.player.choose(view, legal, budget)

    def _action(self, answer: Any) -> int:
        if not isinstance(answer, str):
            return whole_number(answer, f"the action of the bot {self.target}")
        try:
            return self.game.read(answer)
        except ValueError as error:
            raise TatzeError(f"the bot {self.target} chose what is no action: {error}") from None


def _new_player(target: str, offered: dict[str, Any]) -> Any:
    found = class_named(target)
    try:
        takes = inspect.signature(found).parameters
        player = found(**{name: value for name, value in offered.items() if name in takes})
    except Exception as error:
        raise SetupError(f"the bot {target} cannot be made: {type(error).__name__}: {shown(error, 200)}") from error
    if not callable(getattr(player, "choose", None)) and not callable(getattr(player, "decide", None)):
        raise SetupError(f"the bot {target} has neither choose(view, legal, budget) nor decide(question)")
    return player


def class_named(target: str) -> Any:
    """Return the class of MODULE:CLASS. A module that is not installed is looked for in the current folder too."""
    module, _, name = target.partition(":")
    here = str(Path.cwd())
    if here not in sys.path and importlib.util.find_spec(module.partition(".")[0]) is None:
        sys.path.append(here)
    try:
        found = getattr(importlib.import_module(module), name)
    except AttributeError:
        raise SetupError(f'the module {shown(module)} has no class "{shown(name)}"') from None
    except Exception as error:
        raise SetupError(f"the module {shown(module)} cannot be imported: {shown(error, 200)}") from error
    return found
