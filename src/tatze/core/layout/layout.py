"""The layout of a state: the order of its fields, and how states are made, copied and packed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from tatze.core.errors import TatzeError
from tatze.core.layout.checked import checked_class, checked_zeros
from tatze.core.layout.fields import Int, State
from tatze.core.layout.objects import layout_of, register_layout, state_methods
from tatze.core.layout.plain import plain_class, plain_zeros
from tatze.core.text import shown

S = TypeVar("S", bound=State)


class Layout(Generic[S]):
    """The fields of one declared state, in order, and the ways to make, copy, compare and pack such states."""

    def __init__(self, declared: type[S]) -> None:
        hints = get_type_hints(declared, include_extras=True)
        self.declared = declared
        self.fields: dict[str, Int] = {
            name: get_args(hint)[1] for name, hint in hints.items() if get_origin(hint) is Annotated
        }
        self._scalars, self._rows, self._grids = (
            [name for name, width in self.fields.items() if len(width.shape) == depth] for depth in range(3)
        )
        self._plain = plain_class(declared, self.fields, state_methods(self))
        self._checked = checked_class(declared, self.fields)
        register_layout(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """The pickled form of a layout is the class that declares it."""
        return layout_of, (self.declared,)

    def new(self) -> S:
        """Return a state of zeros in the plain form."""
        return self._empty(self._plain, plain_zeros)

    def checked(self) -> S:
        """Return a state of zeros in the checked form."""
        return self._empty(self._checked, checked_zeros)

    def copy(self, s: S) -> S:
        """Return an independent copy in the plain form, without the events."""
        twin = self._plain()
        twin.events = []
        for name in self._scalars:
            setattr(twin, name, getattr(s, name))
        for name in self._rows:
            setattr(twin, name, list(getattr(s, name)))
        for name in self._grids:
            setattr(twin, name, [list(row) for row in getattr(s, name)])
        return twin

    def values(self, s: S) -> Iterator[int]:
        """Yield all integers of the state, in the order of the layout."""
        for name, width in self.fields.items():
            yield from _flat(getattr(s, name), len(width.shape))

    def pack(self, s: S) -> bytes:
        """Return the state as bytes: equal states give equal bytes."""
        if not hasattr(s, "viewer"):
            raise TatzeError(f"s is a state of this game, not {shown(repr(s))}")
        return b"".join(
            value.to_bytes(width.bits // 8, "little", signed=True)
            for name, width in self.fields.items()
            for value in _flat(getattr(s, name), len(width.shape))
        )

    def unpack(self, data: bytes) -> S:
        """Return the state that `pack` made these bytes of."""
        size = sum(width.bits // 8 * prod(width.shape) for width in self.fields.values())
        given: Any = data
        if not isinstance(given, bytes) or len(given) != size:
            found = len(given) if isinstance(given, bytes) else shown(repr(given))
            raise TatzeError(f"data is a packed state of this game, which has {size} bytes, not {found}")
        s = self.new()
        start = 0
        for name, width in self.fields.items():
            end = start + width.bits // 8 * prod(width.shape)
            setattr(s, name, _unpack_field(data[start:end], width))
            start = end
        return s

    def _empty(self, form: type[S], zeros: Callable[[Int], Any]) -> S:
        s = form()
        s.events = []
        for name, width in self.fields.items():
            setattr(s, name, zeros(width))
        return s


def _flat(value: Any, depth: int) -> list[int]:
    if depth == 0:
        return [value]
    if depth == 1:
        return list(value)
    return [number for row in value for number in row]


def _unpack_field(data: bytes, width: Int) -> Any:
    step = width.bits // 8
    ints = [int.from_bytes(data[i : i + step], "little", signed=True) for i in range(0, len(data), step)]
    if not width.shape:
        return ints[0]
    if len(width.shape) == 1:
        return ints
    return [ints[i : i + width.shape[1]] for i in range(0, len(ints), width.shape[1])]
