"""Bots: players that get a view and the legal actions, as people do, and nothing else.

Here are their names and levels. `simple` holds the bots that need neither a search nor a network; `search`, `learned`,
`guided` and `outside` hold the others and are imported when a bot of theirs is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from tatze.bots.simple import RANDOM_RATES, Bot, CarelessBot, RandomBot, RuleBot
from tatze.bots.spec import ALL_BOTS, LEVELS, OPPONENTS, SEARCHING_BOTS, SIMPLE_BOTS, BotSpec, read_spec
from tatze.core.arguments import whole_number
from tatze.core.errors import MissingExtra, SetupError
from tatze.core.installed import is_installed
from tatze.core.text import shown
from tatze.core.words import LANGUAGES, load_words
from tatze.games import game_named

if TYPE_CHECKING:
    from tatze.bots.search.bot import SearchBot

__all__ = [
    "ALL_BOTS",
    "LEVELS",
    "OPPONENTS",
    "SEARCHING_BOTS",
    "SIMPLE_BOTS",
    "THINKING_SECONDS",
    "Bot",
    "BotSpec",
    "Level",
    "bot_named",
    "check_installed",
    "close_bot",
    "levels",
    "read_spec",
    "stand_in_reason",
]

THINKING_SECONDS = {"search": 0.2, "guided": 0.2}
"""Bot → the time of one decision in seconds where no budget is given."""
STRONG_LEVELS = ("lynx", "puma", "tiger")
"""The levels behind which is another bot in each game, and in some settings yet another."""


@dataclass(frozen=True)
class Level:
    """A named opponent as it is shown to people."""

    bot: str
    """The name that `bot_named` knows."""
    name: str
    """The name that people see, in the language that was asked for."""
    about: str
    """One sentence on how it plays."""


def levels(game: str, lang: str) -> list[Level]:
    """Return the named opponents of a game, from the weakest to the strongest. A game may describe them in its
    words files."""
    if lang not in LANGUAGES:
        raise SetupError(f"lang is {' or '.join(LANGUAGES)}, not {shown(repr(lang))}")
    words = {**load_words(__name__, lang), **game_named(game).words(lang)}
    return [Level(bot, words[f"level.{bot}"], words[f"level.{bot}.about"]) for bot in LEVELS]


def bot_named(
    game: str,
    name: str | BotSpec,
    seed: int | None = None,
    stand_in: bool = False,
    about: Mapping[str, Any] | None = None,
) -> Bot[Any]:
    """Return the bot that a text such as thumb, search:500, search@50ms, run:COMMAND or py:MODULE:CLASS names.

    With a seed a built-in bot plays the same way again, unless it searches for a time instead of a number of playouts.
    The first decision of a bot that searches waits for the compiler, and a bot that cannot play raises an error. With
    `stand_in`, for tables at which a person waits, a simpler bot decides in these cases, and `stand_in_reason` says
    why; a search with a number of playouts always waits. `about` goes into the hello to an external program: rules and
    options. `close_bot` ends the program."""
    known = game_named(game)
    seed = None if seed is None else whole_number(seed, "seed", SetupError)
    spec = name if isinstance(name, BotSpec) else read_spec(name)
    if spec.command:
        from tatze.bots.outside.bot import OutsideBot

        return OutsideBot(known, spec.command, {**(about or {}), "seed": seed}, spec.playouts, stand_in)
    if spec.target:
        from tatze.bots.class_bot import ClassBot

        return ClassBot(known, spec.target, seed)
    kind = spec.name
    if kind in STRONG_LEVELS:
        from tatze.bots.level_bot import LevelBot

        return LevelBot(game, kind, seed, stand_in)
    if kind == "random":
        return RandomBot(Random(seed))
    if kind == "learned":
        from tatze.bots.learned.bot import LearnedBot

        return LearnedBot(game, stand_in)
    if kind in SEARCHING_BOTS:
        seconds = spec.seconds or THINKING_SECONDS[kind]
        return _searching_bot(kind)(game, seconds, spec.playouts, seed, stand_in and not spec.playouts)
    simple = known.bots
    rule = RuleBot(simple.yardstick if kind == "yardstick" else simple.thumb)
    return CarelessBot(rule, Random(seed), RANDOM_RATES[kind]) if kind in RANDOM_RATES else rule


def _searching_bot(kind: str) -> type[SearchBot]:
    if kind == "guided":
        from tatze.bots.guided.bot import GuidedBot

        return GuidedBot
    from tatze.bots.search.bot import SearchBot

    return SearchBot


def close_bot(bot: Bot[Any]) -> None:
    """End the external program of a bot that has one. A bot is closed after its last decision of a game."""
    close = getattr(bot, "close", None)
    if close:
        close()


def stand_in_reason(bot: Bot[Any]) -> str:
    """Return why a simpler bot made a bot's last decision; empty if the bot made it itself."""
    reason: str = getattr(bot, "fallback_reason", "")
    return reason


def check_installed(game: str, name: str) -> None:
    """Raise a MissingExtra if what a bot needs is not installed. Nothing is loaded or compiled for that."""
    kind = read_spec(name).name
    if kind in ("learned", "guided") and not game_named(game).weights:
        raise SetupError(f"no network was trained for {game}, so {name} cannot play it")
    check_packages(name)


def check_packages(name: str) -> None:
    """Raise a MissingExtra if packages that a bot needs for any game are not installed."""
    needed = {"learned": ["numpy"], **{bot: ["numpy", "numba"] for bot in (*SEARCHING_BOTS, *STRONG_LEVELS)}}
    for module in needed.get(read_spec(name).name, []):
        if not is_installed(module):
            raise MissingExtra(f"the bot {name} needs NumPy and Numba: pip install 'tatze[compiled]'")
