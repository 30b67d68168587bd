"""A game's state is declared once, as annotations; every form of it is made from that declaration.

    class State(core.State):
        hand: Annotated[Grid, Int(8, (5, 15))]

The *plain* form is an object of ints and lists. The *checked* form, for tests, is the same object that refuses
negative indices and values that do not fit their width: the compiled forms would take both without a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    Generic,
    SupportsIndex,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

Row = list[int]
Grid = list[list[int]]
Event = tuple[int, int, int, int, int, int]
"""What happened: a kind and five numbers whose meaning the game declares for that kind."""

CHANCE = -1
"""The actor when the dice decide."""
NOBODY = -2
"""The actor when the game is over."""
EVERYONE = -1
"""The viewer of what the whole table, spectators included, may see."""
OMNISCIENT = -2
"""The viewer of a state in which nothing is hidden."""


@dataclass(frozen=True, slots=True)
class Int:
    """The width in bits of a field's integers, and the shape when it is a row or a grid of them."""

    bits: int
    shape: tuple[int, ...] = ()

    @property
    def limits(self) -> tuple[int, int]:
        return -(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1


class State:
    """The fields that every game has. A game's own state adds to them.

    Such a class is a declaration: `Layout` makes the real states from it."""

    events: list[Event]
    """Notes of what happened since somebody last emptied the list. Outside the layout: only the plain forms keep it."""

    players: Annotated[int, Int(8)]
    start: Annotated[int, Int(8)]
    """The seat that begins."""
    turn: Annotated[int, Int(8)]
    """Whose turn it is."""
    actor: Annotated[int, Int(8)]
    """Who decides now: a seat, CHANCE or NOBODY."""
    phase: Annotated[int, Int(8)]
    """Which kind of decision that is."""
    reason: Annotated[int, Int(8)]
    """Why the game ended; 0 while it runs."""
    viewer: Annotated[int, Int(8)]
    """Whose view this is: a seat, EVERYONE or OMNISCIENT."""


def note(s: State, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Say what happened. The compiled forms replace this by nothing."""
    s.events.append((kind, a, b, c, d, e))


def clear(row: Row, n: int) -> None:
    """Write zeros over the first n numbers of a row. Compiled for the CPU it is one sweep of the memory."""
    for i in range(n):
        row[i] = 0


S = TypeVar("S", bound=State)


class Layout(Generic[S]):
    """The fields of one declared state, in order, and the ways to make, copy, compare and pack it."""

    def __init__(self, declared: type[S]) -> None:
        hints = get_type_hints(declared, include_extras=True)
        self.declared = declared
        self.fields: dict[str, Int] = {
            name: get_args(hint)[1] for name, hint in hints.items() if get_origin(hint) is Annotated
        }
        self._plain = _plain_class(declared, self.fields)
        self._checked = _checked_class(declared, self.fields)

    def new(self) -> S:
        """A state of zeros in the plain form."""
        return self._empty(self._plain, _zeros)

    def checked(self) -> S:
        """A state of zeros in the checked form."""
        return self._empty(self._checked, _checked_zeros)

    def copy(self, s: S) -> S:
        """An independent copy, in the plain form, without the events."""
        twin = self._plain()
        twin.events = []
        for name, width in self.fields.items():
            value = getattr(s, name)
            if len(width.shape) == 1:
                value = list(value)
            elif len(width.shape) == 2:
                value = [list(row) for row in value]
            setattr(twin, name, value)
        return twin

    def values(self, s: S) -> Iterator[int]:
        """All integers of the state, in the order of the layout."""
        for name, width in self.fields.items():
            yield from _flat(getattr(s, name), len(width.shape))

    def pack(self, s: S) -> bytes:
        """The state as bytes: equal states give equal bytes."""
        return b"".join(
            value.to_bytes(width.bits // 8, "little", signed=True)
            for name, width in self.fields.items()
            for value in _flat(getattr(s, name), len(width.shape))
        )

    def unpack(self, data: bytes) -> S:
        """The state that `pack` made these bytes of."""
        s = self.new()
        place = 0
        for name, width in self.fields.items():
            step = width.bits // 8
            count = 1
            for length in width.shape:
                count *= length
            piece = data[place : place + step * count]
            ints = [int.from_bytes(piece[i : i + step], "little", signed=True) for i in range(0, len(piece), step)]
            if len(ints) != count:
                raise ValueError(f"a packed state of this game has more than {len(data)} bytes")
            setattr(s, name, _shaped(ints, width.shape))
            place += step * count
        if place != len(data):
            raise ValueError(f"a packed state of this game has {place} bytes, not {len(data)}")
        return s

    def _empty(self, form: type[S], zeros: Any) -> S:
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


def _shaped(ints: list[int], shape: tuple[int, ...]) -> Any:
    if not shape:
        return ints[0]
    if len(shape) == 1:
        return ints
    return [ints[i : i + shape[1]] for i in range(0, len(ints), shape[1])]


def _zeros(width: Int) -> Any:
    if not width.shape:
        return 0
    if len(width.shape) == 1:
        return [0] * width.shape[0]
    rows, columns = width.shape
    return [[0] * columns for _ in range(rows)]


def _plain_class(declared: type[S], fields: dict[str, Int]) -> type[S]:
    body = {"__slots__": ("events", *fields), "__doc__": declared.__doc__, "__module__": declared.__module__}
    return cast("type[S]", type(declared.__name__, (), body))


class _CheckedRow(list[int]):
    """A row that refuses what the compiled forms would do silently wrong."""

    def __init__(self, values: Iterable[int], width: Int) -> None:
        super().__init__(values)
        self.low, self.high = width.limits

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> int | list[int]:
        _refuse_negative(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        _refuse_negative(index)
        if not self.low <= value <= self.high:
            raise OverflowError(f"{value} does not fit {self.low}..{self.high}")
        super().__setitem__(index, value)


class _CheckedGrid(list[list[int]]):
    @overload
    def __getitem__(self, index: SupportsIndex) -> list[int]: ...
    @overload
    def __getitem__(self, index: slice) -> list[list[int]]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        _refuse_negative(index)
        return super().__getitem__(index)


def _refuse_negative(index: Any) -> None:
    if not isinstance(index, slice) and index < 0:
        raise IndexError(f"negative index {index}")


def _checked_zeros(width: Int) -> Any:
    if not width.shape:
        return 0
    if len(width.shape) == 1:
        return _CheckedRow([0] * width.shape[0], width)
    rows, columns = width.shape
    return _CheckedGrid(_CheckedRow([0] * columns, width) for _ in range(rows))


def _checked_class(declared: type[S], fields: dict[str, Int]) -> type[S]:
    body: dict[str, Any] = {"__slots__": ("events", *(f"_{name}" for name in fields))}
    for name, width in fields.items():
        body[name] = _checked_field(name, width)
    return cast("type[S]", type(f"Checked{declared.__name__}", (), body))


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
