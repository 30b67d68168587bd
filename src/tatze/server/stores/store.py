"""The store: the queries that the server makes. The SQL is the same for both databases; an `Engine` runs it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from tatze.core.errors import SetupError
from tatze.server.stores.engine import Engine, Values, Write
from tatze.server.stores.statements import delete_table, digest, insert_transfer
from tatze.server.table.identifiers import is_identifier, new_token
from tatze.server.table.rows import NO_SEAT, Grant, LogRow
from tatze.wire import PushSubscription


def engine_for(url: str, shared: bool = False) -> Engine:
    """Return the engine for a database's URL. `shared` says that a server may be running on the same file."""
    if urlsplit(url).scheme == "sqlite":
        from tatze.server.stores.sqlite import SqliteEngine

        return SqliteEngine(url, shared)
    try:
        from tatze.server.stores.postgres import PostgresEngine
    except ModuleNotFoundError:
        raise SetupError("PostgreSQL needs the extra: pip install 'tatze[nodes]'") from None
    return PostgresEngine(url)


class StoredToken(NamedTuple):
    """A token in the store."""

    grant: Grant
    ended: str
    """Why the token is no longer valid: its seat was "left" or "freed", or its person was "removed"; empty if it is."""


class Store:
    """The event logs of all tables, and the indexes by which they are found."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.append = engine.append

    # --- Tables ---

    async def rows(self, table: str, since: int = -1) -> list[LogRow]:
        """Return the rows of a table after version `since`."""
        sql = """SELECT table_id, version, kind, seat, data, key, at FROM log
                 WHERE table_id = ? AND version > ? ORDER BY version"""
        return [LogRow(*values) for values in await self.engine.fetch(sql, table, since)]

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the newest version of each of these tables."""
        marks = ", ".join("?" * len(tables))
        sql = f"SELECT table_id, max(version) FROM log WHERE table_id IN ({marks}) GROUP BY table_id"
        return dict(await self.engine.fetch(sql, *tables)) if tables else {}

    async def table_with_code(self, code: str) -> str | None:
        """Return the id of the table with a code, unless it was removed."""
        if not is_identifier(code):
            return None
        found = await self.engine.fetch("SELECT id FROM tables WHERE code = ? AND status <> 'removed'", code)
        return found[0][0] if found else None

    async def code_of(self, table: str) -> str | None:
        """Return a table's code."""
        found = await self.engine.fetch("SELECT code FROM tables WHERE id = ?", table)
        return found[0][0] if found else None

    async def all_tables(self) -> list[str]:
        """Return the ids of all tables that were not removed."""
        return [str(values[0]) for values in await self.engine.fetch("SELECT id FROM tables WHERE status <> 'removed'")]

    async def public_tables(self, limit: int) -> list[str]:
        """Return the ids of public tables that are not over, the newest first."""
        sql = """SELECT id FROM tables WHERE public = 1 AND status IN ('waiting', 'playing', 'paused')
                 ORDER BY created DESC LIMIT ?"""
        return [str(values[0]) for values in await self.engine.fetch(sql, limit)]

    async def running_tables(self, limit: int) -> dict[str, int]:
        """Return the tables at which the server may have to act by itself, with their versions, the most recently used
        first."""
        sql = """SELECT id, (SELECT max(version) FROM log WHERE table_id = tables.id) FROM tables
                 WHERE status IN ('waiting', 'playing') ORDER BY touched DESC LIMIT ?"""
        return dict(await self.engine.fetch(sql, limit))

    async def check(self) -> None:
        """Write something durably, delete it again, and read. An error means that the database cannot be used now."""
        code = new_token()
        nothing = insert_transfer(code, Grant("", NO_SEAT, host=False), 0)
        await self.append(Write(None, [*nothing, ("DELETE FROM transfers WHERE hash = ?", (digest(code),))]))
        await self.count_unfinished()

    async def count_unfinished(self) -> int:
        """Return the number of tables that are not over."""
        sql = "SELECT count(*) FROM tables WHERE status IN ('waiting', 'playing', 'paused')"
        return int((await self.engine.fetch(sql))[0][0])

    async def unused_tables(self, before: float, limit: int = 500) -> list[str]:
        """Return tables at which nothing has happened since a time, which is given in seconds since 1970."""
        sql = """SELECT id FROM tables WHERE touched < ? AND NOT EXISTS
                 (SELECT 1 FROM log WHERE table_id = tables.id AND at >= ?) LIMIT ?"""
        return [str(values[0]) for values in await self.engine.fetch(sql, before, before, limit)]

    async def removed_tables(self, before: float) -> list[str]:
        """Return tables that their hosts removed before a time, which is given in seconds since 1970."""
        sql = "SELECT id FROM tables WHERE status = 'removed' AND touched < ?"
        return [str(values[0]) for values in await self.engine.fetch(sql, before)]

    async def delete(self, tables: Iterable[str]) -> None:
        """Delete tables with everything that belongs to them."""
        for table in tables:
            await self.engine.append(Write(None, delete_table(table)))

    # --- Seats ---

    async def token(self, token: str) -> StoredToken | None:
        """Return a token that is or was valid; None if there is no such token."""
        sql = "SELECT table_id, seat, host, owner, ended FROM tokens WHERE hash = ?"
        values = await self.engine.fetch(sql, digest(token))
        return StoredToken(_grant(values[0][:4]), values[0][4]) if values else None

    async def grant(self, token: str) -> Grant | None:
        """Return what a token grants; None if there is no such token, or if it ended."""
        found = await self.token(token)
        return found.grant if found and not found.ended else None

    async def take_transfer(self, code: str, now: float) -> Grant | None:
        """Use a transfer's code up, and return what it grants; None if the code is unknown or has expired."""
        sql = "DELETE FROM transfers WHERE hash = ? RETURNING table_id, seat, host, owner, expires"
        values = await self.engine.change(sql, digest(code))
        return _grant(values[0][:4]) if values and values[0][4] >= now else None

    async def webhooks(self, table: str) -> dict[int, str]:
        """Return the addresses of a table's webhooks, by seat."""
        return dict(await self.engine.fetch("SELECT seat, url FROM hooks WHERE table_id = ?", table))

    async def pushes(self, table: str, seat: int) -> list[PushSubscription]:
        """Return a seat's push subscriptions."""
        sql = "SELECT endpoint, p256dh, auth, lang FROM pushes WHERE table_id = ? AND seat = ?"
        return [PushSubscription(*values) for values in await self.engine.fetch(sql, table, seat)]

    # --- The server itself ---

    async def server_key(self, name: str, fresh: str) -> str:
        """Return a key of the server, which is the same for all nodes. The first to ask stores a fresh one."""
        await self.engine.change(
            "INSERT INTO server_keys (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, fresh
        )
        return str((await self.engine.fetch("SELECT value FROM server_keys WHERE name = ?", name))[0][0])


def _grant(values: Values) -> Grant:
    table, seat, host, owner = values
    return Grant(table, seat, bool(host), owner)
