"""Reviews and puzzles as JSON, written and read back with the standard library alone."""

from __future__ import annotations

import json
from dataclasses import asdict, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from tatze.core.errors import RecordError
from tatze.core.text import shown
from tatze.review.results import GameReview

T = TypeVar("T")


def review_text(review: GameReview) -> str:
    """Return a review as JSON, every number as it is."""
    return json.dumps(asdict(review), ensure_ascii=False, separators=(",", ":"))


def read_review(text: str) -> GameReview:
    """Return the review of a JSON text; a RecordError says what is wrong with it."""
    try:
        data = json.loads(text)
    except (TypeError, ValueError) as error:
        raise RecordError(f"not a review: {error}") from None
    return read_data(GameReview, data)


def read_data(kind: type[T], data: Any) -> T:
    """Return a dataclass made of plain data; a RecordError names the field that does not fit."""
    found: T = _read(kind, data, kind.__name__)
    return found


def _read(kind: Any, data: Any, where: str) -> Any:
    """Return plain data as a value of this type."""
    if is_dataclass(kind):
        return _read_fields(kind, data, where)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is tuple and isinstance(data, list):
        return tuple(_read(arguments[0], one, where) for one in data)
    if origin is dict and isinstance(data, dict):
        return {_read(arguments[0], key, where): _read(arguments[1], one, where) for key, one in data.items()}
    if origin is Literal and data in arguments:
        return data
    if origin is UnionType and any(_fits(one, data) for one in arguments):
        return data
    if origin is None and _fits(kind, data):
        return float(data) if kind is float else data
    raise RecordError(f"{where} cannot be {shown(repr(data))}")


def _fits(kind: Any, data: Any) -> bool:
    """Return whether plain data is a value of a simple type."""
    if kind is float:
        return isinstance(data, int | float) and not isinstance(data, bool)
    return type(data) is kind or (kind is NoneType and data is None)


def _read_fields(kind: Any, data: Any, where: str) -> Any:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    if not isinstance(data, dict) or sorted(data) != sorted(names):
        raise RecordError(f"{where} has the fields {', '.join(names)}")
    return kind(**{name: _read(hints[name], data[name], f"{where}.{name}") for name in names})
