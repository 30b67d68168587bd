"""Tables as their operator sees them: without hands, secrets and tokens."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tatze.core.errors import TatzeError
from tatze.server.live.archive import record_of
from tatze.server.stores.engine import Write
from tatze.server.stores.statements import set_status
from tatze.server.stores.store import Store, engine_for
from tatze.server.table.fold import fold
from tatze.server.table.rows import NO_SEAT, LogRow
from tatze.server.table.state import TableState

DAY_SECONDS = 86_400.0


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A table in a listing. It has no names, so that a listing can be shown to others."""

    id: str
    game: str
    rules: str
    status: str
    created: float
    """When the table was opened, in seconds since 1970."""
    used: float
    """When something last happened there, in seconds since 1970."""
    versions: int
    people: int
    """Number of seats that people have."""


@asynccontextmanager
async def opened_store(url: str) -> AsyncIterator[Store]:
    """Open a database beside a server that may be running on it."""
    store = Store(engine_for(url, shared=True))
    await store.engine.open()
    try:
        yield store
    finally:
        await store.engine.close()


async def summaries(store: Store) -> list[TableSummary]:
    """Return all tables that were not removed, the one used last first."""
    found = []
    for table in await store.all_tables():
        state = await _state(store, table)
        if state is not None:
            found.append(_summary(state))
    return sorted(found, key=lambda one: -one.used)


async def _state(store: Store, table: str) -> TableState | None:
    """Return the state of a table; None if there is none, or if its log cannot be read."""
    rows = await store.rows(table)
    try:
        return fold(rows) if rows else None
    except Exception:  # noqa: BLE001  # one table that cannot be read must not hide the others
        return None


def _summary(state: TableState) -> TableSummary:
    return TableSummary(
        id=state.id,
        game=state.opening.game,
        rules=state.opening.rules,
        status=state.status,
        created=state.created,
        used=state.at,
        versions=state.version + 1,
        people=sum(seat.kind == "person" for seat in state.seats),
    )


async def described(store: Store, table: str) -> dict[str, Any]:
    """Return what an operator may know of a table: its settings, seats and games, but no hand, secret or token."""
    state = await _known(store, table)
    summary = _summary(state)
    return {
        "id": summary.id,
        "game": summary.game,
        "rules": summary.rules,
        "options": dict(state.opening.options),
        "status": summary.status,
        "public": state.opening.public,
        "created": summary.created,
        "used": summary.used,
        "versions": summary.versions,
        "seats": [{"kind": seat.kind, "name": seat.name, "level": seat.level} for seat in state.seats],
        "games_finished": len(state.finished_games),
        "games_agreed": state.opening.games,
    }


async def _known(store: Store, table: str) -> TableState:
    state = await _state(store, table)
    if state is None:
        raise TatzeError(f"there is no table {table!r}, or it cannot be read")
    return state


async def exported(store: Store, table: str) -> list[str]:
    """Return the records of a table's finished games. A running game is left out: its record has hidden cards."""
    state = await _known(store, table)
    return [record_of(state, number + 1) for number in range(len(state.finished_games))]


async def tables_with_name(store: Store, name: str) -> list[str]:
    """Return the tables at which somebody has a name, whatever its case."""
    wanted = name.casefold()
    return await _tables_where(store, lambda state: any(seat.name.casefold() == wanted for seat in state.seats))


async def tables_unused_for(store: Store, days: float) -> list[str]:
    """Return the tables at which nothing has happened for a number of days."""
    before = time.time() - days * DAY_SECONDS
    return await _tables_where(store, lambda state: state.at < before)


async def _tables_where(store: Store, wanted: Callable[[TableState], bool]) -> list[str]:
    states = [await _state(store, table) for table in await store.all_tables()]
    return [state.id for state in states if state is not None and wanted(state)]


async def remove(store: Store, table: str) -> None:
    """Remove a table, as its host could. A running server notices at the next thing that happens there; what is stored
    is deleted a day later."""
    while True:
        rows = await store.rows(table)
        if not rows or rows[-1].kind == "removed":
            raise TatzeError(f"there is no table {table!r}")
        now = time.time()
        row = LogRow(table, rows[-1].version + 1, "removed", NO_SEAT, "", None, now)
        if await store.append(Write(row, [set_status(table, "removed", now)])):
            return
