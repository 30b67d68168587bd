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

NARROW = 40
"""Narrower terminals are drawn as if they had so many columns."""
WIDE = 110
"""Wider lines are hard to read, so wider terminals keep a margin."""


@dataclass
class Screen:
    """What is drawn on and read from. Frames go to the alternate screen, which leaves nothing in the scrollback."""

    console: Console
    keyboard: Keyboard
    open: bool = field(default=False, init=False)

    @property
    def can_hide(self) -> bool:
        """Whether what was shown can be taken away again."""
        return self.console.is_terminal and not self.console.is_dumb_terminal and not self.console.legacy_windows

    @property
    def width(self) -> int:
        return max(NARROW, min(WIDE, self.console.width))

    @contextmanager
    def opened(self) -> Iterator[None]:
        """The alternate screen for as long as it lasts, where the terminal has one."""
        self.open = self.can_hide and self.console.set_alt_screen(True)
        try:
            yield
        finally:
            if self.open:
                self.console.set_alt_screen(False)
            self.open = False

    def lines(self, part: RenderableType) -> list[list[Segment]]:
        options = self.console.options.update(width=self.width, height=None)
        return self.console.render_lines(part, options, pad=False)

    def height_of(self, part: RenderableType) -> int:
        return len(self.lines(part))

    def fits(self, top: RenderableType, bottom: RenderableType, log: int) -> bool:
        """Whether a frame with so many lines between top and bottom fits, two rules and the prompt counted."""
        return self.height_of(top) + self.height_of(bottom) + log + 3 <= self.console.height

    def frame(self, top: RenderableType, log: Sequence[tuple[str, bool]], bottom: RenderableType) -> None:
        """The table above, the question below, and between them as much of the log as fits, the newest of it. Of the
        log's lines the new ones are bright."""
        room = max(self.console.height - self.height_of(top) - self.height_of(bottom) - 3, 1)
        shown: list[RenderableType] = []
        for line, new in reversed(log):
            part = Padding(Text(line, style="" if new else "dim"), (0, 0, 0, 2))
            room -= self.height_of(part)
            if room < 0:
                break
            shown.insert(0, part)
        self.clear()
        self.print(Group(top, line_across(), *shown, line_across(), bottom))

    def page(self, part: RenderableType, more: str) -> None:
        """A text to read, a screenful at a time."""
        lines = self.lines(part)
        step = max(self.console.height - 2, 5) if self.open else len(lines)
        for start in range(0, len(lines), step):
            self.clear()
            self.print(_Lines(lines[start : start + step]))
            self.keyboard.read(more)

    def ask(self, prompt: str) -> str:
        return self.keyboard.read(prompt)

    def curtain(self, *lines: str) -> None:
        """Take everything off the screen until the next person is there."""
        self.keyboard.forget()
        self.clear()
        self.print(Padding("", (0, 0, self.console.height // 3, 0)))
        for line in lines:
            self.print(Padding(Align.center(Text(line)), (0, 0, 1, 0)))
        self.keyboard.read("")
        self.clear()

    def clear(self) -> None:
        if self.open:
            self.console.clear()
        else:
            self.console.print()

    def print(self, part: RenderableType) -> None:
        self.console.print(part, width=self.width, highlight=False, soft_wrap=False)


def line_across() -> RenderableType:
    return Rule(style="dim", characters="─")


@dataclass
class _Lines:
    """Lines that were laid out already."""

    lines: list[list[Segment]]

    def __rich_console__(self, *_: object) -> Iterator[Segment]:
        for line in self.lines:
            yield from line
            yield Segment.line()
