"""SQLite alone: files, large commits, and errors that reach whoever waits."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tatze.core.errors import SetupError
from tatze.server.stores import bounded
from tatze.server.stores import postgres as postgres_module
from tatze.server.stores import sqlite as sqlite_module
from tatze.server.stores.engine import MAX_WRITES_PER_COMMIT, Write
from tatze.server.stores.sqlite import SqliteEngine, file_of
from tatze.server.stores.statements import set_status
from tatze.server.stores.store import Store, engine_for
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import LogRow


def test_a_database_in_memory_is_refused() -> None:
    assert file_of("sqlite:///games.sqlite") == Path("games.sqlite")
    assert file_of("sqlite:////var/games.sqlite") == Path("/var/games.sqlite")
    with pytest.raises(SetupError, match="name a file"):
        file_of("sqlite://")


def test_more_writes_than_one_commit_takes_are_several_commits(tmp_path: Path) -> None:
    async def work() -> None:
        engine = SqliteEngine(f"sqlite:///{tmp_path / 'store.sqlite'}")
        sizes: list[int] = []
        engine.commit_listeners.append(sizes.append)
        await engine.open()
        count = 2 * MAX_WRITES_PER_COMMIT + 1
        rows = [LogRow("t", version, "action", 0, "", None, 0.0) for version in range(count)]
        assert all(await asyncio.gather(*[engine.append(Write(row)) for row in rows]))
        assert sum(sizes) == count
        assert max(sizes) <= MAX_WRITES_PER_COMMIT
        await engine.close()

    asyncio.run(work())


def test_an_error_reaches_everybody_who_waits_for_the_commit(tmp_path: Path) -> None:
    async def work() -> None:
        engine = SqliteEngine(f"sqlite:///{tmp_path / 'store.sqlite'}")
        await engine.open()
        with pytest.raises(sqlite3.Error):
            await engine.fetch("SELECT nonsense FROM nowhere")
        with pytest.raises(sqlite3.Error):
            await engine.change("DELETE FROM nowhere")
        await engine.change("DROP TABLE log")
        row = LogRow("t", 0, "opened", 0, "", None, 0.0)
        for write in (Write(row), Write(row, [set_status("t", "over", 0.0)])):
            with pytest.raises(sqlite3.Error):
                await engine.append(write)
        assert await engine.append(Write(None, [set_status("t", "over", 0.0)])), "later writes are stored"
        abandoned = engine.append(Write(None, [set_status("t", "over", 0.0)]))
        abandoned.cancel()
        assert await engine.change("SELECT 1") == [(1,)]
        await engine.close()

    asyncio.run(work())


def test_a_query_for_which_nobody_waits_any_more_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "DATABASE_SECONDS", 0.05)
    gate, asked = threading.Event(), []
    fetch = sqlite_module._fetch

    def stop(*query: Any) -> Any:
        asked.append(query)
        gate.wait()
        return fetch(*query)

    monkeypatch.setattr(sqlite_module, "_fetch", stop)

    async def work() -> None:
        store = Store(SqliteEngine(f"sqlite:///{tmp_path / 'store.sqlite'}"))
        await store.engine.open()
        for _ in range(3):
            with pytest.raises(Refused, match="send it again"):
                await store.all_tables()
        gate.set()
        monkeypatch.setattr(bounded, "DATABASE_SECONDS", 20)
        assert await store.all_tables() == []
        assert len(asked) == 2, "the one that was running, and the fresh one"
        await store.engine.close()

    asyncio.run(work())


def test_an_error_of_the_database_is_a_refusal_to_try_again(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(SqliteEngine(f"sqlite:///{tmp_path / 'store.sqlite'}"))
        await store.engine.open()
        for table in ("tokens", "transfers"):
            await store.engine.change(f"DROP TABLE {table}")
        for call in (store.token("x"), store.take_transfer("x", 0.0)):
            with pytest.raises(Refused) as refused:
                await call
            assert refused.value.code == "server/busy"
        await store.engine.close()

    asyncio.run(work())


def test_who_waits_for_a_connection_to_postgresql_gives_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_module, "DATABASE_SECONDS", 0.01)

    async def work() -> None:
        engine = postgres_module.PostgresEngine("postgresql://nowhere")  # not opened, so it has no connections
        async with asyncio.timeout(10):
            with pytest.raises(Refused) as refused:
                await Store(engine).take_transfer("x", 0.0)
        assert refused.value.code == "server/busy", "it did not begin"

    asyncio.run(work())


def test_postgresql_without_its_extra_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tatze.server.stores.postgres", None)
    with pytest.raises(SetupError, match="needs the extra"):
        engine_for("postgresql://host/name")


def test_a_write_is_stored_though_nobody_can_be_told_any_more(tmp_path: Path) -> None:
    engine = SqliteEngine(f"sqlite:///{tmp_path / 'store.sqlite'}")
    asyncio.run(engine.open())
    engine.append(Write(LogRow("t", 0, "opened", 0, "", None, 0.0)))  # the loop that would be told has ended
    asyncio.run(engine.close())
    with closing(sqlite3.connect(tmp_path / "store.sqlite")) as database:
        assert database.execute("SELECT count(*) FROM log").fetchall() == [(1,)]
