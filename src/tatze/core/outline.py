"""Plain data as labelled lines: how a view is put into words where its game draws no table of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

SEATS = ("seat", "turn", "actor", "start", "owner", "other")
"""Fields whose number is a seat."""
PER_SEAT = ("scores", "hands", "seats")
"""Fields whose list has one entry for each seat, in the order of the seats."""


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """One line of an outline. A line without a value is the heading of the deeper lines below it."""

    depth: int
    label: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """Turns plain data into lines, with the seats' names and the words of one language."""

    names: Sequence[str]
    words: Mapping[str, str]
    """Templates by key: `view.FIELD` is the label of a field, `view.none`, `view.yes` and `view.no` are values."""

    def lines(self, data: Any, depth: int = 0) -> Iterator[OutlineLine]:
        """The lines of a mapping or a dataclass, one for each entry and more for nested entries."""
        for name, value in entries(data):
            if name in PER_SEAT and isinstance(value, Sequence):
                named = dict(zip(self.names, value, strict=False))
                yield from self._entry(depth, self.label(name), named)
            elif name in SEATS and isinstance(value, int):
                yield OutlineLine(depth, self.label(name), self.names[value])
            else:
                yield from self._entry(depth, self.label(name), value)

    def label(self, name: str) -> str:
        """The label of a field: its word, or its name."""
        return self.words.get(f"view.{name}", name.replace("_", " "))

    def _entry(self, depth: int, label: str, value: Any) -> Iterator[OutlineLine]:
        if is_flat(value):
            yield OutlineLine(depth, label, self.inline(value))
            return
        yield OutlineLine(depth, label)
        if isinstance(value, Sequence):
            value = {str(number): item for number, item in enumerate(value, 1)}
        yield from self.lines(value, depth + 1)

    def inline(self, value: Any) -> str:
        """A value without nested data, on one line."""
        if value is None or value == "":
            return self.words["view.none"]
        if isinstance(value, bool):
            return self.words["view.yes" if value else "view.no"]
        if isinstance(value, str | int | float):
            return str(value)
        if isinstance(value, Sequence):
            return " ".join(map(self.inline, value)) or self.words["view.none"]
        parts = [f"{self.label(name)} {self.inline(item)}" for name, item in entries(value)]
        return ", ".join(parts) or self.words["view.none"]


def entries(data: Any) -> list[tuple[str, Any]]:
    """The names and values of a mapping or of a dataclass."""
    if is_dataclass(data):
        return [(field.name, getattr(data, field.name)) for field in fields(data)]
    return [(str(name), value) for name, value in data.items()]


def is_flat(value: Any) -> bool:
    """Whether a value fits on one line: a scalar, or a collection of scalars."""
    if is_dataclass(value) or isinstance(value, Mapping):
        return all(_is_scalar(item) for _, item in entries(value))
    return _is_scalar(value) or all(_is_scalar(item) for item in value)


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)
