"""Pieces of text in lines that break only between two of them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

GAP = 2


def pack(label: Text, pieces: Sequence[Text], indent: int, width: int, gap: int = GAP) -> Text:
    """A label and the pieces beside it, on as many lines as they need."""
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
    """Blocks one after the other, two on a line where that saves lines."""
    if len(blocks) < 4:
        return Text("\n").join(blocks)
    splits = sorted(range(width // 4, width * 3 // 4), key=lambda split: abs(split - width // 2))
    shortest: list[Text] = min((_split(blocks, split, width) for split in splits), key=len)
    return Text("\n").join(shortest)


def _split(blocks: Sequence[Text], split: int, width: int) -> list[Text]:
    """The lines when the second column begins at `split`."""
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
