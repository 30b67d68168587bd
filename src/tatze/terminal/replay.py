"""A recorded game, decision by decision: on the screen with the table, or as plain lines where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console, Group
from rich.text import Text

from tatze.core.events import NamedEvent
from tatze.core.layout import CHANCE
from tatze.core.record import Annotation
from tatze.core.table import Table
from tatze.core.words import decimal, say
from tatze.terminal.board import Board, Scene, board_of
from tatze.terminal.keyboard import Keyboard, TerminalKeyboard
from tatze.terminal.screen import Screen

MIN_LOG_LINES = 4
"""The number of lines that the log should have at least; where they do not fit, the table is drawn more briefly."""
RECENT_STEPS = 8
"""The number of steps whose sentences are shown below the table."""


class ReplayViewer:
    """A finished or interrupted game as one seat, or everybody, saw it. A step is an action that was not undone."""

    def __init__(self, table: Table[Any], seat: int, lang: str, annotations: Sequence[Annotation] = ()) -> None:
        self.table = table
        self.seat = seat
        self.lang = lang
        self.board: Board = board_of(table.game)
        self.events: list[tuple[NamedEvent, ...]] = table.events_for(seat)
        self.steps: int = len(table.log.kept)
        """The number of steps."""
        self.annotations: dict[int, Annotation] = {one.entry: one for one in annotations}
        """What the record says about entries, by their numbers from 1; 0 is the deal."""

    def scene(self, step: int, width: int = 80, brief: bool = False) -> Scene:
        """Return what the seat saw after a step; after 0 steps, what it saw first."""
        table = self.table
        return Scene(
            game=table.game,
            view=table.game.view(table.state_after(step), self.seat),
            names=table.setup.names,
            lang=self.lang,
            width=width,
            scarce=int(brief),
        )

    def sentences(self, step: int) -> list[str]:
        """Return what a step, counted from 1, brought about."""
        return self.board.sentences(self.scene(step), self.events[self.table.log.kept[step - 1]])

    def notation(self, step: int) -> str:
        """Return the action of a step, counted from 1, in its notation: "12. Mira: 7x3"."""
        entry = self.table.entries[self.table.log.kept[step - 1]]
        who = self.say("dice") if entry.actor == CHANCE else self.table.setup.names[entry.actor]
        return f"{step}. {who}: {self.table.game.write(entry.action)}"

    def remarks(self, step: int) -> list[str]:
        """Return what the record says about a step, counted from 1; 0 is the deal."""
        annotation = self.annotations.get(self.table.log.kept[step - 1] + 1 if step else 0)
        return list(self._remarks(annotation)) if annotation else []

    def _remarks(self, annotation: Annotation) -> Iterator[str]:
        if annotation.comment:
            yield annotation.comment
        error = annotation.error
        for number, variation in enumerate(annotation.variations):
            actions = ", ".join(step.action for step in variation)
            if error and not number:
                numbers = {key: decimal(one, self.lang) for key, one in error._asdict().items()}
                yield self.say("replay.better", actions=actions, **numbers)
            else:
                yield self.say("replay.variation", actions=actions)
        if annotation.chances:
            each = zip(self.table.setup.names, annotation.chances, strict=True)
            yield self.say(
                "replay.chances", chances=", ".join(f"{name} {decimal(chance, self.lang)} %" for name, chance in each)
            )

    def say(self, key: str, **params: object) -> str:
        """Return one of the terminal's sentences."""
        return say("tatze.terminal", self.lang, key, params)


def print_replay(viewer: ReplayViewer, console: Console) -> None:
    """Print the whole game as plain lines."""
    for remark in viewer.remarks(0):
        console.print(Text(f"    # {remark}"), soft_wrap=True)
    for step in range(1, viewer.steps + 1):
        console.print(Text(viewer.notation(step), style="bold"), soft_wrap=True)
        for sentence in viewer.sentences(step):
            console.print(Text(f"    {sentence}"), soft_wrap=True)
        for remark in viewer.remarks(step):
            console.print(Text(f"    # {remark}"), soft_wrap=True)


def watch_replay(viewer: ReplayViewer, console: Console, keyboard: Keyboard | None = None) -> None:
    """Show the game on the screen: Enter goes on, b goes back, a number goes to that step, q leaves."""
    screen = Screen(console, keyboard or TerminalKeyboard())
    step: int | None = 0
    with screen.opened():
        while step is not None:
            draw_step(viewer, screen, step)
            try:
                step = next_step(screen.ask(viewer.say("replay.prompt")).strip().lower(), step, viewer.steps)
            except EOFError:
                return


def next_step(typed: str, step: int, last: int) -> int | None:
    """Return the step to show after what somebody typed at a step; None to leave."""
    if typed == "q" or (not typed and step == last):
        return None
    if not typed:
        return step + 1
    if typed in ("b", "z"):
        return max(0, step - 1)
    return min(int(typed), last) if typed.isascii() and typed.isdigit() and len(typed) < 10 else step


def draw_step(viewer: ReplayViewer, screen: Screen, step: int) -> None:
    """Draw the table after a step, with the sentences of the last steps below it."""
    scene = viewer.scene(step, screen.width)
    title = Text.assemble((scene.say("title"), "bold"), f" · {step}/{viewer.steps}")
    table = Group(title, viewer.board.draw(scene))
    if not screen.fits(table, Text(""), MIN_LOG_LINES):
        table = Group(title, viewer.board.draw(viewer.scene(step, screen.width, brief=True)))
    recent = range(max(1, step - RECENT_STEPS + 1), step + 1)
    log = [(sentence, number == step) for number in recent for sentence in viewer.sentences(number)]
    last = Text(viewer.notation(step) if step else viewer.say("replay.start"), style="bold")
    screen.frame(table, log, Group(last, *[Text(remark) for remark in viewer.remarks(step)]))
