"""Bots: players that get a view and the legal actions, like people, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from tatze.core.errors import SetupError
from tatze.core.layout import Row, State
from tatze.core.words import load_words
from tatze.games import game_named

NAMES = ("random", "thumb", "yardstick")
"""The simple bots, in the order that studies number them by."""
LEVELS = ("kitten", "cat", "lynx", "tiger")
"""Opponents for people, from the weakest to the strongest."""
OFFERED = ("random", "thumb", "search", "learned", "guided", *LEVELS)
"""What people may choose to play against; the yardstick is for measuring."""

THINKERS = ("search", "guided")
"""Bots that think as long as they are told to; the others know by themselves."""

CARELESS = 0.4
"""How often the kitten does not think."""
SECONDS = {"lynx": 0.02, "search": 0.2, "guided": 0.2, "tiger": 1.0}
"""How long the searching bots think about a decision."""


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


@dataclass
class CarelessBot:
    """Another bot that now and then does just anything."""

    careful: Bot
    random: Random = field(default_factory=Random)
    careless: float = CARELESS

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        if self.random.random() < self.careless:
            return self.random.choice(legal)
        return self.careful.choose(view, legal, budget)


@dataclass(frozen=True)
class Level:
    """An opponent as people get to know it."""

    bot: str
    name: str
    about: str
    """One sentence on how it plays."""


def levels(game: str, lang: str) -> list[Level]:
    """The four named opponents of a game, from the weakest to the strongest. A game may describe them in its words."""
    words = {**load_words(__name__, lang), **game_named(game).words(lang)}
    return [Level(bot, words[f"level.{bot}"], words[f"level.{bot}.about"]) for bot in LEVELS]


def bot_named(game: str, name: str, seed: int | None = None) -> Bot:
    """A bot for a game. With a seed it plays the same way again, unless it thinks for a time: what a search does in a
    given time nobody can repeat. "search:500" makes 500 playouts for each decision, "guided:500" so many walks or
    playouts."""
    kind, colon, count = name.partition(":")
    if kind not in {*NAMES, *OFFERED} or (colon and (kind not in THINKERS or not count.isdecimal())):
        raise SetupError(f'there is no bot "{name}"; there are {", ".join(dict.fromkeys((*NAMES, *OFFERED)))}')
    if kind == "random":
        return RandomBot(Random(seed))
    seconds = SECONDS.get(kind, 0.0)
    if kind == "tiger":
        kind = game_named(game).strongest
    if kind == "learned":
        from tatze.bots.learned.bot import LearnedBot

        return LearnedBot(game)
    if kind == "guided":
        from tatze.bots.guided.bot import GuidedBot

        return GuidedBot(game, seconds, int(count) if colon else None, seed)
    if kind in ("search", "lynx"):
        from tatze.bots.search.bot import SearchBot

        return SearchBot(game, seconds, int(count) if colon else None, seed)
    simple = game_named(game).bots
    rule = RuleBot(simple.yardstick if kind == "yardstick" else simple.thumb)
    return CarelessBot(rule, Random(seed)) if kind == "kitten" else rule
