"""What makes plain states good Python objects: they can be compared, hashed, copied, pickled and printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tatze.core.layout.fields import Event, Int, State

if TYPE_CHECKING:
    from tatze.core.layout.layout import Layout

_LAYOUTS: dict[type[State], Layout[Any]] = {}
"""The layout of each declared state, for states that are unpickled."""


def register_layout(layout: Layout[Any]) -> None:
    """Note a layout, so that its states and itself can be unpickled."""
    _LAYOUTS.setdefault(layout.declared, layout)


def layout_of(declared: type[State]) -> Layout[Any]:
    """Return the layout of a declared state."""
    return _LAYOUTS[declared]


def state_methods(layout: Layout[Any]) -> dict[str, Callable[..., Any]]:
    """Return the methods of the plain states of a layout. Events are not part of a position: they are not compared."""

    def equal(s: Any, other: object) -> Any:
        if type(other) is not type(s):
            return NotImplemented
        return all(getattr(s, name) == getattr(other, name) for name in layout.fields)

    def hashed(s: Any) -> int:
        """Return a hash of the numbers of the state; whoever uses a state as a key must not change it."""
        return hash(layout.pack(s))

    def copied(s: Any, memo: object = None) -> Any:  # noqa: ARG001  # the signature of __deepcopy__
        twin = layout.copy(s)
        twin.events = list(s.events)
        return twin

    def reduced(s: Any) -> tuple[Any, ...]:
        return _restore, (layout.declared, layout.pack(s), tuple(s.events))

    def shown(s: Any) -> str:
        texts = {name: field_text(getattr(s, name), width) for name, width in layout.fields.items()}
        return f"{layout.declared.__name__}({', '.join(f'{name}={text}' for name, text in texts.items() if text)})"

    return {
        "__eq__": equal,
        "__hash__": hashed,
        "__copy__": copied,
        "__deepcopy__": copied,
        "__reduce__": reduced,
        "__repr__": shown,
    }


def _restore(declared: type[State], data: bytes, events: tuple[Event, ...]) -> Any:
    s = layout_of(declared).unpack(data)
    s.events = list(events)
    return s


def field_text(value: Any, width: Int) -> str:
    """Return the numbers of a field, without the zeros at its end; empty if there are only zeros. A row is written
    1,2,3, and rows of a grid are separated by slashes."""
    if not width.shape:
        return str(value) if value else ""
    if len(width.shape) == 1:
        return ",".join(map(str, _trimmed(value, 0)))
    return "/".join(_trimmed([field_text(row, Int(width.bits, width.shape[1:])) for row in value], ""))


def _trimmed(items: Any, nothing: object) -> list[Any]:
    kept = list(items)
    while kept and kept[-1] == nothing:
        kept.pop()
    return kept
