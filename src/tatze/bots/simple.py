"""What a bot is, and the bots that need neither a search nor a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypeVar

from tatze.core.arguments import check_decision
from tatze.core.layout import Row, State

RANDOM_RATES = {"kitten": 0.4, "cat": 0.2}
"""Level → the part of its decisions that are random; `thumb` makes the rest."""


S = TypeVar("S", contravariant=True)
"""The state of the game that a bot plays; State for bots that play every game."""


class Bot(Protocol[S]):
    """Anything that can choose. A bot for one game is annotated with that game's state."""

    def choose(self, view: S, legal: Sequence[int], budget: float | None = None) -> int:
        """Return one of the legal actions. `view` is all that the bot may know; `budget` is a time in seconds."""


@dataclass
class RandomBot:
    """A bot that takes any legal action with equal probability."""

    random: Random = field(default_factory=Random)
    """Where its chance comes from."""

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        """Return any of the legal actions."""
        check_decision(view, legal)
        return self.random.choice(legal)


@dataclass
class RuleBot:
    """A bot that is one function of the view and the legal actions, written in the rules' style so that it compiles."""

    rule: Callable[[Any, Row, int], int]
    """rule(view, legal, n) returns one of the n legal actions."""

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        """Return what the function chooses."""
        check_decision(view, legal)
        return self.rule(view, list(legal), len(legal))


@dataclass
class CarelessBot:
    """A bot that follows another bot, but takes random actions now and then."""

    careful: Bot[Any]
    """The bot that it follows."""
    random: Random = field(default_factory=Random)
    """Where its chance comes from."""
    random_rate: float = RANDOM_RATES["kitten"]
    """The part of its decisions that are random."""

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        """Return what the other bot chooses, or now and then any legal action."""
        check_decision(view, legal)
        if self.random.random() < self.random_rate:
            return self.random.choice(legal)
        return self.careful.choose(view, legal, budget)
