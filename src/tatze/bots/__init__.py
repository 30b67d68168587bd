"""Bots: players that get a view and the legal actions, as people do, and nothing else.

Here are their names and levels. `simple` holds the bots that need neither a search nor a network; `search`, `learned`,
`guided` and `outside` hold the others and are imported when a bot of theirs is asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random

from tatze.bots.simple import Bot, CarelessBot, RandomBot, RuleBot
from tatze.core.arguments import text_of, whole_number
from tatze.core.errors import MissingExtra, SetupError
from tatze.core.text import shown
from tatze.core.words import LANGUAGES, load_words
from tatze.games import game_named

__all__ = [
    "ALL_BOTS",
    "LEVELS",
    "OPPONENTS",
    "SEARCHING_BOTS",
    "SIMPLE_BOTS",
    "THINKING_SECONDS",
    "Bot",
    "Level",
    "bot_named",
    "check_installed",
    "levels",
    "stand_in_reason",
]

SIMPLE_BOTS = ("random", "thumb", "yardstick")
"""The simple bots, in the order in which studies number them."""
LEVELS = ("kitten", "cat", "lynx", "tiger")
"""Opponents for people, from the weakest to the strongest."""
OPPONENTS = ("random", "thumb", "search", "learned", "guided", *LEVELS)
"""The bots that people may play against; the yardstick is for measuring only."""
ALL_BOTS = tuple(dict.fromkeys((*SIMPLE_BOTS, *OPPONENTS)))
SEARCHING_BOTS = ("search", "guided")
"""The bots that take a budget of time or playouts."""
THINKING_SECONDS = {"lynx": 0.02, "search": 0.2, "guided": 0.2, "tiger": 1.0}
"""Bot → the time of one decision in seconds where no budget is given."""


@dataclass(frozen=True)
class Level:
    """A named opponent as it is shown to people."""

    bot: str
    """The name that `bot_named` knows."""
    name: str
    about: str
    """One sentence on how it plays."""


def levels(game: str, lang: str) -> list[Level]:
    """Return the four named opponents of a game, from the weakest to the strongest. A game may describe them in its
    words files."""
    if lang not in LANGUAGES:
        raise SetupError(f"lang is {' or '.join(LANGUAGES)}, not {shown(repr(lang))}")
    words = {**load_words(__name__, lang), **game_named(game).words(lang)}
    return [Level(bot, words[f"level.{bot}"], words[f"level.{bot}.about"]) for bot in LEVELS]


def bot_named(game: str, name: str, seed: int | None = None, stand_in: bool = False) -> Bot:
    """Return a bot for a game. "search:500" and "guided:500" make 500 playouts for each decision.

    With a seed a bot plays the same way again, unless it searches for a time instead of a number of playouts. The first
    decision of a bot that searches waits for the compiler, and a bot that cannot play raises an error. With `stand_in`,
    for tables at which a person waits, a simpler bot decides in these cases, and `stand_in_reason` says why."""
    known = game_named(game)
    seed = None if seed is None else whole_number(seed, "seed", SetupError)
    kind, colon, count = text_of(name, "name", SetupError).partition(":")
    if kind not in ALL_BOTS or (colon and (kind not in SEARCHING_BOTS or not re.fullmatch("[0-9]{1,9}", count))):
        raise SetupError(f'there is no bot "{shown(name)}"; there are {", ".join(ALL_BOTS)}')
    if kind == "random":
        return RandomBot(Random(seed))
    seconds = THINKING_SECONDS.get(kind, 0.0)
    if kind == "tiger":
        kind = known.strongest
    if kind == "learned":
        from tatze.bots.learned.bot import LearnedBot

        return LearnedBot(game, stand_in)
    if kind == "guided":
        from tatze.bots.guided.bot import GuidedBot

        return GuidedBot(game, seconds, int(count) if colon else None, seed, stand_in)
    if kind in ("search", "lynx"):
        from tatze.bots.search.bot import SearchBot

        return SearchBot(game, seconds, int(count) if colon else None, seed, stand_in)
    simple = known.bots
    rule = RuleBot(simple.yardstick if kind == "yardstick" else simple.thumb)
    return CarelessBot(rule, Random(seed)) if kind == "kitten" else rule


def stand_in_reason(bot: Bot) -> str:
    """Return why a simpler bot made a bot's last decision; empty if the bot made it itself."""
    reason: str = getattr(bot, "fallback_reason", "")
    return reason


def check_installed(game: str, name: str) -> None:
    """Raise a MissingExtra if what a bot needs is not installed. Nothing is loaded or compiled for that."""
    kind = name.partition(":")[0]
    kind = game_named(game).strongest if kind == "tiger" else kind
    needed = {
        "learned": ["numpy"],
        "search": ["numpy", "numba"],
        "lynx": ["numpy", "numba"],
        "guided": ["numpy", "numba"],
    }
    if kind in ("learned", "guided") and not game_named(game).weights:
        raise SetupError(f"no network was trained for {game}, so {name} cannot play it")
    for module in needed.get(kind, []):
        if not _is_installed(module):
            raise MissingExtra(f"the bot {name} needs NumPy and Numba: pip install 'tatze[compiled]'")


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ValueError:  # something stands in its place that is no module
        return False
