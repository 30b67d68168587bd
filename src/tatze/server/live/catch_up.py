"""Reads what other nodes committed: one query for all tables that are behind, as one commit takes many writes."""

from __future__ import annotations

import asyncio
from itertools import groupby, islice
from operator import attrgetter

from tatze.server.live.hub import Hub
from tatze.server.live.pauses import Pauses
from tatze.server.logs import log
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import LogRow

TABLES_PER_READ = 100
"""Maximum number of tables whose rows are read in one query."""
READ_PAUSE_SECONDS = 0.002
"""Seconds between a query and the next one. What other nodes commit meanwhile shares the next one; a version that comes
later than that waits for nothing."""
RETRY_SECONDS = 0.5
"""Seconds after which a query is repeated that the database did not answer."""


class CatchUp:
    """The tables in memory that are behind the database."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._behind: dict[str, int] = {}
        """By table: the newest version that is known to be in the database."""
        self._reading = False

    def want(self, table: str, version: int) -> None:
        """Have a table read until it is at a version that another node committed."""
        self._behind[table] = max(version, self._behind.get(table, 0))
        if not self._reading:
            self._reading = True
            self.hub.start_task(self._read_all())

    async def _read_all(self) -> None:
        """Read until no table is behind. A table is tried again as long as the database does not answer."""
        try:
            while part := self._take_part():
                if not await self._read(part):
                    for table, version in part.items():
                        self._behind[table] = max(version, self._behind.get(table, 0))
                    await asyncio.sleep(RETRY_SECONDS)
                await asyncio.sleep(READ_PAUSE_SECONDS)
        finally:
            self._reading = False

    def _take_part(self) -> dict[str, int]:
        """Take some tables that are still behind from those that were; the others need nothing any more."""
        tables = self.hub.tables
        self._behind = {
            table: version
            for table, version in self._behind.items()
            if (live := tables.get(table)) and live.state.version < version
        }
        return {table: self._behind.pop(table) for table in list(islice(self._behind, TABLES_PER_READ))}

    async def _read(self, part: dict[str, int]) -> bool:
        """Read and apply the rows of tables, and return whether the database answered."""
        since = {table: self.hub.tables[table].state.version for table in part}
        try:
            rows = await self.hub.store.rows_after(since)
        except Refused:
            return False
        pause = Pauses()
        for table, of_table in groupby(rows, attrgetter("table_id")):
            await self._apply(table, list(of_table))
            await pause()
        return True

    async def _apply(self, table: str, rows: list[LogRow]) -> None:
        """Apply the rows of one table. Where something is being committed, nobody else waits for that."""
        live = self.hub.tables.get(table)
        if live is None:
            return
        if live.lock.locked():
            self.hub.start_task(self.hub.apply_rows(live, rows))
            return
        try:
            await self.hub.apply_rows(live, rows)
        except Exception as error:  # noqa: BLE001  # the other tables must not suffer
            log("task-error", level="error", error=error)
