"""What a server promises whatever goes wrong, checked over everything that its clients were sent."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from tatze.client import MalformedAnswer, RequestRefused, Seat, ServerUnreachable
from tatze.games import game_named
from tatze.wire import Happened, LogEntry, Moment
from tests.server.crew import Crew, Player

PATIENCE_SECONDS = 120.0
"""Seconds for which a question about a game that is over is asked again while servers die."""
T = TypeVar("T")


class BrokenPromise(AssertionError):
    """A server lost, doubled, reordered or leaked something, or told two truths."""


def watch(crew: Crew) -> dict[int, Any]:
    """Have every frame of a crew's clients checked as it comes. Returned are the moments as everybody sees them."""
    truths: dict[int, Any] = {}
    for number, player in enumerate(crew.players):
        _watch(player.seat, number, crew.game, truths)
    return truths


def _watch(seat: Seat, number: int, game: str, truths: dict[int, Any]) -> None:
    store = seat._store

    def checked(moment: Moment, entries: list[LogEntry]) -> None:
        public = (moment.by, moment.events, moment.view, moment.outcome)
        if truths.setdefault(moment.version, public) != public:
            raise BrokenPromise(f"two truths for version {moment.version}")
        if moment.own and moment.own.seat != number:
            raise BrokenPromise(f"seat {number} got the own part of seat {moment.own.seat}")
        _check_secrets(game, moment.events, None)
        for entry in entries:
            _check_secrets(game, entry.events, number)
            known = seat.log[entry.version : entry.version + 1]
            if known and known[0].by != entry.by:
                raise BrokenPromise(f"two truths for version {entry.version}")
        store(moment, entries)

    seat._store = checked  # type: ignore[method-assign]  # everything that a client learns goes through it


def _check_secrets(game: str, events: list[Happened], viewer: int | None) -> None:
    """Refuse an event whose secret field shows anything to a viewer whom it does not concern."""
    kinds = {kind.name: kind for kind in game_named(game).events.values()}
    for event in events:
        kind = kinds[event.kind]
        if kind.secret and event.data[kind.fields[0]] != viewer and event.data[kind.secret]:
            raise BrokenPromise(f"the field {kind.secret} of {kind.name} leaked to seat {viewer}")


def check(crew: Crew) -> None:
    """Check after a game that nothing acknowledged was lost, doubled or reordered, that everybody saw the same, that
    the record replays, and that whoever connects anew reads the whole log."""
    _ask_patiently(crew.check)
    for player in crew.players:
        versions = [entry.version for entry in player.seat.log]
        if versions != list(range(len(versions))):
            raise BrokenPromise("a log has a gap or is out of order")
        acknowledged = list(player.acknowledged)
        if acknowledged != sorted(acknowledged):
            raise BrokenPromise("acknowledgements came out of order")
        if _ask_patiently(partial(_log_of_new_connection, player)) != player.seat.log:
            raise BrokenPromise("a new connection reads another log")


def _log_of_new_connection(player: Player) -> list[LogEntry]:
    with player.seat.server.back(player.seat.table.id, player.seat.token) as fresh:
        next(fresh.moments())
        return list(fresh.log)


def _ask_patiently(work: Callable[[], T]) -> T:
    """Return what some work gives that asks a server. The faults go on meanwhile, so it is tried for a while."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return work()
        except (ServerUnreachable, RequestRefused, MalformedAnswer):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
