"""The entrants of a match: bots by name, each with its budget, external programs and Python classes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tatze.bots import SEARCHING_BOTS, Bot, bot_named, read_spec
from tatze.bots.outside.bot import OutsideBot
from tatze.bots.spec import program_label
from tatze.core.errors import SetupError
from tatze.core.game import Game

_ALIAS = re.compile(r"(?:(?P<alias>[^=@:]+)=)?(?P<bot>.*)", re.DOTALL)


@dataclass(frozen=True)
class Entrant:
    """A bot and its budget. Results name it by its label."""

    label: str
    name: str = ""
    """The bot's name, or py:MODULE:CLASS; empty for an external program."""
    command: tuple[str, ...] = ()
    """The words of the command that starts an external program."""
    seconds: float | None = None
    """Time budget of a decision."""
    playouts: int | None = None
    """Number of playouts of a decision."""


def read_entrant(text: str, seconds: float | None = None, playouts: int | None = None) -> Entrant:
    """Return the entrant of a text such as thumb, search@200ms or mine=run:python3 bot.py. Where a bot takes a budget
    and the text has none, it gets `seconds` and `playouts`."""
    match = _ALIAS.fullmatch(text)
    assert match  # it matches every text
    alias, spec = match["alias"], read_spec(match["bot"])
    if spec.command:
        return Entrant(alias or program_label(spec.command), "", spec.command, seconds, playouts)
    if spec.target:
        return Entrant(alias or spec.target.partition(":")[2], str(spec), (), seconds, None)
    if spec.name not in SEARCHING_BOTS:
        return Entrant(alias or spec.name, spec.name)
    if spec.seconds is None and spec.playouts is None:
        spec = replace(spec, seconds=seconds, playouts=playouts)
    return Entrant(alias or str(spec), spec.name, (), spec.seconds, spec.playouts)


def check_entrants(game: Game[Any], entrants: Sequence[Entrant]) -> None:
    """Raise a SetupError for entrants that cannot play, before anything is played."""
    labels = [entrant.label for entrant in entrants]
    for label in labels:
        if labels.count(label) > 1:
            raise SetupError(f'"{label}" is named twice; for a bot against itself write again={label}')
    for entrant in entrants:
        if entrant.name:
            bot_named(game.name, name_of(entrant))


def seat_bot(game: Game[Any], entrant: Entrant, seed: int, about: Mapping[str, Any]) -> Bot[Any]:
    """Return the entrant's bot for one seat of one game. `about` goes into the hello to an external program."""
    if entrant.command:
        return OutsideBot(game, entrant.command, {**about, "seed": seed}, entrant.playouts)
    bot = bot_named(game.name, name_of(entrant), seed)
    prepare = getattr(bot, "prepare", None)
    if prepare:
        prepare()  # a search is compiled before a clock runs
    return bot


def prepare_all(game: Game[Any], entrants: Sequence[Entrant]) -> None:
    """Compile the searches of all entrants once, so that processes that start later find them in the cache."""
    for entrant in entrants:
        if entrant.name:
            seat_bot(game, entrant, 0, {})


def name_of(entrant: Entrant) -> str:
    """Return the name by which `bot_named` knows an entrant's bot."""
    return entrant.name if entrant.playouts is None else f"{entrant.name}:{entrant.playouts}"
