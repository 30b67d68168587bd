"""Events with names: what happened, as a tuple of numbers that can be read by the names that the game gives them."""

from __future__ import annotations

from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from tatze.core.layout import Event

if TYPE_CHECKING:
    from tatze.core.game import EventKind


class NamedEvent(Event):
    """An event: the number of its kind and five numbers. Each kind has a class, in which the numbers have names:
    `event.seat`, `event.card`; a number that is not named is 0."""

    __slots__ = ()

    kind: ClassVar[EventKind]
    """The kind of event: its name and the names of its numbers."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...

    @property
    def name(self) -> str:
        """The name of the kind, such as "played"."""
        return self.kind.name

    def _asdict(self) -> dict[str, int]:
        """Return the named numbers."""
        return dict(zip(self.kind.fields, self[1:], strict=False))

    def __repr__(self) -> str:
        return f"{self.kind.name}({', '.join(f'{name}={value}' for name, value in self._asdict().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return named_event, (self.kind, tuple(self))


def named_event(kind: EventKind, event: Event) -> NamedEvent:
    """Return an event of a kind with its names."""
    return event_class(kind)(event)


@cache
def event_class(kind: EventKind) -> type[NamedEvent]:
    """Return the class of the events of a kind."""
    numbers = {name: property(itemgetter(place)) for place, name in enumerate(kind.fields, 1)}
    return type(kind.name, (NamedEvent,), {"__slots__": (), "kind": kind, **numbers})
