"""PostgreSQL, for several nodes: a few connections, and batches like SQLite's. It may go away and come back."""

from __future__ import annotations

import asyncio
from asyncio import Future
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from psycopg import AsyncConnection, InterfaceError, OperationalError
from psycopg.errors import UniqueViolation
from sqlalchemy.exc import OperationalError as DatabaseAway

from tatze.server.logs import log
from tatze.server.store import Row, Values, Write

MOST = 512
"""Writes in one commit."""
WRITERS = 2
READERS = 4
PATIENCE = 15.0
"""So many seconds a write or a question outlives a database that is away."""
_INSERT = """INSERT INTO log (table_id, version, kind, seat, data, key, at)
             SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::smallint[], %s::text[], %s::text[],
                                  %s::float8[])
             ON CONFLICT DO NOTHING RETURNING table_id, version, kind, seat, data, key, at"""
_SAME = """SELECT 1 FROM log WHERE table_id = %s AND version = %s AND kind = %s AND seat = %s AND data = %s
           AND key IS NOT DISTINCT FROM %s AND at = %s"""

Connection = AsyncConnection[Values]
T = TypeVar("T")


class Link:
    """One connection, made when it is needed and made again when it broke."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Connection | None = None

    async def run(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Do something in one transaction. Where the connection breaks it is done again, so it must be something that
        may be done twice."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                if self._connection is None:
                    self._connection = await AsyncConnection.connect(self._url, connect_timeout=5)
                async with self._connection.transaction():
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


class PostgresEngine:
    def __init__(self, url: str) -> None:
        self.url = url
        self.batched: Callable[[int], None] = lambda _: None
        self._waiting: list[tuple[Write, Future[bool]]] = []
        self._wake = asyncio.Semaphore(0)
        self._links: asyncio.LifoQueue[Link] = asyncio.LifoQueue()
        self._writers: list[asyncio.Task[None]] = []
        self._closing = False

    async def open(self) -> None:
        from tatze.server.migrate import upgrade

        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                await asyncio.to_thread(upgrade, self.url)
                break
            except DatabaseAway:
                if asyncio.get_running_loop().time() > end:
                    raise
                await asyncio.sleep(0.5)
        for _ in range(READERS):
            self._links.put_nowait(Link(self.url))
        self._writers = [asyncio.create_task(self._write(), name="writer") for _ in range(WRITERS)]

    async def close(self) -> None:
        self._closing = True
        for _ in self._writers:
            self._wake.release()
        await asyncio.gather(*self._writers)
        while not self._links.empty():
            await self._links.get_nowait().close()

    def append(self, write: Write) -> Future[bool]:
        done: Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        if len(self._waiting) == 1:
            self._wake.release()
        return done

    async def fetch(self, sql: str, *values: Any) -> list[Values]:
        async def ask(connection: Connection) -> list[Values]:
            cursor = await connection.execute(dialect(sql), values)
            return await cursor.fetchall() if cursor.description else []

        link = await self._links.get()
        try:
            return await link.run(ask)
        finally:
            self._links.put_nowait(link)

    async def change(self, sql: str, *values: Any) -> list[Values]:
        return await self.fetch(sql, *values)

    async def _write(self) -> None:
        link = Link(self.url)
        while self._waiting or not self._closing:
            await self._wake.acquire()
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            if self._waiting:
                self._wake.release()
            if batch:
                await self._commit(link, batch)
                self.batched(len(batch))
        await link.close()

    async def _commit(self, link: Link, batch: list[tuple[Write, Future[bool]]]) -> None:
        plain = [(write, done) for write, done in batch if write.row and not write.more]
        apart = [(write, done) for write, done in batch if not (write.row and not write.more)]
        rows = sorted((write.row for write, _ in plain if write.row), key=lambda row: row[:2])
        try:
            kept = await link.run(lambda connection: insert(connection, rows)) if rows else set()
            _resolve([(done, write.row in kept) for write, done in plain])
            for write, done in apart:
                _resolve([(done, await link.run(lambda connection, write=write: together(connection, write)))])  # type: ignore[misc]  # mypy loses the lambda's type
        except Exception as error:  # noqa: BLE001  # whoever waits gets it
            for _, done in batch:
                if not done.done():
                    done.set_exception(error)


def _resolve(answers: Sequence[tuple[Future[bool], bool]]) -> None:
    for done, answer in answers:
        if not done.done():
            done.set_result(answer)


def dialect(sql: str) -> str:
    return sql.replace("?", "%s")


async def insert(connection: Connection, rows: list[Row]) -> set[Row]:
    """Insert rows, in their order so that no two nodes wait for each other; give back those that stand there now as
    they were given: also those of an attempt whose connection broke before it could answer."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    cursor = await connection.execute(_INSERT, columns)
    new = {Row(*values) for values in await cursor.fetchall()}
    kept = set()
    for row in rows:
        if row in new or await (await connection.execute(_SAME, row)).fetchone():
            kept.add(row)
    return kept


async def together(connection: Connection, write: Write) -> bool:
    """A row and what belongs to it, all or nothing."""
    if write.row and await (await connection.execute(_SAME, write.row)).fetchone():
        return True
    try:
        async with connection.transaction():
            for sql, values in write.more:
                await connection.execute(dialect(sql), values)
            if write.row and not await insert(connection, [write.row]):
                raise _NotKept
    except (UniqueViolation, _NotKept):
        return False
    return True


class _NotKept(Exception):
    """The row's place was taken."""
