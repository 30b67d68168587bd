"""A recorded game, decision by decision: on the screen with the table, or as plain lines where there is none."""

from __future__ import annotations

from typing import Any

from rich.console import Console, Group
from rich.text import Text

from tatze.core.layout import CHANCE
from tatze.core.table import Table
from tatze.core.words import say
from tatze.terminal.board import Scene, board_of
from tatze.terminal.keyboard import Keyboard, Person
from tatze.terminal.screen import Screen


class Replay:
    """One record being watched from one seat, or as everybody saw it."""

    def __init__(self, table: Table[Any], seat: int, lang: str) -> None:
        self.table = table
        self.seat = seat
        self.lang = lang
        self.board = board_of(table.game)
        self.events = table.events_for(seat)
        self.kept = table.log.kept
        """The versions of the entries that were not undone."""

    def scene(self, steps: int, width: int = 80, brief: bool = False) -> Scene:
        table = self.table
        view = table.game.view(table.state_after(steps), self.seat)
        return Scene(table.game, view, table.setup.names, self.lang, True, width, brief)

    def sentences(self, steps: int) -> list[str]:
        """What the action before this step brought about."""
        return self.board.sentences(self.scene(steps), self.events[self.kept[steps - 1]]) if steps else []

    def line(self, steps: int) -> str:
        """An action in its notation: "12. Mira: 7x3"."""
        entry = self.table.entries[self.kept[steps - 1]]
        chance = entry.actor == CHANCE
        who = say("tatze.terminal", self.lang, "dice", {}) if chance else self.table.setup.names[entry.actor]
        return f"{steps}. {who}: {self.table.game.write(entry.action)}"


def print_replay(replay: Replay, console: Console) -> None:
    """The whole game as plain lines."""
    for steps in range(1, len(replay.kept) + 1):
        console.print(Text(replay.line(steps), style="bold"), soft_wrap=True)
        for sentence in replay.sentences(steps):
            console.print(Text(f"    {sentence}"), soft_wrap=True)


def watch_replay(replay: Replay, console: Console, keyboard: Keyboard | None = None) -> None:
    """The game on the screen: Enter goes on, b back, a number there, q leaves."""
    screen = Screen(console, keyboard or Person())
    steps, last = 0, len(replay.kept)
    with screen.opened():
        while True:
            draw(replay, screen, steps)
            try:
                word = screen.ask(say("tatze.terminal", replay.lang, "replay.prompt", {})).strip().lower()
            except EOFError:
                return
            if word == "q" or (not word and steps == last):
                return
            if not word:
                steps += 1
            elif word in ("b", "z"):
                steps = max(0, steps - 1)
            elif word.isascii() and word.isdigit():
                steps = min(int(word), last)


def draw(replay: Replay, screen: Screen, steps: int) -> None:
    scene = replay.scene(steps, screen.width)
    title = Text.assemble((scene.say("title"), "bold"), f" · {steps}/{len(replay.kept)}")
    table = Group(title, replay.board.draw(scene))
    if not screen.fits(table, Text(""), 4):
        table = Group(title, replay.board.draw(replay.scene(steps, screen.width, brief=True)))
    early = max(0, steps - 8)
    log = [(line, step == steps) for step in range(early + 1, steps + 1) for line in replay.sentences(step)]
    last = replay.line(steps) if steps else say("tatze.terminal", replay.lang, "replay.start", {})
    screen.frame(table, log, Text(last, style="bold"))
