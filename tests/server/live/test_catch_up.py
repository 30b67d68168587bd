"""Tables that are behind are read together, again if the database does not answer, and whatever else goes on there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tatze.server.live import catch_up as catch_up_module
from tatze.server.live.bus import LocalBus
from tatze.server.live.cluster import Cluster
from tatze.server.live.hub import Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.metrics import Metrics
from tatze.server.stores.engine import Write
from tatze.server.stores.statements import insert_table
from tatze.server.stores.store import Store, engine_for
from tatze.server.table import decide
from tatze.server.table.opening import opening_for
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, DraftRow, LogRow
from tatze.wire import NewTable, SeatPlan

TABLES = [f"t{number}" for number in range(20)]


def run(folder: Path, test: Callable[[Store], Awaitable[None]]) -> None:
    """Run a test on a store that has some tables of two bots, which have not started."""

    async def work() -> None:
        store = Store(engine_for(f"sqlite:///{folder / 'tables.sqlite'}"))
        await store.engine.open()
        new = NewTable("linko", "Ada", "duel", seats=[SeatPlan("bot", "wildcat")] * 2, seed=1)
        data = msgspec.json.encode(opening_for(new)).decode()
        for table in TABLES:
            await store.append(
                Write(LogRow(table, 0, "opened", NO_SEAT, data, None, 0.0), [insert_table(table, table, False, 0.0)])
            )
        try:
            await test(store)
        finally:
            await store.engine.close()

    asyncio.run(work())


def node(store: Store) -> Cluster:
    return Cluster(Hub(store, Metrics(), single_node=False), LocalBus())


async def start(hub: Hub, tables: Sequence[str]) -> None:
    for table in tables:
        await hub.commit(table, None, NO_SEAT, decide.start_when_full)


async def until_at(hub: Hub, tables: Sequence[str], version: int) -> None:
    async with asyncio.timeout(10):
        while any(hub.tables[table].state.version < version for table in tables):
            await asyncio.sleep(0.001)


class CountedReads:
    """The queries for rows of many tables; the first ones can be refused."""

    def __init__(self, store: Store, refused: int = 0) -> None:
        self.sizes: list[int] = []
        self.refused = refused
        self._read = store.rows_after
        store.rows_after = self.rows_after  # type: ignore[method-assign]  # counts, and calls it

    async def rows_after(self, since: Mapping[str, int]) -> list[LogRow]:
        self.sizes.append(len(since))
        if len(self.sizes) <= self.refused:
            raise Refused("server/busy")
        return await self._read(since)


def test_tables_that_are_behind_are_read_in_one_query(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        one, two = node(store), node(store)
        for table in TABLES:
            await two.hub.get(table)
        await start(one.hub, TABLES)
        reads = CountedReads(store)
        for table in (*TABLES, TABLES[0], "unknown"):
            two.version_committed(table, 1)
        await until_at(two.hub, TABLES, 1)
        assert reads.sizes == [len(TABLES)]

    run(tmp_path, test)


def test_what_could_not_be_read_is_read_when_the_database_answers_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up_module, "RETRY_SECONDS", 0.01)

    async def test(store: Store) -> None:
        one, two = node(store), node(store)
        await two.hub.get("t0")
        await start(one.hub, ["t0"])
        reads = CountedReads(store, refused=3)
        two.version_committed("t0", 1)
        await until_at(two.hub, ["t0"], 1)
        assert reads.sizes == [1] * 4

    run(tmp_path, test)


def test_a_table_at_which_something_is_being_committed_keeps_no_other_waiting(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        one, two = node(store), node(store)
        busy = await two.hub.get("t0")
        await two.hub.get("t1")
        await start(one.hub, ["t0", "t1"])
        async with busy.lock:
            for table in ("t0", "t1"):
                two.version_committed(table, 1)
            await until_at(two.hub, ["t1"], 1)
            assert busy.state.version == 0, "nothing moves while a decision is being committed"
        await until_at(two.hub, ["t0"], 1)

    run(tmp_path, test)


def test_rows_that_are_there_already_are_not_applied_again(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        one, two = node(store), node(store)
        live = await two.hub.get("t0")
        await start(one.hub, ["t0"])
        await two.hub.commit("t0", None, NO_SEAT, lambda _: DraftRow("paused", NO_SEAT))
        await two.hub.apply_rows(live, await store.rows("t0"))
        assert live.state.version == 2

    run(tmp_path, test)


def test_a_version_that_is_heard_of_while_its_table_is_loaded_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(store: Store) -> None:
        one, two = node(store), node(store)
        await one.hub.get("t0")
        load = LiveTable.load

        async def load_late(rows: Sequence[LogRow]) -> Any:
            await start(one.hub, ["t0"])
            two.version_committed("t0", 1)
            return await load(rows)

        monkeypatch.setattr(LiveTable, "load", load_late)
        await two.hub.get("t0")
        await until_at(two.hub, ["t0"], 1)

    run(tmp_path, test)
