"""The hub: one way to a new version, also where several nodes write to one store."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tatze.server.live import cluster as cluster_module
from tatze.server.live.bot_pool import BotPool
from tatze.server.live.bus import LocalBus
from tatze.server.live.cluster import Cluster
from tatze.server.live.connection import Connection
from tatze.server.live.conversation import EMOTE_BURST, MESSAGE_BURST
from tatze.server.live.hub import Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.live.program_bots import BotChoice
from tatze.server.live.scheduler import Scheduler
from tatze.server.metrics import Metrics
from tatze.server.stores.bounded import Unconfirmed
from tatze.server.stores.engine import Write
from tatze.server.stores.statements import insert_table
from tatze.server.stores.store import Store, engine_for
from tatze.server.table import decide
from tatze.server.table.fold import fold
from tatze.server.table.opening import opening_for
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, DraftRow, LogRow
from tatze.server.table.state import ScheduledAction, TableState
from tatze.wire import NewTable, Said, SeatPlan

BOT_TABLE = NewTable("linko", "Ada", "duel", seats=[SeatPlan("bot", "wildcat")] * 2, public=True, seed=1)


def run(folder: Path, test: Callable[[Store], Awaitable[None]]) -> None:
    """Run a test on a store that has one table, "t", of two bots, which has not started."""

    async def work() -> None:
        store = Store(engine_for(f"sqlite:///{folder / 'hub.sqlite'}"))
        await store.engine.open()
        data = msgspec.json.encode(opening_for(BOT_TABLE)).decode()
        row = LogRow("t", 0, "opened", NO_SEAT, data, None, 0.0)
        await store.append(Write(row, [insert_table("t", "CODE", True, 0.0)]))
        try:
            await test(store)
        finally:
            await store.engine.close()

    asyncio.run(work())


def node(store: Store) -> Hub:
    return Hub(store, Metrics(), single_node=False)


def pause(_: object) -> DraftRow:
    return DraftRow("paused", NO_SEAT)


def test_a_node_that_is_behind_decides_again_on_what_another_node_committed(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        one, two = node(store), node(store)
        await two.get("t")
        await one.commit("t", None, NO_SEAT, decide.start_when_full)
        live = await one.get("t")
        assert live.state.current_game
        text, seat = live.state.current_game.legal[0], live.state.actor
        act = partial(decide.act, seat=seat, on=1, text=text, by="bot")
        assert (await two.commit("t", None, NO_SEAT, act)).version == 2, "it read the start first"
        with pytest.raises(Refused, match="moved on"):
            await one.commit("t", None, NO_SEAT, act)
        assert live.state.version == 2, "it read the action before it refused"

    run(tmp_path, test)


def test_a_version_that_another_node_took_is_decided_on_again(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        one, two = node(store), node(store)
        await two.get("t")
        await one.commit("t", None, NO_SEAT, decide.start_when_full)
        assert (await two.commit("t", None, NO_SEAT, pause)).version == 2

    run(tmp_path, test)


def test_a_store_that_refuses_a_version_nobody_took_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(store: Store) -> None:
        hub = Hub(store, Metrics())
        await hub.get("t")

        async def refuse(_: Write) -> bool:
            return False

        monkeypatch.setattr(store, "append", refuse)
        with pytest.raises(Refused, match="send it again"):
            await hub.commit("t", None, NO_SEAT, pause)

    run(tmp_path, test)


def test_what_became_of_a_write_is_found_out_though_the_database_fails_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tatze.server.live.hub.FIND_OUT_SECONDS", 0)

    async def test(store: Store) -> None:
        hub = Hub(store, Metrics())
        live, append, fetch, failures = await hub.get("t"), store.append, store.engine.fetch, [1, 2]

        async def store_silently(write: Write) -> bool:
            await append(write)
            raise Unconfirmed

        async def fail_at_first(sql: str, *values: Any) -> list[Any]:
            if failures:
                raise sqlite3.OperationalError(f"failure {failures.pop()}")
            return await fetch(sql, *values)

        monkeypatch.setattr(store, "append", store_silently)
        monkeypatch.setattr(store.engine, "fetch", fail_at_first)
        with pytest.raises(Unconfirmed):
            await hub.commit("t", None, NO_SEAT, decide.start_when_full)
        await asyncio.gather(*hub._tasks)
        assert not failures
        assert live.state.version == 1

    run(tmp_path, test)


def test_a_table_has_only_so_many_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tatze.server.live.hub.MAX_VERSIONS", 2)

    async def test(store: Store) -> None:
        hub = Hub(store, Metrics())
        await hub.commit("t", None, NO_SEAT, decide.start_when_full)
        await hub.commit("t", None, NO_SEAT, pause)
        with pytest.raises(Refused, match="as much of this"):
            await hub.commit("t", None, NO_SEAT, pause)

    run(tmp_path, test)


def test_a_table_is_loaded_once_however_many_ask_for_it(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        hub = Hub(store, Metrics())
        tables = await asyncio.gather(*[hub.get("t") for _ in range(5)])
        assert len({id(live) for live in tables}) == 1
        assert hub.add(LiveTable(fold(await store.rows("t"))), here=False) is tables[0]
        with pytest.raises(Refused, match="no such table"):
            await hub.get("nowhere")

    run(tmp_path, test)


def test_a_client_that_has_seen_more_lets_its_node_catch_up(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        one, two = node(store), node(store)
        live = await two.get("t")
        await one.commit("t", None, NO_SEAT, decide.start_when_full)
        await two.reach(live, 0)
        assert live.state.version == 0
        await two.reach(live, 1)
        assert live.state.version == 1

    run(tmp_path, test)


def test_listeners_hear_of_every_version_in_their_order_and_where_it_was_committed(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        heard: list[tuple[str, int, bool]] = []
        one, two = node(store), node(store)
        for name in ("first", "second"):
            one.version_listeners.append(lambda live, here, name=name: heard.append((name, live.state.version, here)))  # type: ignore[misc]  # name is bound here
        await one.get("t")
        await one.commit("t", None, NO_SEAT, decide.start_when_full)
        await two.commit("t", None, NO_SEAT, pause)
        await one.follow(await one.get("t"))
        assert heard == [
            ("first", 0, False),
            ("second", 0, False),
            ("first", 1, True),
            ("second", 1, True),
            ("first", 2, False),
            ("second", 2, False),
        ]

    run(tmp_path, test)


# --- The cluster ---


def test_an_emote_from_another_node_is_shown_at_a_seat_that_there_is(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        hub = node(store)
        cluster, live = Cluster(hub, LocalBus()), await hub.get("t")
        connection = Connection(seat=NO_SEAT, host=False, max_waiting=10)
        live.connections.add(connection)
        for table, seat in (("t", 1), ("t", 2), ("nowhere", 0)):
            cluster.emote_shown(table, seat, "wow")
        assert list(connection.queue) == [b'{"t":"emoted","seat":1,"emote":"wow"}']

    run(tmp_path, test)


def test_a_message_from_another_node_is_shown_to_seats_within_the_limit(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        hub = node(store)
        cluster, live = Cluster(hub, LocalBus()), await hub.get("t")
        spectator = Connection(seat=NO_SEAT, host=False, max_waiting=10)
        player = Connection(seat=0, host=False, max_waiting=10)
        live.connections |= {spectator, player}
        for table, seat, text in (("t", 2, "no such seat"), ("nowhere", 0, "hi"), ("t", 1, "two\nlines")):
            cluster.message_sent(table, Said(seat, "Ben", text, 7, "k"))
        assert not player.queue
        for number in range(20):
            cluster.message_sent("t", Said(1, "Ben", f"number {number}", 7, f"k{number}"))
            cluster.emote_shown("t", 1, "wow")
        assert len(player.queue) == MESSAGE_BURST + EMOTE_BURST
        assert len(spectator.queue) == EMOTE_BURST

    run(tmp_path, test)


def test_what_is_repeated_goes_on_after_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cluster_module, "POLL_SECONDS", 0.005)
    monkeypatch.setattr(cluster_module, "REPORT_SECONDS", 0.005)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("this one is broken")

    async def test(store: Store) -> None:
        hub = node(store)
        cluster = Cluster(hub, LocalBus())
        monkeypatch.setattr(hub, "unload", fail)
        monkeypatch.setattr(cluster.remote, "expire", fail)
        tasks = [asyncio.create_task(work) for work in (cluster.run(), cluster.run_presence())]
        async with asyncio.timeout(20):
            while not all([r.msg for r in caplog.records].count(m) > 1 for m in ("hub-error", "presence-error")):
                await asyncio.sleep(0.005)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(tmp_path, test)


# --- The scheduler ---


def test_a_bot_whose_turn_has_passed_does_nothing(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        hub = Hub(store, Metrics())
        bots = BotPool(hub.metrics, 1)
        live = await hub.get("t")
        await Scheduler(hub, bots).let_bot_act(live, ScheduledAction("bot", 0.0, 0, "wildcat"))
        assert live.state.version == 0
        bots.close()

    run(tmp_path, test)


def test_a_bot_decides_once_though_its_timer_is_set_again_meanwhile(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        hub = Hub(store, Metrics())
        bots, asked, gate = BotPool(hub.metrics, 1), [], asyncio.Event()

        async def choose(state: TableState, seat: int, level: str) -> BotChoice:  # noqa: ARG001  # as bots are asked
            asked.append(state.version)
            await gate.wait()
            assert state.current_game
            return BotChoice(state.current_game.legal_actions[0], "")

        bots.choose = choose  # type: ignore[method-assign]  # a bot that thinks for as long as the test wants
        scheduler, (live, _) = Scheduler(hub, bots), await hub.commit("t", None, NO_SEAT, decide.start_when_full)
        due = live.state.scheduled
        assert due
        thinking = asyncio.create_task(scheduler.let_bot_act(live, due))
        for change in ("paused", "resumed"):
            await hub.commit("t", None, NO_SEAT, lambda _, change=change: DraftRow(change, NO_SEAT))  # type: ignore[misc]  # bound here
        again = asyncio.create_task(scheduler.let_bot_act(live, due))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(thinking, again, return_exceptions=True)
        assert asked == [1]
        assert live.state.version == 4, "its decision counts, because the game did not change"
        due = live.state.scheduled
        assert due
        await scheduler.let_bot_act(live, due)
        assert asked == [1, 4]
        bots.close()

    run(tmp_path, test)


def test_sweeps_go_on_after_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tatze.server.live.scheduler.SWEEP_SECONDS", 0.005)

    async def test(store: Store) -> None:
        hub = Hub(store, Metrics())
        bots = BotPool(hub.metrics, 1)

        async def fail(_: int) -> dict[str, int]:
            raise RuntimeError("this one is broken")

        monkeypatch.setattr(store, "running_tables", fail)
        task = asyncio.create_task(Scheduler(hub, bots).run())
        async with asyncio.timeout(20):
            while [record.msg for record in caplog.records].count("sweep-error") < 2:
                await asyncio.sleep(0.005)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        bots.close()

    run(tmp_path, test)
