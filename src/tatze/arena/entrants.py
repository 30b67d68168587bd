"""The entrants of a match: bots by name, each with its budget, and external programs."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tatze.bots import SEARCHING_BOTS, Bot, bot_named
from tatze.bots.outside.bot import OutsideBot
from tatze.core.errors import SetupError
from tatze.core.game import Game

RUN = "run:"
"""The prefix of an entrant that is an external program."""
_FORM = re.compile(r"(?:(?P<alias>[^=@:]+)=)?(?P<name>[^=@:]+)(?:@(?P<time>[^@:]*)|:(?P<playouts>[^@:]*))?")
_OUTSIDE = re.compile(r"(?:(?P<alias>[^=@:]+)=)?run:(?P<command>.*)", re.DOTALL)
_TIME = re.compile(r"(?P<number>[0-9]{1,6}(?:\.[0-9]{1,6})?)(?P<unit>ms|s)")


@dataclass(frozen=True)
class Entrant:
    """A bot and its budget. Results name it by its label."""

    label: str
    name: str = ""
    """The bot's name; empty for an external program."""
    command: tuple[str, ...] = ()
    """The words of the command that starts an external program."""
    seconds: float | None = None
    """Time budget of a decision."""
    playouts: int | None = None
    """Number of playouts of a decision."""


def read_entrant(text: str, seconds: float | None = None, playouts: int | None = None) -> Entrant:
    """Return the entrant of a text such as thumb, search@200ms, search:5000 or mine=run:python3 bot.py. Where a bot
    takes a budget and the text has none, it gets `seconds` and `playouts`."""
    if match := _OUTSIDE.fullmatch(text):
        command = _command(match["command"])
        return Entrant(match["alias"] or program_label(command), "", command, seconds, playouts)
    match = _FORM.fullmatch(text)
    if not match:
        raise SetupError(f'a bot is written thumb, search@200ms, search:5000 or "run:COMMAND", not "{text}"')
    name = match["name"]
    if match["time"] is not None or match["playouts"] is not None:
        if name not in SEARCHING_BOTS:
            raise SetupError(f'"{text}": {name} has no budget; {" and ".join(SEARCHING_BOTS)} can have one')
        seconds, playouts = read_budget(match["time"], match["playouts"])
    if name not in SEARCHING_BOTS:
        seconds, playouts = None, None
    return Entrant(match["alias"] or name + write_budget(seconds, playouts), name, (), seconds, playouts)


def read_budget(seconds: str | None, playouts: str | None) -> tuple[float | None, int | None]:
    """Return the budget of two texts, of which one is None: seconds and playouts."""
    if seconds is None:
        if playouts and re.fullmatch(r"[0-9]{1,9}", playouts) and int(playouts):
            return None, int(playouts)
        raise SetupError(f'a number of playouts is above 0, not "{playouts}"')
    if (match := _TIME.fullmatch(seconds)) and float(match["number"]):
        return float(match["number"]) / (1000 if match["unit"] == "ms" else 1), None
    raise SetupError(f'a time is written 200ms or 1.5s, not "{seconds}"')


def write_budget(seconds: float | None, playouts: int | None) -> str:
    """Return a budget as `read_entrant` reads it after a bot's name."""
    if playouts is not None:
        return f":{playouts}"
    if seconds is None:
        return ""
    return f"@{seconds:g}s" if seconds >= 1 else f"@{1000 * seconds:g}ms"


def _command(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise SetupError(f'the command "{text}" cannot be read: {error}') from None
    if not words:
        raise SetupError(f"{RUN} needs a command, such as {RUN}python3 bot.py")
    if not shutil.which(words[0]):
        raise SetupError(f'there is no program "{words[0]}" to run')
    return words


def program_label(command: Sequence[str]) -> str:
    """Return a short label for a program: the name of the first file among its words, otherwise of the program."""
    for word in command[1:]:
        path = Path(word)
        if path.suffix and not word.startswith("-"):
            return path.stem
    return Path(command[0]).name


def check_entrants(game: Game[Any], entrants: Sequence[Entrant]) -> None:
    """Raise a SetupError for entrants that cannot play, before anything is played."""
    labels = [entrant.label for entrant in entrants]
    for label in labels:
        if labels.count(label) > 1:
            raise SetupError(f'"{label}" is named twice; for a bot against itself write again={label}')
    for entrant in entrants:
        if entrant.name:
            bot_named(game.name, name_of(entrant))


def seat_bot(game: Game[Any], entrant: Entrant, seed: int, about: Mapping[str, Any]) -> Bot:
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
