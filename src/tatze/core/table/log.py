"""The log of a table: every action, roll and undo, and which of them were not undone."""

from __future__ import annotations

from dataclasses import dataclass, field

from tatze.core.events import NamedEvent
from tatze.core.layout import CHANCE


@dataclass(frozen=True, slots=True)
class Entry:
    """One action, roll or undo."""

    actor: int
    """The seat that acted or asked for the undo; CHANCE for a roll."""
    action: int
    """The id of the action, or minus the number of actions that were undone."""
    turn: int
    """The seat whose turn it was before this entry."""


@dataclass(slots=True)
class Log:
    """The entries of a table and their events. The version of an entry is its index in the log."""

    entries: list[Entry] = field(default_factory=list)
    events: list[tuple[NamedEvent, ...]] = field(default_factory=list)
    """The events of each entry; an undo has none."""
    kept: list[int] = field(default_factory=list)
    """The versions of the actions and rolls that were not undone, ascending."""
    rolls: int = 0
    """The number of rolls that were not undone."""

    def add(self, entry: Entry, events: tuple[NamedEvent, ...]) -> None:
        """Append an action or a roll and what it brought about."""
        self.kept.append(len(self.entries))
        self.entries.append(entry)
        self.events.append(events)
        self.rolls += entry.actor == CHANCE

    def add_undo(self, seat: int, actions: int, turn: int) -> None:
        """Append an undo of the last actions that were not undone yet, rolls counted."""
        self.rolls -= sum(self.entries[version].actor == CHANCE for version in self.kept[-actions:])
        del self.kept[-actions:]
        self.entries.append(Entry(seat, -actions, turn))
        self.events.append(())

    def copy(self) -> Log:
        """Return an independent log with the same entries."""
        return Log(list(self.entries), list(self.events), list(self.kept), self.rolls)
