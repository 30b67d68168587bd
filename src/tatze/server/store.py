"""What is kept: one row for everything that happens at a table, and a few tables to find it by.

The SQL is the same for both databases; an `Engine` runs it. Everything that belongs together is written together."""

from __future__ import annotations

import hashlib
from asyncio import Future
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from tatze.core.errors import SetupError
from tatze.core.layout import EVERYONE

NO_SEAT = EVERYONE
"""In place of a seat: a spectator, a host who does not play, or the server itself."""
Values = tuple[Any, ...]
Statement = tuple[str, Values]


class Row(NamedTuple):
    """One version of a table."""

    table_id: str
    version: int
    kind: str
    seat: int
    data: str
    """What else is to know: an action's text, or JSON."""
    key: str | None
    """What the client called its request; None where the server acted by itself."""
    at: float


class Grant(NamedTuple):
    """What a token opens."""

    table_id: str
    seat: int
    host: bool


@dataclass(slots=True)
class Write:
    """One row and what has to be written with it, all or nothing."""

    row: Row | None
    more: Sequence[Statement] = ()


class Engine(Protocol):
    """A database. Statements have `?` in place of values."""

    batched: Callable[[int], None]
    """Told how many writes each commit had, in the event loop."""

    async def open(self) -> None: ...

    async def close(self) -> None:
        """Write what waits, and stop."""

    def append(self, write: Write) -> Future[bool]:
        """Done when it is durable; False if something of it was there already. Writes of the moment share a commit."""

    async def fetch(self, sql: str, *values: Any) -> list[Values]: ...

    async def change(self, sql: str, *values: Any) -> list[Values]:
        """Run one statement that writes, durably; gives back what it returns."""


def engine_for(url: str) -> Engine:
    scheme = urlsplit(url).scheme
    if scheme == "sqlite":
        from tatze.server.sqlite import SqliteEngine

        return SqliteEngine(url)
    try:
        from tatze.server.postgres import PostgresEngine
    except ModuleNotFoundError:
        raise SetupError("PostgreSQL needs the extra: pip install 'tatze[nodes]'") from None
    return PostgresEngine(url)


def digest(secret: str) -> str:
    """Tokens and one-time codes are kept as this; they are random and long, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Store:
    """The questions that the server asks its database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.append = engine.append

    # --- Tables ---

    async def rows(self, table: str, since: int = -1) -> list[Row]:
        sql = """SELECT table_id, version, kind, seat, data, key, at FROM log
                 WHERE table_id = ? AND version > ? ORDER BY version"""
        return [Row(*values) for values in await self.engine.fetch(sql, table, since)]

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The newest version of each of these."""
        marks = ", ".join("?" * len(tables))
        sql = f"SELECT table_id, max(version) FROM log WHERE table_id IN ({marks}) GROUP BY table_id"
        return dict(await self.engine.fetch(sql, *tables)) if tables else {}

    async def table_of(self, code: str) -> str | None:
        found = await self.engine.fetch("SELECT id FROM tables WHERE code = ? AND status <> 'removed'", code)
        return found[0][0] if found else None

    async def code_of(self, table: str) -> str | None:
        found = await self.engine.fetch("SELECT code FROM tables WHERE id = ?", table)
        return found[0][0] if found else None

    async def listed(self, limit: int) -> list[str]:
        """Public tables that wait or are played, the newest first."""
        sql = """SELECT id FROM tables WHERE public = 1 AND status IN ('waiting', 'playing', 'paused')
                 ORDER BY created DESC LIMIT ?"""
        return [str(values[0]) for values in await self.engine.fetch(sql, limit)]

    async def running(self, limit: int) -> dict[str, int]:
        """Tables at which the server may have to act by itself, those that moved last first, with their versions."""
        sql = """SELECT id, (SELECT max(version) FROM log WHERE table_id = tables.id) FROM tables
                 WHERE status IN ('waiting', 'playing') ORDER BY touched DESC LIMIT ?"""
        return dict(await self.engine.fetch(sql, limit))

    async def unfinished(self) -> int:
        sql = "SELECT count(*) FROM tables WHERE status IN ('waiting', 'playing', 'paused')"
        return int((await self.engine.fetch(sql))[0][0])

    async def forgotten(self, before: float, limit: int = 500) -> list[str]:
        """Tables at which nothing has happened since."""
        sql = """SELECT id FROM tables WHERE touched < ? AND NOT EXISTS
                 (SELECT 1 FROM log WHERE table_id = tables.id AND at >= ?) LIMIT ?"""
        return [str(values[0]) for values in await self.engine.fetch(sql, before, before, limit)]

    async def removed(self, before: float) -> list[str]:
        sql = "SELECT id FROM tables WHERE status = 'removed' AND touched < ?"
        return [str(values[0]) for values in await self.engine.fetch(sql, before)]

    async def forget(self, tables: Iterable[str]) -> None:
        for table in tables:
            await self.engine.append(Write(None, delete_table(table)))

    # --- Tokens ---

    async def grant(self, token: str) -> Grant | None:
        values = await self.engine.fetch("SELECT table_id, seat, host FROM tokens WHERE hash = ?", digest(token))
        return Grant(values[0][0], values[0][1], bool(values[0][2])) if values else None

    async def take_transfer(self, code: str, now: float) -> Grant | None:
        """Use a transfer's code up."""
        sql = "DELETE FROM transfers WHERE hash = ? RETURNING table_id, seat, host, expires"
        values = await self.engine.change(sql, digest(code))
        if not values or values[0][3] < now:
            return None
        return Grant(values[0][0], values[0][1], bool(values[0][2]))

    async def hooks(self, table: str) -> dict[int, str]:
        """The addresses to call, by seat."""
        return dict(await self.engine.fetch("SELECT seat, url FROM hooks WHERE table_id = ?", table))


# --- What is written with a row ---

TOKENS = 8
"""A seat has so many tokens at most: the oldest one ends when another is given."""


def insert_table(table: str, code: str, public: bool, now: float) -> Statement:
    sql = "INSERT INTO tables (id, code, public, status, created, touched) VALUES (?, ?, ?, 'waiting', ?, ?)"
    return sql, (table, code, int(public), now, now)


def set_status(table: str, status: str, now: float) -> Statement:
    return "UPDATE tables SET status = ?, touched = ? WHERE id = ?", (status, now, table)


def insert_token(token: str, grant: Grant, now: float) -> list[Statement]:
    table, seat, host = grant
    crowd = """DELETE FROM tokens WHERE table_id = ? AND seat = ? AND hash NOT IN
               (SELECT hash FROM tokens WHERE table_id = ? AND seat = ? ORDER BY created DESC LIMIT ?)"""
    sql = "INSERT INTO tokens (hash, table_id, seat, host, created) VALUES (?, ?, ?, ?, ?)"
    return [
        (crowd, (table, seat, table, seat, TOKENS - 1)),
        (sql, (digest(token), table, seat, int(host), now)),
    ]


def delete_tokens(table: str, seat: int) -> list[Statement]:
    """End a seat's tokens, except the host's, who stays the host, and whatever else was asked for with them."""
    return [
        ("DELETE FROM tokens WHERE table_id = ? AND seat = ? AND host = 0", (table, seat)),
        ("UPDATE tokens SET seat = ? WHERE table_id = ? AND seat = ? AND host = 1", (NO_SEAT, table, seat)),
        ("DELETE FROM transfers WHERE table_id = ? AND seat = ?", (table, seat)),
        ("DELETE FROM hooks WHERE table_id = ? AND seat = ?", (table, seat)),
    ]


def insert_transfer(code: str, grant: Grant, expires: float) -> list[Statement]:
    """A seat has one transfer at a time."""
    sql = "INSERT INTO transfers (hash, table_id, seat, host, expires) VALUES (?, ?, ?, ?, ?)"
    return [
        ("DELETE FROM transfers WHERE table_id = ? AND seat = ?", (grant.table_id, grant.seat)),
        (sql, (digest(code), grant.table_id, grant.seat, int(grant.host), expires)),
    ]


def put_hook(table: str, seat: int, url: str) -> list[Statement]:
    """An empty address ends it."""
    delete: Statement = ("DELETE FROM hooks WHERE table_id = ? AND seat = ?", (table, seat))
    insert: Statement = ("INSERT INTO hooks (table_id, seat, url) VALUES (?, ?, ?)", (table, seat, url))
    return [delete, insert] if url else [delete]


def delete_table(table: str) -> list[Statement]:
    names = ("log", "tokens", "transfers", "hooks")
    own: list[Statement] = [(f"DELETE FROM {name} WHERE table_id = ?", (table,)) for name in names]
    return [*own, ("DELETE FROM tables WHERE id = ?", (table,))]
