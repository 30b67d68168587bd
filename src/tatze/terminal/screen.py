"""The screen: frames that fit it, pages to read, and a curtain between two people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.align import Align
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.segment import Segment
from rich.text import Text

from tatze.terminal.keyboard import Keyboard

MIN_WIDTH = 40
"""The number of columns that are drawn at least, on narrower terminals too."""
MAX_WIDTH = 110
"""The number of columns that are drawn at most: longer lines are hard to read."""


@dataclass
class Screen:
    """The console and the keyboard of a game. Frames go to the alternate screen, which leaves no scrollback."""

    console: Console
    keyboard: Keyboard
    open: bool = field(default=False, init=False)
    """Whether the alternate screen is shown."""

    @property
    def can_hide(self) -> bool:
        """Whether the terminal can clear what was shown, so that the next person does not see it."""
        return self.console.is_terminal and not self.console.is_dumb_terminal and not self.console.legacy_windows

    @property
    def width(self) -> int:
        """The number of columns that are drawn."""
        return max(MIN_WIDTH, min(MAX_WIDTH, self.console.width))

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Show the alternate screen during a `with` block, where the terminal has one."""
        self.open = self.can_hide and self.console.set_alt_screen(True)
        try:
            yield
        finally:
            if self.open:
                self.console.set_alt_screen(False)
            self.open = False

    def lines(self, part: RenderableType) -> list[list[Segment]]:
        """Return a part as it is drawn, line by line."""
        options = self.console.options.update(width=self.width, height=None)
        return self.console.render_lines(part, options, pad=False)

    def height_of(self, part: RenderableType) -> int:
        """Return the number of lines that a part needs."""
        return len(self.lines(part))

    def fits(self, top: RenderableType, bottom: RenderableType, log: int) -> bool:
        """Return whether a frame with `log` lines between top and bottom fits, two rules and the prompt counted."""
        return self.height_of(top) + self.height_of(bottom) + log + 3 <= self.console.height

    def frame(self, top: RenderableType, log: Sequence[tuple[str, bool]], bottom: RenderableType) -> None:
        """Draw the table above, the question below, and between them the newest part of the log that fits.

        Each sentence of the log comes with a mark whether it is new; new ones are bright."""
        left = max(self.console.height - self.height_of(top) - self.height_of(bottom) - 3, 1)
        shown: list[RenderableType] = []
        for sentence, new in reversed(log):
            part = Padding(Text(sentence, style="" if new else "dim"), (0, 0, 0, 2))
            left -= self.height_of(part)
            if left < 0:
                break
            shown.insert(0, part)
        self.clear()
        self.print(Group(top, line_across(), *shown, line_across(), bottom))

    def page(self, part: RenderableType, more: str) -> None:
        """Show a text to read, one screenful after the other; `more` is the prompt after each."""
        lines = self.lines(part)
        step = max(self.console.height - 2, 5) if self.open else len(lines)
        for start in range(0, len(lines), step):
            self.clear()
            self.print(_Lines(lines[start : start + step]))
            self.keyboard.read(more)

    def ask(self, prompt: str) -> str:
        """Return the next line that somebody types."""
        return self.keyboard.read(prompt)

    def curtain(self, *lines: str) -> None:
        """Clear the screen and show these lines, in the middle, until the next person presses Enter."""
        self.keyboard.forget()
        self.clear()
        self.print(Padding("", (0, 0, self.console.height // 3, 0)))
        for line in lines:
            self.print(Padding(Align.center(Text(line)), (0, 0, 1, 0)))
        self.keyboard.read("")
        self.clear()

    def clear(self) -> None:
        """Clear the screen; where that is not possible, leave an empty line."""
        if self.open:
            self.console.clear()
        else:
            self.console.print()

    def print(self, part: RenderableType) -> None:
        """Print a part at the width of the screen."""
        self.console.print(part, width=self.width, highlight=False, soft_wrap=False)


def line_across() -> RenderableType:
    """Return a thin line across the screen."""
    return Rule(style="dim", characters="─")


@dataclass
class _Lines:
    """Lines that are drawn as they are."""

    lines: list[list[Segment]]

    def __rich_console__(self, *_: object) -> Iterator[Segment]:
        for line in self.lines:
            yield from line
            yield Segment.line()
