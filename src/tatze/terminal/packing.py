"""Pieces of text on lines that are broken only between two pieces."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

GAP = 2
"""The number of columns between two pieces."""


def pack(label: Text, pieces: Sequence[Text], indent: int, width: int, gap: int = GAP) -> Text:
    """Return a label and the pieces beside it, `indent` columns from the left, on as many lines as they need."""
    block = Text.assemble(label, " " * max(indent - cell_len(label.plain), 0))
    used = indent
    for piece in pieces:
        size = cell_len(piece.plain)
        if used > indent and used + gap + size > width:
            block.append("\n" + " " * indent)
            used = indent
        elif used > indent:
            block.append(" " * gap)
            used += gap
        block.append_text(piece)
        used += size
    return block


def flow(blocks: Sequence[Text], width: int) -> Text:
    """Return the blocks one below the other, two beside each other where that saves lines."""
    if len(blocks) < 4:
        return Text("\n").join(blocks)
    splits = sorted(range(width // 4, width * 3 // 4), key=lambda split: abs(split - width // 2))
    shortest: list[Text] = min((_split(blocks, split, width) for split in splits), key=len)
    return Text("\n").join(shortest)


def _split(blocks: Sequence[Text], split: int, width: int) -> list[Text]:
    """Return the lines if the second of two blocks on a line begins at the column `split`."""
    lines: list[Text] = []
    waiting = False
    for block in blocks:
        if waiting and cell_len(block.plain) <= width - split:
            lines[-1] = Text.assemble(lines[-1], " " * (split - cell_len(lines[-1].plain)), block)
            waiting = False
        else:
            lines.append(block)
            waiting = cell_len(block.plain) <= split - 2 * GAP and "\n" not in block.plain
    return lines
