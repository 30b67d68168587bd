"""Drawing the choices: numbered, in rows where there are many, each on a line of its own where there are few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tatze.terminal.board import Bunch, Choice
from tatze.terminal.packing import flow, pack

ChoiceRow = tuple[Text, list[tuple[int, Choice]]]
"""A label and the numbered choices beside it."""
ARROW = "→"


def numbered(bunches: Sequence[Bunch], first: int) -> dict[int, int]:
    """Return the action behind each number, counted from `first`."""
    actions = (choice.action for bunch in bunches for choice in bunch.choices)
    return dict(enumerate(actions, first))


def draw_choices(bunches: Sequence[Bunch], first: int, width: int, scarce: int = 0) -> RenderableType:
    """Draw all choices. If lines are scarce (1) and it saves lines, numbers are left out and equal effects are said
    once; if lines are very scarce (2), choices without an effect of their own are left out too."""
    rows = list(_rows(bunches, first))
    if any(choice.about for _, row in rows for _, choice in row):
        return _lines(rows)
    indent = max((cell_len(label.plain) for label, _ in rows), default=0) + 1
    drawn = [
        flow([pack(label, pieces(row), indent, width) for label, row in rows], width)
        for pieces in (_numbered, _together, _telling)[: scarce + 1]
    ]
    return min(drawn, key=lambda text: text.plain.count("\n"))


def _rows(bunches: Sequence[Bunch], first: int) -> Iterator[ChoiceRow]:
    for bunch in bunches:
        yield bunch.label, list(enumerate(bunch.choices, first))
        first += len(bunch.choices)


def _numbered(row: Sequence[tuple[int, Choice]]) -> list[Text]:
    return [Text.assemble((f"{number}) ", "dim"), choice.text, (_effect(choice), "bold")) for number, choice in row]


def _together(row: Sequence[tuple[int, Choice]]) -> list[Text]:
    """Draw a row without numbers; neighbours with the same effect share it."""
    pieces = []
    for effect, some in groupby((choice for _, choice in row), key=_effect):
        texts = [choice.text for choice in some]
        pieces += [Text.assemble(Text(", ").join(texts), (effect, "bold"))] if effect else texts
    return pieces


def _telling(row: Sequence[tuple[int, Choice]]) -> list[Text]:
    """Draw only the first choice of neighbours with the same effect; dots stand for the rest."""
    runs = [next(some) for effect, some in groupby(row, key=lambda numbered: numbered[1].effect) if effect]
    telling = runs or row[:1]
    return _together(telling) + [Text("…", style="dim")] * (len(telling) < len(row))


def _effect(choice: Choice) -> str:
    return f" {ARROW} {choice.effect}" if choice.effect else ""


def _lines(rows: Sequence[ChoiceRow]) -> RenderableType:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for _, row in rows:
        for number, choice in row:
            about = Text.assemble(choice.about, (_effect(choice), "bold"))
            grid.add_row(Text(f"{number})", style="dim"), choice.text, about)
    return grid
