"""Presence: which seats of a table are connected, and how many spectators, on this node and on the others."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

REPORT_SECONDS = 5.0
"""Seconds between two reports of a node."""
EXPIRY_SECONDS = 15.0
"""Seconds for which a report is valid. Two reports may be lost, and a node that died is forgotten."""


class TablePresence(NamedTuple):
    """Who is connected to a table."""

    seats: frozenset[int]
    watching: int
    """Number of connections without a seat."""


class Attendance:
    """Since when each seat of a table has been without a connection or another sign of life, as far as this node knows.
    Nothing of this is stored: after a restart the time begins anew."""

    def __init__(self, seats: int) -> None:
        self._alive = [time.monotonic()] * seats
        """When each seat last showed a sign of life, on the monotonic clock."""
        self.connected: frozenset[int] = frozenset()
        """The seats that are connected now, as far as this node knows."""

    def update(self, connected: frozenset[int]) -> None:
        """Take note of the seats that are connected now."""
        for seat in connected | self.connected:
            self.show_life(seat)
        self.connected = connected

    def show_life(self, seat: int) -> None:
        """Take note of a sign of life: a connection, a request, or a new person on the seat."""
        if 0 <= seat < len(self._alive):
            self._alive[seat] = time.monotonic()

    def absent_seconds(self, seat: int) -> float | None:
        """Return for how many seconds a seat has been absent; None if it is connected."""
        return None if seat in self.connected else time.monotonic() - self._alive[seat]


NOBODY_CONNECTED = TablePresence(frozenset(), 0)


class RemotePresence:
    """The last report of each other node on each table. Reports are repeated, so nothing of this is stored."""

    def __init__(self) -> None:
        self._reports: dict[str, dict[str, tuple[TablePresence, float]]] = {}
        """By table and node: who is connected, and until when the report is valid."""

    def report(self, node: str, table: str, presence: TablePresence) -> bool:
        """Take a node's report on a table, and return whether it changes who is connected."""
        before, reports = self.at(table), self._reports.setdefault(table, {})
        if presence == NOBODY_CONNECTED:
            reports.pop(node, None)
        else:
            reports[node] = presence, time.monotonic() + EXPIRY_SECONDS
        if not reports:
            del self._reports[table]
        return self.at(table) != before

    def at(self, table: str) -> TablePresence:
        """Return who is connected to a table on other nodes."""
        reports = self._reports.get(table)
        return merge_presence(presence for presence, _ in reports.values()) if reports else NOBODY_CONNECTED

    def nodes_at(self, table: str) -> Iterable[str]:
        """Return the names of the other nodes at which somebody is connected to a table."""
        return self._reports.get(table, ())

    def expire(self) -> list[str]:
        """Forget reports that are no longer valid, and return the tables at which this changes who is connected."""
        now = time.monotonic()
        old = [
            (table, node)
            for table, reports in self._reports.items()
            for node, (_, until) in reports.items()
            if until < now
        ]
        return [table for table, node in old if self.report(node, table, NOBODY_CONNECTED)]


def merge_presence(parts: Iterable[TablePresence]) -> TablePresence:
    """Return who is connected according to several reports together."""
    parts = list(parts)
    return TablePresence(frozenset().union(*(part.seats for part in parts)), sum(part.watching for part in parts))
