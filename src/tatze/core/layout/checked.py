"""The checked form of a state, for tests: it refuses what the compiled forms would do silently wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, SupportsIndex, TypeVar, cast, overload

from tatze.core.layout.fields import Int, State

S = TypeVar("S", bound=State)


def checked_class(declared: type[S], fields: Mapping[str, Int]) -> type[S]:
    """Make the class of the checked states of a declaration."""
    body: dict[str, Any] = {"__slots__": ("events", *(f"_{name}" for name in fields))}
    for name, width in fields.items():
        body[name] = _checked_field(name, width)
    return cast("type[S]", type(f"Checked{declared.__name__}", (), body))


def checked_zeros(width: Int) -> Any:
    """Return the zero, the checked row or the checked grid of zeros of one field."""
    if not width.shape:
        return 0
    if len(width.shape) == 1:
        return _CheckedRow([0] * width.shape[0], width)
    rows, columns = width.shape
    return _CheckedGrid(_CheckedRow([0] * columns, width) for _ in range(rows))


def _checked_field(name: str, width: Int) -> property:
    hidden = f"_{name}"
    low, high = width.limits

    def read(s: Any) -> Any:
        return getattr(s, hidden)

    def write(s: Any, value: Any) -> None:
        if not width.shape and not low <= value <= high:
            raise OverflowError(f"{name} = {value} does not fit {low}..{high}")
        setattr(s, hidden, value)

    return property(read, write)


class _CheckedRow(list[int]):
    """A row that refuses negative indices and integers that do not fit its width."""

    def __init__(self, values: Iterable[int], width: Int) -> None:
        super().__init__(values)
        self.low, self.high = width.limits

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> int | list[int]:
        _refuse_outside(index, len(self))
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        _refuse_outside(index, len(self))
        if isinstance(index, slice) and len(value) != len(_places(index, len(self))):
            raise IndexError(f"{len(value)} numbers for {len(_places(index, len(self)))} places")
        for one in value if isinstance(index, slice) else (value,):
            if not self.low <= one <= self.high:
                raise OverflowError(f"{one} does not fit {self.low}..{self.high}")
        super().__setitem__(index, value)


class _CheckedGrid(list[list[int]]):
    """A grid that refuses negative indices."""

    @overload
    def __getitem__(self, index: SupportsIndex) -> list[int]: ...
    @overload
    def __getitem__(self, index: slice) -> list[list[int]]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        _refuse_outside(index, len(self))
        return super().__getitem__(index)


def _refuse_outside(index: Any, length: int) -> None:
    """Refuse negative indices, and slices that reach beyond the end, where a list would take less or grow."""
    if not isinstance(index, slice):
        if index < 0:
            raise IndexError(f"negative index {index}")
    elif (places := _places(index, length)) and not 0 <= places[0] <= places[-1] < length:
        raise IndexError(f"the places {places[0]} to {places[-1]} of {length}")


def _places(index: slice, length: int) -> range:
    """Return the places that a slice names, also those that are not there."""
    return range(index.start or 0, length if index.stop is None else index.stop, index.step or 1)
