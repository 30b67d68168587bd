"""What a database engine must do for a store, and the writes that it is given."""

from __future__ import annotations

from asyncio import Future
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tatze.server.table.rows import LogRow

MAX_WRITES_PER_COMMIT = 512
"""Maximum number of writes that one group commit takes together."""

COMMIT_PAUSE_SECONDS = 0.002
"""Seconds between a commit and the next one over the same connection. What arrives meanwhile shares the next one: each
commit wakes threads or processes and the disk, which costs more than the rows in it. A write that comes later than that
waits for nothing."""

Values = tuple[Any, ...]
Statement = tuple[str, Values]
"""An SQL statement with `?` in place of values, and the values."""


@dataclass(slots=True)
class Write:
    """A row and the statements that belong to it. They are written together or not at all."""

    row: LogRow | None
    statements: Sequence[Statement] = ()

    @property
    def only_row(self) -> bool:
        """Whether the write is a single row, so that it can be inserted with others in one statement."""
        return self.row is not None and not self.statements


class Engine(Protocol):
    """A database."""

    commit_listeners: list[Callable[[int], None]]
    """Each is called with the number of writes of every commit, in the event loop."""

    async def open(self) -> None:
        """Bring the schema up to date, and begin to take writes."""

    async def close(self) -> None:
        """Commit what is waiting, and stop."""

    def append(self, write: Write) -> Future[bool]:
        """Write durably. The future's result is False if the row's version, or anything unique, was taken. Writes that
        wait at the same time share a commit (group commit)."""

    async def fetch(self, sql: str, *values: Any) -> list[Values]:
        """Run a query, and return its rows."""

    async def change(self, sql: str, *values: Any) -> list[Values]:
        """Run one writing statement durably, and return the rows that it returns."""
