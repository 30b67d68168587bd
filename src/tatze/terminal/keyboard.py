"""The sources of typed lines: the keyboard of this terminal, or a script."""

from __future__ import annotations

import contextlib
import select
import sys
import time
from collections.abc import Iterable
from typing import Protocol


class Keyboard(Protocol):
    """A source of typed lines."""

    def read(self, prompt: str) -> str:
        """Return the next line; EOFError if there are no more, KeyboardInterrupt if somebody stops the program."""

    def wait(self, seconds: float) -> bool:
        """Wait; returns True as soon as somebody presses Enter, and False if nobody does."""

    def forget(self) -> None:
        """Forget the earlier lines, so that the next person cannot call them back with the arrow keys."""


class TerminalKeyboard:
    """The keyboard of this terminal, with line editing where Python has it."""

    def __init__(self) -> None:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # gives input() its line editing

    def read(self, prompt: str) -> str:
        return input(prompt)

    def wait(self, seconds: float) -> bool:
        try:
            ready = select.select([sys.stdin], [], [], seconds)[0]
        except (OSError, ValueError):  # where only sockets can be waited for
            time.sleep(seconds)
            return False
        if ready:
            sys.stdin.readline()
        return bool(ready)

    def forget(self) -> None:
        with contextlib.suppress(ImportError):
            import readline

            readline.clear_history()


class ScriptedKeyboard:
    """Lines written beforehand, for tests and demonstrations. An exception among them is raised in its place."""

    def __init__(self, lines: Iterable[str | BaseException]) -> None:
        self._lines = iter(lines)

    def read(self, prompt: str) -> str:
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        if isinstance(line, BaseException):
            raise line
        return line

    def wait(self, seconds: float) -> bool:
        return False

    def forget(self) -> None:
        pass
