"""Both databases keep the same promises: in order, once, all or nothing, and never half."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tatze.server.stores import postgres, sqlite
from tatze.server.stores.engine import MAX_WRITES_PER_COMMIT, Write
from tatze.server.stores.migrate import upgrade
from tatze.server.stores.statements import (
    MAX_ENDED_TOKENS,
    MAX_TOKENS_PER_SEAT,
    delete_endpoint,
    end_tokens,
    insert_push,
    insert_table,
    insert_token,
    insert_transfer,
    set_status,
    set_webhook,
)
from tatze.server.stores.store import Store, StoredToken, engine_for
from tatze.server.table.rows import Grant, LogRow
from tatze.wire import PushSubscription
from tests.server.services import Postgres

Test = Callable[[Store], Coroutine[Any, Any, None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.sqlite'}"
    service: Postgres = request.getfixturevalue("postgres")
    return service.database()


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    engine = engine_for(url)
    await engine.open()
    try:
        yield Store(engine)
    finally:
        await engine.close()


def test_a_write_waits_for_nothing_and_those_soon_after_it_share_a_commit(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connections = 1 if url.startswith("sqlite") else postgres.WRITER_COUNT
    for module in (sqlite, postgres):
        monkeypatch.setattr(module, "COMMIT_PAUSE_SECONDS", 2.0)

    async def test(store: Store) -> None:
        sizes: list[int] = []
        store.engine.commit_listeners.append(sizes.append)
        writes = [Write(LogRow("t", version, "action", 0, "", None, 0.0)) for version in range(connections + 3)]
        begun = time.monotonic()
        for write in writes[:connections]:
            assert await store.append(write)
        assert time.monotonic() - begun < 2.0
        waiting = []
        for write in writes[connections:]:
            waiting.append(asyncio.ensure_future(store.append(write)))
            await asyncio.sleep(0.02)  # long enough for a commit of its own, if nothing waited for the others
        assert all(await asyncio.gather(*waiting))
        assert sizes == [1] * connections + [3]
        for module in (sqlite, postgres):
            monkeypatch.setattr(module, "COMMIT_PAUSE_SECONDS", 0.0)

    run(url, test)


def run(url: str, test: Test) -> None:
    async def work() -> None:
        async with opened(url) as store:
            await test(store)

    asyncio.run(work())


def row(version: int, key: str | None = None, seat: int = 0, data: str = "7x2", table: str = "t") -> LogRow:
    return LogRow(table, version, "action", seat, data, key, 1000.5 + version)


def test_a_version_is_written_once(url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append(Write(row(0, "a")))
        assert not await store.append(Write(row(0, "b", data="8x1")))
        assert await store.append(Write(row(0, "a"))), "the very same row is there, so it was kept"
        assert await store.append(Write(row(1, "b")))
        assert await store.rows("t") == [row(0, "a"), row(1, "b")]
        assert await store.rows("t", since=0) == [row(1, "b")]
        assert await store.versions(["t", "u"]) == {"t": 1}

    run(url, test)


def test_the_rows_of_many_tables_are_read_at_once_each_from_its_own_version_on(url: str) -> None:
    async def test(store: Store) -> None:
        for table in ("u", "t", "v"):
            assert all([await store.append(Write(row(version, table=table))) for version in range(3)])
        found = [(each.table_id, each.version) for each in await store.rows_after({"u": 0, "t": 1, "none": -1})]
        assert found == [("t", 2), ("u", 1), ("u", 2)]
        assert await store.rows_after({"v": -1}) == await store.rows("v")
        assert await store.rows_after({}) == []

    run(url, test)


def test_a_seat_uses_a_key_once(url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append(Write(row(0, "a")))
        assert not await store.append(Write(row(1, "a")))
        assert await store.append(Write(row(1, "a", seat=1)))
        assert await store.append(Write(row(2)))
        assert await store.append(Write(row(3))), "what has no key is no request of anybody"

    run(url, test)


def test_of_many_at_once_exactly_those_without_a_conflict_are_kept(url: str) -> None:
    async def test(store: Store) -> None:
        tables = [f"t{number}" for number in range(50)]
        writes = [Write(row(version, table=table)) for table in tables for version in range(3)]
        rivals = [Write(row(1, data="rival", table=table)) for table in tables[::2]]
        kept = await asyncio.gather(*[store.append(write) for write in writes + rivals])
        assert sum(kept) == len(writes)
        for number, table in enumerate(tables):
            rows = await store.rows(table)
            assert [each.version for each in rows] == [0, 1, 2]
            if number % 2 == 0:
                rival = kept[len(writes) + number // 2]
                assert (rows[1].data == "rival") == rival

    run(url, test)


def test_a_row_and_what_belongs_to_it_are_kept_together_or_not_at_all(url: str) -> None:
    async def test(store: Store) -> None:
        grant = Grant("t", 0, host=True)
        first = Write(row(0), [insert_table("t", "CODE", True, 1.0), *insert_token("token", grant, 1.0)])
        assert await store.append(first)
        assert await store.grant("token") == grant
        assert not await store.append(Write(row(0, table="u"), [insert_table("u", "CODE", True, 1.0)]))
        assert await store.rows("u") == []
        late = insert_token("late", grant, 2.0)
        assert not await store.append(Write(row(0, data="other"), late))
        assert await store.grant("late") is None

    run(url, test)


def test_tables_are_found_and_listed_by_their_status(url: str) -> None:
    async def test(store: Store) -> None:
        for number, public in enumerate((True, False, True)):
            table = f"t{number}"
            await store.append(
                Write(row(0, table=table), [insert_table(table, await store.code_hash(f"C{number}"), public, number)])
            )
        assert await store.table_with_code("C1") == "t1"
        assert await store.table_with_code("C9") is None
        assert await store.table_with_code("no code\0") is None
        assert await store.public_tables(10) == ["t2", "t0"]
        assert await store.running_tables(2) == {"t2": 0, "t1": 0}
        await store.append(Write(None, [set_status("t2", "over", 5.0), set_status("t0", "removed", 5.0)]))
        assert await store.public_tables(10) == []
        assert await store.count_unfinished() == 1
        assert await store.table_with_code("C0") is None
        assert await store.removed_tables(6.0) == ["t0"]
        assert await store.unused_tables(500.0) == [], "their logs are younger"
        assert sorted(await store.unused_tables(5000.0)) == ["t0", "t1", "t2"]
        await store.delete(["t0", "t1"])
        assert await store.rows("t1") == []
        assert await store.unused_tables(5000.0) == ["t2"]

    run(url, test)


def test_a_seat_has_a_few_tokens_and_the_oldest_ends_first(url: str) -> None:
    async def test(store: Store) -> None:
        grant = Grant("t", 2, host=False)
        for number in range(MAX_TOKENS_PER_SEAT + 3):
            await store.append(Write(None, insert_token(f"k{number}", grant, float(number))))
        alive = [number for number in range(MAX_TOKENS_PER_SEAT + 3) if await store.grant(f"k{number}")]
        assert alive == list(range(3, MAX_TOKENS_PER_SEAT + 3))
        await store.append(Write(None, insert_token("host", Grant("t", 2, host=True), 99.0)))
        await store.append(Write(None, end_tokens("t", 2, "freed")))
        assert await store.grant("k9") is None
        assert await store.token("k9") == StoredToken(Grant("t", 2, host=False), "freed")
        assert await store.token("k0") is None
        assert await store.grant("host") == Grant("t", -1, host=True)

    run(url, test)


def test_only_the_newest_of_the_tokens_that_ended_are_remembered(url: str) -> None:
    async def test(store: Store) -> None:
        for number in range(MAX_ENDED_TOKENS + 2):
            owner = Grant("t", 1, host=False, owner=number)
            await store.append(Write(None, insert_token(f"k{number}", owner, float(number))))
            await store.append(Write(None, end_tokens("t", 1, "removed")))
        known = [number for number in range(MAX_ENDED_TOKENS + 2) if await store.token(f"k{number}")]
        assert known == list(range(2, MAX_ENDED_TOKENS + 2))
        assert await store.token("k9") == StoredToken(Grant("t", 1, host=False, owner=9), "removed")

    run(url, test)


def test_a_transfer_is_used_once_however_many_try(url: str) -> None:
    async def test(store: Store) -> None:
        grant, now = Grant("t", 1, host=False), time.time()
        await store.append(Write(None, insert_transfer("code", grant, int(now) + 60)))
        taken = await asyncio.gather(*[store.take_transfer("code", now) for _ in range(5)])
        assert sorted(map(str, taken)) == sorted(map(str, [grant, None, None, None, None]))

    run(url, test)


def test_a_hook_is_one_address_for_each_seat(url: str) -> None:
    async def test(store: Store) -> None:
        for address in ("https://a.example", "https://b.example"):
            await store.append(Write(None, set_webhook("t", 0, address)))
        assert await store.webhooks("t") == {0: "https://b.example"}
        await store.append(Write(None, set_webhook("t", 0, "")))
        assert await store.webhooks("t") == {}

    run(url, test)


def test_push_subscriptions_belong_to_a_seat_and_end_with_their_browser(url: str) -> None:
    async def test(store: Store) -> None:
        one, two = (
            PushSubscription("https://push.example/1", "p", "a", "de"),
            PushSubscription("https://push.example/2"),
        )
        for table, seat, push in (("t", 0, one), ("t", 0, one), ("t", 1, two), ("u", 0, two)):
            await store.append(Write(None, insert_push(table, seat, push, 1.0)))
        assert await store.pushes("t", 0) == [one]
        assert await store.pushes("t", 1) == [two]
        await store.append(Write(None, [delete_endpoint(two.endpoint)]))
        assert (await store.pushes("t", 1), await store.pushes("u", 0)) == ([], [])
        await store.delete(["t"])
        assert await store.pushes("t", 0) == []

    run(url, test)


def test_all_nodes_have_the_key_that_was_stored_first(url: str) -> None:
    async def test(store: Store) -> None:
        keys = await asyncio.gather(*[store.server_key("vapid", str(number)) for number in range(8)])
        assert len(set(keys)) == 1
        assert await store.server_key("other", "x") == "x"

    run(url, test)


def test_what_was_kept_is_there_after_a_restart(url: str) -> None:
    async def write(store: Store) -> None:
        writes = [store.append(Write(row(version))) for version in range(20)]
        assert all(await asyncio.gather(*writes))

    async def read(store: Store) -> None:
        assert [each.version for each in await store.rows("t")] == list(range(20))

    run(url, write)
    run(url, read)


def test_several_nodes_may_bring_a_database_up_to_date_at_once(url: str) -> None:
    async def work() -> None:
        await asyncio.gather(*[asyncio.to_thread(upgrade, url) for _ in range(4)])

    asyncio.run(work())
    run(url, _empty)


async def _empty(store: Store) -> None:
    assert await store.count_unfinished() == 0


def test_more_writes_than_one_commit_takes_are_all_kept(url: str) -> None:
    async def test(store: Store) -> None:
        count = 2 * MAX_WRITES_PER_COMMIT + 1
        writes = [store.append(Write(row(version))) for version in range(count)]
        assert all(await asyncio.gather(*writes))
        assert len(await store.rows("t")) == count

    run(url, test)


def test_a_row_that_was_kept_with_what_belongs_to_it_is_not_written_again(postgres: Postgres) -> None:
    async def test(store: Store) -> None:
        write = Write(row(0), [insert_table("t", "CODE", True, 1.0)])
        assert await store.append(write)
        assert await store.append(write), "as after a connection that broke before the answer came"
        assert len(await store.rows("t")) == 1

    run(postgres.database(), test)


def test_who_gives_up_waiting_harms_nobody_who_waits_for_the_same_commit(postgres: Postgres) -> None:
    async def test(store: Store) -> None:
        kept, abandoned = (store.engine.append(Write(row(version))) for version in (0, 1))
        broken = store.engine.append(Write(None, [("UPDATE nowhere SET x = ?", (1,))]))
        abandoned.cancel()
        assert await kept
        with pytest.raises(psycopg.Error):
            await broken
        assert [each.version for each in await store.rows("t")] == [0, 1]

    run(postgres.database(), test)


def test_a_query_and_a_commit_of_rows_are_one_round_trip_each(postgres: Postgres) -> None:
    async def test(store: Store) -> None:
        writes = [store.append(Write(row(version))) for version in range(3)]
        assert all(await asyncio.gather(*writes))
        assert len(await store.rows("t")) == 3
        last = await store._fetch(
            "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert last, "the writer's connection is there"
        assert all(query.startswith("INSERT INTO log") for (query,) in last), "nothing like COMMIT came after it"

    run(postgres.database(), test)
