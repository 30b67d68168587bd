"""Where lines come from: a person's keyboard, or a script."""

from __future__ import annotations

import contextlib
import select
import sys
import time
from collections.abc import Iterable
from typing import Protocol


class Keyboard(Protocol):
    """Gives one line after the other. EOFError says that there are no more, KeyboardInterrupt that it is enough."""

    def read(self, prompt: str) -> str: ...

    def wait(self, seconds: float) -> bool:
        """Wait; True if somebody pressed Enter meanwhile."""

    def forget(self) -> None:
        """Forget earlier lines, so that the next person cannot leaf through them."""


class Person:
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


class Script:
    """Lines written beforehand; an exception among them is raised when its turn comes."""

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
