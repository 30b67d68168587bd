"""The tables in memory, and the only way to a new version: decide, commit, apply, tell everybody."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from tatze.server.live.live_table import LiveTable
from tatze.server.logs import log
from tatze.server.metrics import Metrics
from tatze.server.stores.bounded import DATABASE_SECONDS, Unconfirmed
from tatze.server.stores.engine import Statement, Write
from tatze.server.stores.statements import set_status
from tatze.server.stores.store import Store
from tatze.server.table.decide import start_when_full
from tatze.server.table.identifiers import is_identifier
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, DraftRow, LogRow
from tatze.server.table.state import TableState

IDLE_SECONDS = 60.0
"""Seconds after which a table without connections is removed from memory."""
KEEP_IF_DUE_SECONDS = 300.0
"""A table stays in memory if the server has to act there within this many seconds."""
FIND_OUT_SECONDS = 1.0
"""Seconds between two tries to find out whether a write was committed that the database did not confirm."""
MAX_VERSIONS = 50_000
"""Maximum number of versions of a table: more than any series has, so that nobody fills the store with one table."""
STATUS_AFTER = {"started": "playing", "paused": "paused", "resumed": "playing", "next": "waiting", "removed": "removed"}
"""The status that listings show after a row of each kind; other kinds do not change it, except by ending a game."""
COUNTED_AS = {"action": "person", "bot": "bot", "stand-in": "bot"}
"""By whom an action was chosen, as the metrics count it, by the kind of its row."""

Decide = Callable[[TableState], DraftRow]
"""Returns the row to write for a table's state, or raises Refused. It may be called several times."""
VersionListener = Callable[[LiveTable, bool], None]
"""Is called after each version of a table, with whether it was committed on this node."""


def no_statements(_: LogRow) -> Sequence[Statement]:
    """Write nothing together with the row."""
    return ()


class Committed(NamedTuple):
    """A version that was committed for a request, now or when it was sent before."""

    live: LiveTable
    version: int


class Hub:
    """The tables in memory. Everything in here can be loaded from the store again."""

    def __init__(self, store: Store, metrics: Metrics, single_node: bool = True, absence_seconds: float = 30.0) -> None:
        self.store = store
        self.metrics = metrics
        self.single_node = single_node
        """Whether no other node writes to the store."""
        self.absence_seconds = absence_seconds
        """Seconds without a connection after which a person counts as missing."""
        self.tables: dict[str, LiveTable] = {}
        self.version_listeners: list[VersionListener] = []
        self.presence_listeners: list[Callable[[LiveTable], None]] = []
        """Each is called when a connection to a table is made or closed on this node."""
        self.nudge_listeners: list[Callable[[LiveTable, int, int], None]] = []
        """Each is called when a seat nudges the person on another seat, who is absent, with both seats."""
        self._loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- Loading ---

    async def get(self, table: str) -> LiveTable:
        """Return a table, from memory or from the store."""
        live = self.tables.get(table) or await self._load(table)
        if live is None:
            raise Refused("table/unknown")
        if live.state.removed:
            raise Refused("table/removed")
        live.used = time.monotonic()
        return live

    def is_loading(self, table: str) -> bool:
        """Return whether a table is being read from the store."""
        return table in self._loading

    async def _load(self, table: str) -> LiveTable | None:
        """Load a table once, even if several requests need it at the same time."""
        waiting = self._loading.get(table)
        if waiting is None:
            waiting = self._loading[table] = asyncio.ensure_future(self._read(table))
            waiting.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(waiting)

    async def _read(self, table: str) -> LiveTable | None:
        if not is_identifier(table) or not (rows := await self.store.rows(table)):
            return None
        try:
            live = await LiveTable.load(rows)
        except Exception as error:
            log("table-broken", level="error", error=error, table=table)
            raise Refused("table/broken") from error
        return self.add(live, here=False)

    def add(self, live: LiveTable, here: bool) -> LiveTable:
        """Hold a table in memory, and return it; if it is there already, return the one that is there. `here` says
        whether its last version was committed on this node."""
        known = self.tables.setdefault(live.state.id, live)
        if known is not live:
            return known
        self.metrics.tables.set(len(self.tables))
        live.presence_listeners = self.presence_listeners
        live.absence_seconds = self.absence_seconds
        self._notify(live, here)
        return live

    # --- Committing ---

    async def commit(
        self,
        table: str,
        key: str | None,
        seat: int,
        decide: Decide,
        statements: Callable[[LogRow], Sequence[Statement]] = no_statements,
    ) -> Committed:
        """Decide on a row and commit it, together with the statements that belong to it.

        A request whose key was carried out before gets the same answer again. If another node committed first, or this
        node is behind, the decision is made again on the newest version."""
        live, may_be_behind = await self.get(table), not self.single_node
        await live.acquire_in_time(DATABASE_SECONDS)
        try:
            while True:
                state = live.state
                if key is not None and (version := state.keys.get((seat, key))) is not None:
                    return Committed(live, version)
                if state.removed:
                    raise Refused("table/removed")
                if state.version >= MAX_VERSIONS:
                    raise Refused("seat/busy")
                try:
                    draft = decide(state)
                except Refused:
                    if not may_be_behind:
                        raise
                    may_be_behind = False
                    await self._catch_up(live)
                    continue
                row = LogRow(
                    table_id=state.id,
                    version=state.version + 1,
                    kind=draft.kind,
                    seat=draft.seat,
                    data=draft.data,
                    key=key,
                    at=time.time(),
                )
                if await self._write(live, row, [*statements(row), *_status_statements(row)]):
                    self._advance(live, row, here=True)
                    return Committed(live, row.version)
                if not await self._catch_up(live):
                    raise Refused("server/busy")
        finally:
            live.lock.release()

    async def _write(self, live: LiveTable, row: LogRow, statements: Sequence[Statement]) -> bool:
        """Write a row of a table in memory. If nobody knows whether it was committed, that is found out later."""
        try:
            return await self.write(row, statements)
        except Unconfirmed as unknown:
            self.start_task(self._find_out(live, unknown.pending))
            raise

    async def _find_out(self, live: LiveTable, pending: asyncio.Future[bool] | None) -> None:
        """Read what became of a write that the database did not confirm in time, and tell everybody."""
        if pending:
            await asyncio.wait((pending,))
        while True:
            with contextlib.suppress(Refused):
                return await self.follow(live)
            await asyncio.sleep(FIND_OUT_SECONDS)

    async def write(self, row: LogRow, statements: Sequence[Statement] = ()) -> bool:
        """Write a row with its statements, and return whether its version was free."""
        begun = time.perf_counter()
        try:
            stored = await self.store.append(Write(row, statements))
        except Unconfirmed:
            raise
        except Exception as error:
            log("not-kept", level="error", error=error, table=row.table_id)
            raise Refused("server/busy") from error
        self.metrics.commit.observe(time.perf_counter() - begun)
        return stored

    def _advance(self, live: LiveTable, row: LogRow, here: bool) -> None:
        before = live.state.status
        live.advance(row)
        if here:
            if row.kind in COUNTED_AS:
                self.metrics.moves.counts[COUNTED_AS[row.kind]] += 1
            if live.state.status == "over" != before:
                self.start_task(self._store_end(live.state))
        if live.state.removed:
            self.tables.pop(row.table_id, None)
        self._notify(live, here)

    def _notify(self, live: LiveTable, here: bool) -> None:
        for listener in self.version_listeners:
            listener(live, here)

    async def _store_end(self, state: TableState) -> None:
        """Store for listings that a game is over. The log says it too, so this may come late or never."""
        await self.store.append(Write(None, [set_status(state.id, "over", state.at)]))

    async def start_if_full(self, table: str) -> None:
        """Start the game of a table that starts by itself, if every seat is taken."""
        live = await self.get(table)
        if (scheduled := live.state.scheduled) and scheduled.kind == "start":
            await self.commit(table, None, NO_SEAT, start_when_full)

    # --- Versions that other nodes committed ---

    async def reach(self, live: LiveTable, version: int) -> None:
        """Read what other nodes committed, if a client has seen a version that is not in memory yet."""
        if version > live.state.version and not self.single_node:
            await self.follow(live)

    async def follow(self, live: LiveTable) -> None:
        """Read what other nodes committed at a table."""
        async with live.lock:
            await self._catch_up(live)

    async def apply_rows(self, live: LiveTable, rows: Sequence[LogRow]) -> None:
        """Apply rows that other nodes committed, except those that the table in memory has by now."""
        async with live.lock:
            for row in rows:
                if row.version == live.state.version + 1:
                    self._advance(live, row, here=False)

    async def _catch_up(self, live: LiveTable) -> int:
        """Apply rows that other nodes committed, and return how many there were."""
        rows = await self.store.rows(live.state.id, live.state.version)
        for row in rows:
            self._advance(live, row, here=False)
        return len(rows)

    # --- Housekeeping ---

    def unload(self, idle: float = IDLE_SECONDS) -> None:
        """Remove tables from memory that have not been used for `idle` seconds and have nothing to do soon."""
        now = time.monotonic()
        for table, live in list(self.tables.items()):
            scheduled = live.state.scheduled
            due = scheduled is not None and scheduled.at < time.time() + KEEP_IF_DUE_SECONDS
            if not (live.connections or live.lock.locked() or due) and now - live.used > idle:
                if live.timer:
                    live.timer.cancel()
                del self.tables[table]
        self.metrics.tables.set(len(self.tables))

    def start_task(self, work: Awaitable[None]) -> None:
        """Run something in the background. Its errors are logged."""

        async def guarded() -> None:
            try:
                await work
            except Refused as refusal:
                log("refused", level="debug", code=refusal.code)
            except Exception as error:  # noqa: BLE001  # nobody else would hear of it
                log("task-error", level="error", error=error)

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _status_statements(row: LogRow) -> Sequence[Statement]:
    status = STATUS_AFTER.get(row.kind)
    return [set_status(row.table_id, status, row.at)] if status else ()
