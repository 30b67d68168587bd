"""The generic format of positions: a section for every field of the layout that is not zero, such as hand=0,2/1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tatze.core.layout import Int, Layout
from tatze.core.layout.objects import field_text
from tatze.core.position_format import PositionFormat, Sections, read_whole_number
from tatze.core.text import shown

FRAME = ("players", "viewer")
"""Fields that positions say in sections of their own."""


def layout_positions(layout: Layout[Any]) -> PositionFormat:
    """Return the format of positions that has every field of a layout."""
    return PositionFormat(
        write=partial(_write, layout), read=partial(_read, layout), options=_no_options, players=_players
    )


def _no_options(s: Any) -> Mapping[str, object]:  # noqa: ARG001  # the signature of PositionFormat.options
    return {}


def _players(sections: Sections) -> int:
    return read_whole_number(sections.need("players"), 1, 6, "players")


def _write(layout: Layout[Any], s: Any) -> Sequence[str]:
    found = {name: field_text(getattr(s, name), width) for name, width in layout.fields.items() if name not in FRAME}
    return [f"players {s.players}", *(f"{name}={text}" for name, text in found.items() if text)]


def _read(layout: Layout[Any], s: Any, sections: Sections) -> None:
    for name, width in layout.fields.items():
        if name not in FRAME:
            setattr(s, name, _value(sections.take(name) or "", width, name))


def _value(text: str, width: Int, name: str) -> Any:
    if not width.shape:
        return read_whole_number(text or "0", *width.limits, name)
    length = width.shape[0]
    if len(width.shape) == 1:
        items = [read_whole_number(word or "0", *width.limits, name) for word in text.split(",")] if text else []
        _check_length(items, length, name, text)
        return items + [0] * (length - len(items))
    inner = Int(width.bits, width.shape[1:])
    rows = [_value(row, inner, name) for row in text.split("/")] if text else []
    _check_length(rows, length, name, text)
    return rows + [_value("", inner, name) for _ in range(length - len(rows))]


def _check_length(items: Sequence[Any], length: int, name: str, text: str) -> None:
    if len(items) > length:
        raise ValueError(f"{name}: at most {length} numbers or rows, not {len(items)}: {shown(text)}")
