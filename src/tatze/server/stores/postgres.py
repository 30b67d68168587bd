"""PostgreSQL, for several nodes: a few connections, and group commit. A lost connection is made again."""

from __future__ import annotations

import asyncio
import os
import socket
from asyncio import Future
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from psycopg import AsyncConnection, InterfaceError, OperationalError
from psycopg.errors import UniqueViolation
from sqlalchemy.exc import OperationalError as DatabaseAway

from tatze.server.logs import log
from tatze.server.stores.bounded import DATABASE_SECONDS
from tatze.server.stores.engine import COMMIT_PAUSE_SECONDS, MAX_WRITES_PER_COMMIT, Values, Write
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import LogRow

WRITER_COUNT = 2
"""Number of connections that write."""
READER_COUNT = 4
"""Number of connections that read."""
ATTEMPT_SECONDS = 4.0
"""Seconds after which a connection is given up that does not answer."""
RETRY_SECONDS = 15.0
"""Seconds for which a write or a query is repeated while the database cannot be reached."""
_INSERT = """INSERT INTO log (table_id, version, kind, seat, data, key, at)
             SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::smallint[], %s::text[], %s::text[],
                                  %s::float8[])
             ON CONFLICT DO NOTHING RETURNING table_id, version, kind, seat, data, key, at"""
_SELECT_SAME = """SELECT 1 FROM log WHERE table_id = %s AND version = %s AND kind = %s AND seat = %s AND data = %s
           AND key IS NOT DISTINCT FROM %s AND at = %s"""

PostgresConnection = AsyncConnection[Values]
T = TypeVar("T")


class ReconnectingConnection:
    """A connection that is made when it is needed, and made again when it broke."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: PostgresConnection | None = None

    async def run(self, work: Callable[[PostgresConnection], Awaitable[T]]) -> T:
        """Do some work, and return its result. Each statement is a transaction of its own unless the work begins one,
        because BEGIN and COMMIT would be two more round trips. If the connection breaks, the work is repeated, so it
        must be idempotent."""
        end = asyncio.get_running_loop().time() + RETRY_SECONDS
        while True:
            try:
                if self._connection is None:
                    self._connection = await AsyncConnection.connect(
                        self._url, autocommit=True, connect_timeout=round(ATTEMPT_SECONDS)
                    )
                with _cut_after(ATTEMPT_SECONDS, self._connection):
                    return await work(self._connection)
            except (OperationalError, InterfaceError, OSError) as error:
                await self.close()
                if asyncio.get_running_loop().time() > end:
                    raise
                log("database-lost", level="warning", kind=type(error).__name__)
                await asyncio.sleep(0.25)

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


@contextmanager
def _cut_after(seconds: float, connection: PostgresConnection) -> Iterator[None]:
    """Cut a connection whose work takes longer than `seconds`, so that the work fails. A query that is merely cancelled
    would wait for an answer of the database, which may have stopped."""
    number = os.dup(connection.fileno())
    timer = asyncio.get_running_loop().call_later(seconds, _shut_down, number)
    try:
        yield
    finally:
        timer.cancel()
        os.close(number)


def _shut_down(number: int) -> None:
    with socket.socket(fileno=os.dup(number)) as cut, suppress(OSError):
        cut.shutdown(socket.SHUT_RDWR)


class PostgresEngine:
    """A PostgreSQL database: a pool of connections that read, and tasks that write."""

    def __init__(self, url: str, shared: bool = False) -> None:
        self.url = url
        self._shared = shared
        """Whether a server may be running on the same database: for commands of operators."""
        self.commit_listeners: list[Callable[[int], None]] = []
        self._waiting: list[tuple[Write, Future[bool]]] = []
        self._wake = asyncio.Semaphore(0)
        self._readers: asyncio.LifoQueue[ReconnectingConnection] = asyncio.LifoQueue()
        self._writers: list[asyncio.Task[None]] = []
        self._closing = False

    async def open(self) -> None:
        from tatze.server.stores.migrate import upgrade

        end = asyncio.get_running_loop().time() + RETRY_SECONDS
        while True:
            try:
                await asyncio.to_thread(upgrade, self.url, self._shared)
                break
            except DatabaseAway:
                if asyncio.get_running_loop().time() > end:
                    raise
                await asyncio.sleep(0.5)
        for _ in range(READER_COUNT):
            self._readers.put_nowait(ReconnectingConnection(self.url))
        self._writers = [asyncio.create_task(self._write(), name="writer") for _ in range(WRITER_COUNT)]

    async def close(self) -> None:
        self._closing = True
        for _ in self._writers:
            self._wake.release()
        await asyncio.gather(*self._writers)
        while not self._readers.empty():
            await self._readers.get_nowait().close()

    def append(self, write: Write) -> Future[bool]:
        done: Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        if len(self._waiting) == 1:
            self._wake.release()
        return done

    async def fetch(self, sql: str, *values: Any) -> list[Values]:
        async def ask(connection: PostgresConnection) -> list[Values]:
            cursor = await connection.execute(dialect(sql), values)
            return await cursor.fetchall() if cursor.description else []

        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                reader = await self._readers.get()
        except TimeoutError:
            raise Refused("server/busy") from None
        try:
            return await reader.run(ask)
        finally:
            self._readers.put_nowait(reader)

    async def change(self, sql: str, *values: Any) -> list[Values]:
        return await self.fetch(sql, *values)

    async def _write(self) -> None:
        writer = ReconnectingConnection(self.url)
        while self._waiting or not self._closing:
            await self._wake.acquire()
            batch, self._waiting = self._waiting[:MAX_WRITES_PER_COMMIT], self._waiting[MAX_WRITES_PER_COMMIT:]
            if self._waiting:
                self._wake.release()
            if batch:
                await self._commit(writer, batch)
                for listener in self.commit_listeners:
                    listener(len(batch))
                await asyncio.sleep(COMMIT_PAUSE_SECONDS)
        await writer.close()

    async def _commit(self, writer: ReconnectingConnection, batch: list[tuple[Write, Future[bool]]]) -> None:
        plain = [(write, done) for write, done in batch if write.only_row]
        rest = [(write, done) for write, done in batch if not write.only_row]
        rows = sorted((write.row for write, _ in plain if write.row), key=lambda row: row[:2])
        try:
            stored = await writer.run(lambda connection: insert(connection, rows)) if rows else set()
            _resolve([(done, write.row in stored) for write, done in plain])
            for write, done in rest:
                _resolve([(done, await writer.run(lambda connection, write=write: write_together(connection, write)))])  # type: ignore[misc]  # mypy loses the lambda's type
        except Exception as error:  # noqa: BLE001  # whoever waits gets it
            for _, done in batch:
                if not done.done():
                    done.set_exception(error)


def _resolve(answers: Sequence[tuple[Future[bool], bool]]) -> None:
    for done, answer in answers:
        if not done.done():
            done.set_result(answer)


def dialect(sql: str) -> str:
    """Return a statement with PostgreSQL's placeholders."""
    return sql.replace("?", "%s")


async def insert(connection: PostgresConnection, rows: list[LogRow]) -> set[LogRow]:
    """Insert the rows whose versions are not taken. Return the rows that are stored now as they were given, also by an
    earlier attempt whose connection broke. The rows must be sorted, so that no two nodes wait for each other."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    cursor = await connection.execute(_INSERT, columns)
    new = {LogRow(*values) for values in await cursor.fetchall()}
    stored = set()
    for row in rows:
        if row in new or await (await connection.execute(_SELECT_SAME, row)).fetchone():
            stored.add(row)
    return stored


async def write_together(connection: PostgresConnection, write: Write) -> bool:
    """Write a row and its statements together. Return False if the row's version, or anything unique, was taken."""
    if write.row and await (await connection.execute(_SELECT_SAME, write.row)).fetchone():
        return True
    try:
        async with connection.transaction():
            await _write_all(connection, write)
    except (UniqueViolation, _VersionTaken):
        return False
    return True


async def _write_all(connection: PostgresConnection, write: Write) -> None:
    for sql, values in write.statements:
        await connection.execute(dialect(sql), values)
    if write.row and not await insert(connection, [write.row]):
        raise _VersionTaken


class _VersionTaken(Exception):
    """Another row has the version."""
