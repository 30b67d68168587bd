"""A terminal made of text: a script for the keyboard, and the frames that were drawn."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from tatze.core.chance import Fairness
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named
from tatze.terminal import TerminalSeries, play_in_terminal
from tatze.terminal.keyboard import Keyboard, ScriptedKeyboard
from tatze.terminal.saving import SaveFile
from tatze.terminal.screen import Screen
from tatze.terminal.session import Session

NAMES = ("Anna", "Bela", "Carla", "Deniz", "Emil", "Fritzi")
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Glass:
    """A console that keeps what it shows."""

    def __init__(self, width: int = 80, height: int = 24, **environ: str) -> None:
        self.file = io.StringIO()
        self.console = Console(
            file=self.file, force_terminal=True, width=width, height=height, color_system=None, _environ=environ
        )

    @property
    def text(self) -> str:
        return _CONTROL.sub("", self.file.getvalue())

    @property
    def frames(self) -> list[str]:
        """What was on the screen between two clearings."""
        return [_CONTROL.sub("", frame) for frame in self.file.getvalue().split("\x1b[2J")]


def play(
    lines: Iterable[str | BaseException] | Keyboard,
    *,
    game: str = "linko",
    rules: str = "base",
    seats: Sequence[str] = ("you", "thumb", "thumb"),
    lang: str = "en",
    seed: int = 7,
    start: int | None = 0,
    save: Path | None = None,
    resume: Table[Any] | None = None,
    games: int = 1,
    delay: float = 0,
    glass: Glass | None = None,
    options: dict[str, object] | None = None,
) -> tuple[int, Glass]:
    """Play with a script; the exit code and everything that was shown."""
    glass = glass or Glass()
    known = game_named(game)
    setup = make_setup(known, rules, len(seats), start, options, NAMES[: len(seats)])
    keyboard = lines if isinstance(lines, ScriptedKeyboard | Eager) else ScriptedKeyboard(lines)  # type: ignore[arg-type]  # as it says
    secrets = [Fairness.from_seed(seed + number) for number in range(games)]
    series = TerminalSeries(game=known, setup=setup, seats=seats, games=games, fairness=secrets, resumed=resume)
    code = play_in_terminal(series, lang, save, delay, glass.console, keyboard)
    return code, glass


class Eager:
    """A keyboard that always types the first choice of the last frame: 1 or, where cards are played, 21."""

    def __init__(self, glass: Glass) -> None:
        self.glass = glass
        self.lines = 0

    def read(self, prompt: str) -> str:
        self.lines += 1
        assert self.lines < 1500, self.glass.frames[-1]
        number = re.search(r"^(?: *\w+:? )?(1|21)\) ", self.glass.frames[-1], re.MULTILINE)
        if number:
            return number[1]
        first = re.search(r"^ *\w+: (\w+)|^(?:deck|Stapel) +(\w+)", self.glass.frames[-1], re.MULTILINE)
        return (first[1] or first[2]) if first and prompt else ""

    def wait(self, seconds: float) -> bool:
        return False

    def forget(self) -> None:
        pass


def session(table: Table[Any], glass: Glass) -> Session:
    """A session in the middle of a game of people; nobody types more than Enter."""
    seats = ["you"] * table.setup.players
    return Session(
        table=table,
        seats=seats,
        lang="en",
        screen=Screen(glass.console, ScriptedKeyboard([""])),
        save_file=SaveFile(seats, 1, None),
        bots={},
        delay=0,
    )
