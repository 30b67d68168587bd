"""The log of a table: what counts and what was undone."""

from __future__ import annotations

from tatze.core.events import named_event
from tatze.core.game import EventKind
from tatze.core.layout import CHANCE
from tatze.core.table.log import Entry, Log


def log_of(*actors: int) -> Log:
    log = Log()
    for action, actor in enumerate(actors):
        log.add(Entry(actor, action, turn=0), (named_event(EventKind("acted", ()), (action, 0, 0, 0, 0, 0)),))
    return log


def test_an_undo_leaves_the_entries_and_takes_their_versions_and_rolls_away() -> None:
    log = log_of(0, CHANCE, 1, CHANCE)
    assert (log.kept, log.rolls) == ([0, 1, 2, 3], 2)
    log.add_undo(1, 2, turn=0)
    assert (log.kept, log.rolls) == ([0, 1], 1)
    assert log.entries[-1] == Entry(1, -2, turn=0)
    assert log.events[-1] == ()
    log.add(Entry(1, 7, turn=0), ())
    assert log.kept == [0, 1, 5]
    log.add_undo(1, 2, turn=0)
    assert (log.kept, log.rolls) == ([0], 0)


def test_a_copy_goes_its_own_way() -> None:
    log = log_of(0, 1, CHANCE)
    twin = log.copy()
    twin.add_undo(0, 3, turn=0)
    assert (log.kept, log.rolls, len(log.entries), len(log.events)) == ([0, 1, 2], 1, 3, 3)
