"""Bots: players that get a view and the legal actions, like people, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any, Protocol

from tatze.core.errors import SetupError
from tatze.core.layout import Row, State

NAMES = ("random", "thumb", "yardstick")
OFFERED = ("random", "thumb")
"""What people may choose to play against; the yardstick is for measuring."""


class Bot(Protocol):
    """Anything that can choose."""

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        """One of the legal actions. `view` is all there is to know; `budget` is a time in seconds."""


@dataclass
class RandomBot:
    """Any legal action, each as likely."""

    random: Random = field(default_factory=Random)

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        return self.random.choice(legal)


@dataclass
class RuleBot:
    """A bot that is one function of the view and the legal actions, written like the rules so that it compiles."""

    rule: Callable[[Any, Row, int], int]

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        return self.rule(view, list(legal), len(legal))


def bot_named(game: str, name: str, seed: int | None = None) -> Bot:
    """A bot for a game. With a seed it plays the same way again."""
    if name not in NAMES:
        raise SetupError(f'there is no bot "{name}"; there are {", ".join(NAMES)}')
    if name == "random":
        return RandomBot(Random(seed))
    return RuleBot(getattr(import_module(f"tatze.bots.{game}"), name))
