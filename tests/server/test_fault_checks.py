"""The checker of the fault bench finds the promises that a server could break."""

from __future__ import annotations

from typing import Any

import pytest

from bench.fault_checks import BrokenPromise, watch
from tatze.games import game_named
from tatze.wire import Cause, Happened, LogEntry, Moment, Own


class FakeSeat:
    """A client's seat that takes everything."""

    def __init__(self) -> None:
        self.log: list[LogEntry] = []

    def _store(self, moment: Moment, entries: list[LogEntry]) -> None:
        self.log += entries


class FakeCrew:
    """A table of two."""

    game = "linko"

    def __init__(self) -> None:
        self.players = [type("FakePlayer", (), {"seat": FakeSeat()})() for _ in range(2)]


def moment(version: int, action: str, events: list[Happened], own: Own | None = None) -> Moment:
    return Moment(version, Cause("action", 0, action), None, events, None, None, None, own)


@pytest.fixture
def seats() -> list[Any]:
    crew: Any = FakeCrew()
    watch(crew)
    return [player.seat for player in crew.players]


def test_two_truths_for_one_version_are_found(seats: list[Any]) -> None:
    first, other = moment(0, "7x2", []), moment(0, "8x1", [])
    seats[0]._store(first, [LogEntry(0, first.by, [])])
    with pytest.raises(BrokenPromise, match="two truths"):
        seats[1]._store(other, [LogEntry(0, other.by, [])])


def test_a_log_that_says_something_else_later_is_found(seats: list[Any]) -> None:
    first, second = moment(0, "7x2", []), moment(1, "8x1", [])
    seats[0]._store(first, [LogEntry(0, first.by, [])])
    with pytest.raises(BrokenPromise, match="two truths"):
        seats[0]._store(second, [LogEntry(0, second.by, [])])


def test_the_own_part_of_another_seat_is_found(seats: list[Any]) -> None:
    with pytest.raises(BrokenPromise, match="own part"):
        seats[0]._store(moment(0, "7x2", [], Own(1, {}, [], [], False)), [])


def test_a_secret_field_of_another_seat_is_found(seats: list[Any]) -> None:
    kind = next(kind for kind in game_named("linko").events.values() if kind.secret)
    shown = Happened(kind.name, dict.fromkeys(kind.fields, 1))
    seen = moment(0, "7x2", [])
    seats[1]._store(seen, [LogEntry(0, seen.by, [shown])])
    with pytest.raises(BrokenPromise, match="leaked"):
        seats[0]._store(seen, [LogEntry(0, seen.by, [shown])])
