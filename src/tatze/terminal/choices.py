"""The choices as they are drawn: numbered, in rows where there are many, on lines of their own where there are few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tatze.terminal.board import Bunch, Choice
from tatze.terminal.packing import flow, pack

Row = tuple[Text, list[tuple[int, Choice]]]
"""A label and the numbered choices beside it."""
ARROW = "→"


def numbered(bunches: Sequence[Bunch], first: int) -> dict[int, int]:
    """The action behind each number."""
    actions = (choice.action for bunch in bunches for choice in bunch.choices)
    return dict(enumerate(actions, first))


def draw_choices(bunches: Sequence[Bunch], first: int, width: int, brief: bool = False) -> RenderableType:
    """All choices; `brief`, for when lines are scarce, leaves the numbers out and says equal effects once."""
    rows = list(_rows(bunches, first))
    if any(choice.about for _, row in rows for _, choice in row):
        return _lines(rows)
    indent = max((cell_len(label.plain) for label, _ in rows), default=0) + 1
    cells = [(label, _pieces(row, brief)) for label, row in rows]
    return flow([pack(label, pieces, indent, width) for label, pieces in cells], width)


def _rows(bunches: Sequence[Bunch], first: int) -> Iterator[Row]:
    for bunch in bunches:
        yield bunch.label, list(enumerate(bunch.choices, first))
        first += len(bunch.choices)


def _pieces(row: Sequence[tuple[int, Choice]], brief: bool) -> list[Text]:
    if not brief:
        return [Text.assemble((f"{number}) ", "dim"), choice.text, (_effect(choice), "bold")) for number, choice in row]
    same = groupby((choice for _, choice in row), key=_effect)
    return [
        Text.assemble(Text(", ").join(choice.text for choice in some), (effect, "bold"))
        for effect, together in same
        for some in ([[choice] for choice in together] if not effect else [list(together)])
    ]


def _effect(choice: Choice) -> str:
    return f" {ARROW} {choice.effect}" if choice.effect else ""


def _lines(rows: Sequence[Row]) -> RenderableType:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for _, row in rows:
        for number, choice in row:
            about = Text.assemble(choice.about, (_effect(choice), "bold"))
            grid.add_row(Text(f"{number})", style="dim"), choice.text, about)
    return grid
