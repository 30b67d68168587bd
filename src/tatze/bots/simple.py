"""What a bot is, and the bots that need neither a search nor a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from tatze.core.arguments import check_decision
from tatze.core.layout import Row, State

CARELESS_RATE = 0.4
"""The part of decisions that a careless bot makes at random."""


class Bot(Protocol):
    """Anything that can choose."""

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        """Return one of the legal actions. `view` is all that the bot may know; `budget` is a time in seconds."""


@dataclass
class RandomBot:
    """A bot that takes any legal action with equal probability."""

    random: Random = field(default_factory=Random)

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        check_decision(view, legal)
        return self.random.choice(legal)


@dataclass
class RuleBot:
    """A bot that is one function of the view and the legal actions, written in the rules' style so that it compiles."""

    rule: Callable[[Any, Row, int], int]

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        check_decision(view, legal)
        return self.rule(view, list(legal), len(legal))


@dataclass
class CarelessBot:
    """A bot that follows another bot, but takes random actions now and then."""

    careful: Bot
    random: Random = field(default_factory=Random)
    random_rate: float = CARELESS_RATE

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        check_decision(view, legal)
        if self.random.random() < self.random_rate:
            return self.random.choice(legal)
        return self.careful.choose(view, legal, budget)
