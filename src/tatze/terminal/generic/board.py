"""A table in words: a row for each seat, the rest of the view as an indented list, and the legal actions as written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tatze.core.game import Game
from tatze.core.layout import Event
from tatze.core.outline import PER_SEAT, Outline, entries, is_flat
from tatze.terminal.board import TURN_MARK, Bunch, Choice, Foresee, Scene
from tatze.terminal.generic import speech

IN_HEADER = ("seat", "players", "start", "turn", "actor", "phase")
"""Fields of a view that the rows of the seats or the frame of the screen show already."""


class GenericBoard:
    """The board of any game. It reads the data that the game's `show` makes of a view."""

    has_hands = False

    def corner(self, scene: Scene) -> str:
        phase: str = getattr(scene.game.show(scene.view), "phase", "")
        return scene.words.get(f"phase.{phase}", phase)

    def draw(self, scene: Scene) -> RenderableType:
        shown = dict(entries(scene.game.show(scene.view)))
        columns = {name: shown[name] for name in PER_SEAT if name in shown and all(map(is_flat, shown[name]))}
        rest = {name: value for name, value in shown.items() if name not in {*columns, *IN_HEADER}}
        return Group(seats(scene, columns), listing(scene, rest))

    def details(self, scene: Scene) -> RenderableType:
        title = Text(scene.say("details.title"), style="bold")
        return Group(title, listing(scene, scene.game.show(scene.view)))

    def question(self, scene: Scene) -> str:
        die = getattr(scene.game.show(scene.view), "die", None)
        return scene.say("ask.die", die=die) if isinstance(die, int) and die else scene.say("ask")

    def choices(self, scene: Scene, legal: Sequence[int], foresee: Foresee) -> list[Bunch]:
        label = Text(scene.say("list"), style="dim")
        return [Bunch(label, [choice(scene, action, foresee) for action in legal])]

    def first_number(self, scene: Scene) -> int:
        return first_number(scene.game)

    def read(self, scene: Scene, text: str) -> str:
        return text

    def write(self, scene: Scene, action: int) -> str:
        return scene.game.write(action)

    def sentences(self, scene: Scene, events: Sequence[Event]) -> list[str]:
        return [speech.sentence(scene, event) for event in events if speech.is_told(scene, event)]


def outline(scene: Scene) -> Outline:
    return Outline(scene.names, scene.words)


def seats(scene: Scene, columns: dict[str, Sequence[Any]]) -> RenderableType:
    """A row for each seat: whose turn it is, the name, and a column for each list that has one entry per seat."""
    write = outline(scene)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_row("", "", *(Text(write.label(name), style="dim") for name in columns))
    for seat in range(scene.view.players):
        bold = "bold" if seat in (scene.view.actor, scene.reader) else ""
        mark = Text(TURN_MARK if seat == scene.view.turn else " ", style="bold")
        values = (Text(write.inline(column[seat])) for column in columns.values())
        grid.add_row(mark, Text(scene.names[seat], style=bold), *values)
    return grid


def listing(scene: Scene, data: Any) -> RenderableType:
    """Plain data as a list of labels and values, nested data indented below its label."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    for line in outline(scene).lines(data):
        grid.add_row(Text("  " * line.depth + line.label, style="dim"), Text(line.value))
    return grid


def choice(scene: Scene, action: int, foresee: Foresee) -> Choice:
    """An action in its notation, and what it would publicly bring about."""
    write = outline(scene)
    told = [f"{write.label(name)} {write.inline(value)}" for name, value in foresee(action).items() if value]
    return Choice(action, Text(scene.game.write(action), style="bold"), ", ".join(told))


@cache
def first_number(game: Game[Any]) -> int:
    """The number of the first choice: 1, or the next ten plus one after numbers that are actions themselves."""
    texts = (game.write(action) for action in range(game.actions))
    highest = max((int(text) for text in texts if text.isdecimal()), default=-10)
    return (highest // 10 + 1) * 10 + 1
