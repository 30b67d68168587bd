"""The store: the queries that the server makes. The SQL is the same for both databases; an `Engine` runs it."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tatze.core.errors import SetupError
from tatze.server.stores.bounded import read_in_time, write_in_time
from tatze.server.stores.codes import SALT_NAME, code_hash
from tatze.server.stores.engine import Engine, Values, Write
from tatze.server.stores.statements import delete_table, digest, insert_review, insert_transfer
from tatze.server.table.identifiers import is_identifier, new_token
from tatze.server.table.rows import NO_SEAT, Grant, LogRow
from tatze.wire import PushSubscription


def engine_for(url: str, shared: bool = False) -> Engine:
    """Return the engine for a database's URL. `shared` says that a server may be running on the same database."""
    if urlsplit(url).scheme == "sqlite":
        from tatze.server.stores.sqlite import SqliteEngine

        return SqliteEngine(url, shared)
    try:
        from tatze.server.stores.postgres import PostgresEngine
    except ModuleNotFoundError:
        raise SetupError("PostgreSQL needs the extra: pip install 'tatze[nodes]'") from None
    return PostgresEngine(url, shared)


class StoredToken(NamedTuple):
    """A token in the store."""

    grant: Grant
    ended: str
    """Why the token is no longer valid: its seat was "left" or "freed", or its person was "removed"; empty if it is."""


class Store:
    """The event logs of all tables, and the indexes by which they are found."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._hashing = asyncio.Semaphore(1)
        self._salt = ""
        """The salt of the codes' hashes; empty before it was read."""

    async def append(self, write: Write) -> bool:
        """Write durably, and return False if the row's version, or anything unique, was taken."""
        return await write_in_time(self.engine.append(write))

    async def _fetch(self, sql: str, *values: Any) -> list[Values]:
        """Run a query, and return its rows."""
        return await read_in_time(self.engine.fetch(sql, *values))

    async def _change(self, sql: str, *values: Any) -> list[Values]:
        """Run one writing statement, and return the rows that it returns."""
        return await write_in_time(self.engine.change(sql, *values))

    # --- Tables ---

    async def rows(self, table: str, since: int = -1) -> list[LogRow]:
        """Return the rows of a table after version `since`."""
        sql = """SELECT table_id, version, kind, seat, data, key, at FROM log
                 WHERE table_id = ? AND version > ? ORDER BY version"""
        return [LogRow(*values) for values in await self._fetch(sql, table, since)]

    async def rows_after(self, since: Mapping[str, int]) -> list[LogRow]:
        """Return the rows of tables after a version of each, table by table."""
        marks = ", ".join(["(?, ?)"] * len(since))
        sql = f"""WITH known (table_id, version) AS (VALUES {marks})
                  SELECT log.table_id, log.version, kind, seat, data, key, at FROM known
                  JOIN log ON log.table_id = known.table_id AND log.version > known.version
                  ORDER BY log.table_id, log.version"""
        values = [value for pair in since.items() for value in pair]
        return [LogRow(*found) for found in await self._fetch(sql, *values)] if since else []

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the newest version of each of these tables."""
        marks = ", ".join("?" * len(tables))
        sql = f"SELECT table_id, max(version) FROM log WHERE table_id IN ({marks}) GROUP BY table_id"
        return dict(await self._fetch(sql, *tables)) if tables else {}

    async def code_hash(self, code: str) -> str:
        """Return the hash under which a code is stored. One is computed at a time, beside the event loop."""
        async with self._hashing:
            if not self._salt:
                self._salt = await self.server_key(SALT_NAME, new_token())
            return await asyncio.to_thread(code_hash, code, self._salt)

    async def table_with_code(self, code: str) -> str | None:
        """Return the id of the table with a code, unless it was removed."""
        if not is_identifier(code):
            return None
        hashed = await self.code_hash(code)
        found = await self._fetch("SELECT id FROM tables WHERE code = ? AND status <> 'removed'", hashed)
        return found[0][0] if found else None

    async def is_free(self, hashed: str, table: str) -> bool:
        """Return whether no other table has the code with this hash."""
        return not await self._fetch("SELECT 1 FROM tables WHERE code = ? AND id <> ?", hashed, table)

    async def all_tables(self) -> list[str]:
        """Return the ids of all tables that were not removed."""
        return [str(values[0]) for values in await self._fetch("SELECT id FROM tables WHERE status <> 'removed'")]

    async def public_tables(self, limit: int) -> list[str]:
        """Return the ids of public tables that are not over, the newest first."""
        sql = """SELECT id FROM tables WHERE public = 1 AND status IN ('waiting', 'playing', 'paused')
                 ORDER BY created DESC LIMIT ?"""
        return [str(values[0]) for values in await self._fetch(sql, limit)]

    async def running_tables(self, limit: int) -> dict[str, int]:
        """Return the tables at which the server may have to act by itself, with their versions, the most recently used
        first."""
        sql = """SELECT id, (SELECT max(version) FROM log WHERE table_id = tables.id) FROM tables
                 WHERE status IN ('waiting', 'playing') ORDER BY touched DESC LIMIT ?"""
        return dict(await self._fetch(sql, limit))

    async def check(self) -> None:
        """Write something durably, delete it again, and read. An error means that the database cannot be used now."""
        code = new_token()
        nothing = insert_transfer(code, Grant("", NO_SEAT, host=False), 0)
        await self.append(Write(None, [*nothing, ("DELETE FROM transfers WHERE hash = ?", (digest(code),))]))
        await self.count_unfinished()

    async def count_unfinished(self) -> int:
        """Return the number of tables that are not over."""
        sql = "SELECT count(*) FROM tables WHERE status IN ('waiting', 'playing', 'paused')"
        return int((await self._fetch(sql))[0][0])

    async def unused_tables(self, before: float, limit: int = 500) -> list[str]:
        """Return tables at which nothing has happened since a time, which is given in seconds since 1970."""
        sql = """SELECT id FROM tables WHERE touched < ? AND NOT EXISTS
                 (SELECT 1 FROM log WHERE table_id = tables.id AND at >= ?) LIMIT ?"""
        return [str(values[0]) for values in await self._fetch(sql, before, before, limit)]

    async def removed_tables(self, before: float) -> list[str]:
        """Return tables that their hosts removed before a time, which is given in seconds since 1970."""
        sql = "SELECT id FROM tables WHERE status = 'removed' AND touched < ?"
        return [str(values[0]) for values in await self._fetch(sql, before)]

    async def delete(self, tables: Iterable[str]) -> None:
        """Delete tables with everything that belongs to them."""
        for table in tables:
            await self.append(Write(None, delete_table(table)))

    async def review(self, table: str, game: int, depth: str, seat: int) -> bytes:
        """Return a review that is kept, as JSON; empty if there is none."""
        sql = "SELECT data FROM reviews WHERE table_id = ? AND game = ? AND depth = ? AND seat = ?"
        found = await self._fetch(sql, table, game, depth, seat)
        return zlib.decompress(found[0][0]) if found else b""

    async def keep_review(self, table: str, game: int, depth: str, seat: int, data: bytes) -> None:
        """Keep a review, which is JSON, until its table is deleted."""
        packed = await asyncio.to_thread(zlib.compress, data)
        await self.append(Write(None, [insert_review(table, game, depth, seat, packed, time.time())]))

    # --- Seats ---

    async def token(self, token: str) -> StoredToken | None:
        """Return a token that is or was valid; None if there is no such token."""
        sql = "SELECT table_id, seat, host, owner, ended FROM tokens WHERE hash = ?"
        values = await self._fetch(sql, digest(token))
        return StoredToken(_grant(values[0][:4]), values[0][4]) if values else None

    async def grant(self, token: str) -> Grant | None:
        """Return what a token grants; None if there is no such token, or if it ended."""
        found = await self.token(token)
        return found.grant if found and not found.ended else None

    async def take_transfer(self, code: str, now: float) -> Grant | None:
        """Use a transfer's code up, and return what it grants; None if the code is unknown or has expired."""
        sql = "DELETE FROM transfers WHERE hash = ? RETURNING table_id, seat, host, owner, expires"
        values = await self._change(sql, digest(code))
        return _grant(values[0][:4]) if values and values[0][4] >= now else None

    async def webhooks(self, table: str) -> dict[int, str]:
        """Return the addresses of a table's webhooks, by seat."""
        return dict(await self._fetch("SELECT seat, url FROM hooks WHERE table_id = ?", table))

    async def pushes(self, table: str, seat: int) -> list[PushSubscription]:
        """Return a seat's push subscriptions."""
        sql = "SELECT endpoint, p256dh, auth, lang FROM pushes WHERE table_id = ? AND seat = ?"
        return [PushSubscription(*values) for values in await self._fetch(sql, table, seat)]

    # --- The server itself ---

    async def server_key(self, name: str, fresh: str) -> str:
        """Return a key of the server, which is the same for all nodes. The first to ask stores a fresh one."""
        query = "SELECT value FROM server_keys WHERE name = ?"
        if not (found := await self._fetch(query, name)):
            insert = "INSERT INTO server_keys (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
            await self._change(insert, name, fresh)
            found = await self._fetch(query, name)
        return str(found[0][0])


def _grant(values: Values) -> Grant:
    table, seat, host, owner = values
    return Grant(table, seat, bool(host), owner)
