"""Who is connected to other nodes, as far as they said so lately."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

EVERY = 5.0
"""Seconds between two summaries of a node."""
LASTS = 15.0
"""Seconds that a node's word counts: two summaries may be lost, and a node that died leaves nobody behind."""


class Crowd(NamedTuple):
    """Who is connected to a table: seats, and how many others."""

    seats: frozenset[int]
    watching: int


NOBODY = Crowd(frozenset(), 0)


class Elsewhere:
    """What each node said last of each table. Nothing here has to be kept: it is said again and again."""

    def __init__(self) -> None:
        self._said: dict[str, dict[str, tuple[Crowd, float]]] = {}
        """By table and node: who is there, and until when that counts."""

    def hear(self, node: str, table: str, crowd: Crowd) -> bool:
        """Take a node's word; whether it changes anything."""
        before, said = self.at(table), self._said.setdefault(table, {})
        if crowd == NOBODY:
            said.pop(node, None)
        else:
            said[node] = crowd, time.monotonic() + LASTS
        if not said:
            del self._said[table]
        return self.at(table) != before

    def at(self, table: str) -> Crowd:
        said = self._said.get(table)
        return together(crowd for crowd, _ in said.values()) if said else NOBODY

    def fade(self) -> list[str]:
        """Forget what counts no more; the tables that this changes."""
        now = time.monotonic()
        old = [(t, node) for t, said in self._said.items() for node, (_, until) in said.items() if until < now]
        return [table for table, node in old if self.hear(node, table, NOBODY)]


def together(crowds: Iterable[Crowd]) -> Crowd:
    crowds = list(crowds)
    return Crowd(frozenset().union(*(crowd.seats for crowd in crowds)), sum(crowd.watching for crowd in crowds))
