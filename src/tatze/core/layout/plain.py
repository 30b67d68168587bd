"""The plain form of a state: an object of ints and lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from tatze.core.layout.fields import Int, State

S = TypeVar("S", bound=State)


def plain_class(declared: type[S], fields: Mapping[str, Int], methods: Mapping[str, Any]) -> type[S]:
    """Make the class of the plain states of a declaration, with these methods."""
    about = {"__slots__": ("events", *fields), "__doc__": declared.__doc__, "__module__": declared.__module__}
    body = {**about, **methods}
    return cast("type[S]", type(declared.__name__, (), body))


def plain_zeros(width: Int) -> Any:
    """Return the zero, the row or the grid of zeros of one field."""
    if not width.shape:
        return 0
    if len(width.shape) == 1:
        return [0] * width.shape[0]
    rows, columns = width.shape
    return [[0] * columns for _ in range(rows)]
