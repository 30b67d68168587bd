"""How a bot is written, the same everywhere: `thumb`, `search:500`, `search@50ms`, `run:COMMAND`, `py:MODULE:CLASS`.

read_spec("search@50ms")           # BotSpec(name="search", seconds=0.05)
read_spec("run:python3 my_bot.py")  # BotSpec(command=("python3", "my_bot.py"))"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tatze.core.arguments import text_of
from tatze.core.errors import SetupError
from tatze.core.text import shown

SIMPLE_BOTS = ("random", "thumb", "yardstick")
"""The simple bots, in the order in which studies number them."""
LEVELS = ("kitten", "cat", "wildcat", "lynx", "puma", "tiger")
"""Opponents for people, from the weakest to the strongest."""
OPPONENTS = ("random", "thumb", "search", "learned", "guided", *LEVELS)
"""The bots that people may play against; the yardstick is for measuring only."""
ALL_BOTS = tuple(dict.fromkeys((*SIMPLE_BOTS, *OPPONENTS)))
SEARCHING_BOTS = ("search", "guided")
"""The bots that take a budget of time or playouts."""
RUN, PY = "run:", "py:"
"""The prefixes of an external program and of a Python class."""
FORMS = "search:500, search@50ms, run:COMMAND and py:MODULE:CLASS"
"""What can be written beside the names of the bots, for help and errors."""

MAX_LABEL_LENGTH = 24
"""Maximum number of characters of a program's label in a record."""

_BUDGET = re.compile(r"(?P<name>[^@:]*)(?:@(?P<time>[^@:]*)|:(?P<playouts>[^@:]*))?")
_TIME = re.compile(r"(?P<number>[0-9]{1,6}(?:\.[0-9]{1,6})?)(?P<unit>ms|s)")
_CLASS = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*")
_WINDOWS_WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')


@dataclass(frozen=True)
class BotSpec:
    """A bot as it was asked for: a built-in bot, an external program or a Python class, and its budget."""

    name: str = ""
    """The name of a built-in bot; empty for others."""
    command: tuple[str, ...] = ()
    """The words of the command that starts an external program."""
    target: str = ""
    """Where a Python class is, as MODULE:CLASS."""
    seconds: float | None = None
    """Time budget of a decision."""
    playouts: int | None = None
    """Number of playouts of a decision."""

    @property
    def is_builtin(self) -> bool:
        """Whether the bot comes with the package."""
        return bool(self.name)

    @property
    def word(self) -> str:
        """The bot as one word, for records: without the command of a program, which may tell what is on a machine."""
        if not self.command:
            return str(self)
        return RUN + re.sub(r"[^\w.-]", "_", program_label(self.command))[:MAX_LABEL_LENGTH]

    def __str__(self) -> str:
        """Return the text that `read_spec` reads as this bot."""
        if self.command:
            return RUN + join_command(self.command)
        return PY + self.target if self.target else self.name + write_budget(self.seconds, self.playouts)


def read_spec(text: str) -> BotSpec:
    """Return the bot that a text names; a SetupError says what is wrong with the text."""
    text = text_of(text, "name", SetupError)
    if text.startswith(RUN):
        return BotSpec(command=_command(text.removeprefix(RUN)))
    if text.startswith(PY):
        target = text.removeprefix(PY)
        if not _CLASS.fullmatch(target):
            raise SetupError(f'a Python class is written {PY}package.module:Class, not "{shown(text)}"')
        return BotSpec(target=target)
    match = _BUDGET.fullmatch(text)
    name = match["name"] if match else text
    if not match or name not in ALL_BOTS:
        raise SetupError(f'there is no bot "{shown(text)}"; there are {", ".join(ALL_BOTS)}, {FORMS}')
    if match["time"] is None and match["playouts"] is None:
        return BotSpec(name)
    if name not in SEARCHING_BOTS:
        raise SetupError(f'"{shown(text)}": {name} has no budget; {" and ".join(SEARCHING_BOTS)} can have one')
    seconds, playouts = read_budget(match["time"], match["playouts"])
    return BotSpec(name, seconds=seconds, playouts=playouts)


def read_budget(seconds: str | None, playouts: str | None) -> tuple[float | None, int | None]:
    """Return the budget of two texts, of which one is None: seconds and playouts."""
    if seconds is None:
        if playouts and re.fullmatch(r"[0-9]{1,9}", playouts) and int(playouts):
            return None, int(playouts)
        raise SetupError(f'a number of playouts is 1 to 999999999, not "{shown(str(playouts))}"')
    if (match := _TIME.fullmatch(seconds)) and float(match["number"]):
        return float(match["number"]) / (1000 if match["unit"] == "ms" else 1), None
    raise SetupError(f'a time is written 200ms or 1.5s, not "{shown(seconds)}"')


def write_budget(seconds: float | None, playouts: int | None) -> str:
    """Return a budget as `read_spec` reads it after a bot's name."""
    if playouts is not None:
        return f":{playouts}"
    if seconds is None:
        return ""
    return f"@{seconds:g}s" if seconds >= 1 else f"@{1000 * seconds:g}ms"


def split_command(text: str, windows: bool = os.name == "nt") -> tuple[str, ...]:
    """Return the words of a command, as a shell splits them. On Windows a backslash is part of a path."""
    if windows:
        if text.count('"') % 2:
            raise ValueError("No closing quotation")
        return tuple(word.replace('"', "") for word in _WINDOWS_WORD.findall(text))
    return tuple(shlex.split(text))


def join_command(words: tuple[str, ...], windows: bool = os.name == "nt") -> str:
    """Return the text that `split_command` splits into these words."""
    if windows:
        return " ".join(f'"{word}"' if not word or " " in word else word for word in words)
    return shlex.join(words)


def program_label(command: Sequence[str]) -> str:
    """Return a short label for a program: the name of the first file among its words, otherwise of the program."""
    for word in command[1:]:
        path = Path(word)
        if path.suffix and not word.startswith("-"):
            return path.stem
    return Path(command[0]).name


def _command(text: str) -> tuple[str, ...]:
    try:
        words = split_command(text)
    except ValueError as error:
        raise SetupError(f'the command "{shown(text)}" cannot be read: {error}') from None
    if not words:
        raise SetupError(f"{RUN} needs a command, such as {RUN}python3 bot.py")
    if "\0" in text or not shutil.which(words[0]):
        raise SetupError(f'there is no program "{shown(words[0])}" to run')
    return words
