"""A database that stops, fills up or takes no writes is said aloud within seconds, and no move is lost or doubled."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tatze.server.stores import bounded
from tests.server.services import Node, Postgres, wait_until
from tests.server.site import Site, Talk, turn

SECONDS = 0.3


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "DATABASE_SECONDS", SECONDS)
    monkeypatch.setattr("tatze.server.live.hub.DATABASE_SECONDS", SECONDS)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep the server's database from writing, as a disk does that has stopped."""
    other = sqlite3.connect(folder / "games.sqlite")
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.rollback()
        other.close()


@contextmanager
def playing(site: Site) -> Iterator[tuple[Talk, Talk]]:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        now = turn(ada, ben)
        yield now, ben if now is ada else ada


@pytest.mark.usefixtures("impatient")
def test_an_action_that_cannot_be_confirmed_is_unknown_and_counts_once(tmp_path: Path) -> None:
    with Site(tmp_path) as site, playing(site) as (now, other):
        action, version = now.legal[0], now.moment["version"]
        with locked(tmp_path):
            begun = time.monotonic()
            refused = now.act(action, version, "same")
            assert (refused["t"], refused["code"]) == ("refused", "server/unknown")
            assert time.monotonic() - begun < 4 * SECONDS
        wait_until(lambda: now.act(action, version, "same")["t"] == "ack", "an acknowledgement")
        answer = now.act(action, version, "same")
        assert (answer["t"], answer["version"]) == ("ack", version + 1)
        assert other.reach(version + 1)["by"]["kind"] == "action"
        rows = site.wait(site.services.store.rows(site.services.hub.tables.popitem()[0]))
        assert [row.version for row in rows if row.key == "same"] == [version + 1]


@pytest.mark.usefixtures("impatient")
def test_everybody_sees_an_action_that_was_committed_late(tmp_path: Path) -> None:
    with Site(tmp_path) as site, playing(site) as (now, other):
        version = now.moment["version"]
        with locked(tmp_path):
            assert now.act(now.legal[0])["code"] == "server/unknown"
        assert other.reach(version + 1)["by"]["kind"] == "action", "though nobody asked again"


@pytest.mark.usefixtures("impatient")
def test_who_waits_behind_an_unconfirmed_action_is_answered_too(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        first, second = site.two()
        path, begun = f"/api/tables/{first['table']['id']}/command", time.monotonic()
        with locked(tmp_path):
            with site.talk(first) as ada, site.talk(second) as ben:
                now = turn(ada, ben)
                now.send("act", key="k", on=now.moment["version"], action=now.legal[0])
                answer = site.post(path, {"do": "pause", "key": "p"}, first["token"], 503)
                assert answer["code"] in ("server/busy", "server/unknown")
            assert time.monotonic() - begun < 8 * SECONDS


@pytest.mark.usefixtures("impatient")
def test_a_table_that_could_not_be_confirmed_is_the_same_when_asked_again(tmp_path: Path) -> None:
    key = "a-secret-key-of-22-characters"
    with Site(tmp_path) as site:
        with locked(tmp_path):
            assert site.open(key=key, status=503)["code"] == "server/unknown"
        wait_until(lambda: site.http.get("/healthz").status_code == 200, "a healthy server")
        one, two = site.open(key=key), site.open(key=key)
        assert one["table"]["id"] == two["table"]["id"]
        assert one["token"] == two["token"]


@pytest.mark.usefixtures("impatient")
def test_a_query_that_takes_too_long_is_refused(tmp_path: Path) -> None:
    slow = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT max(i) FROM n"
    with Site(tmp_path) as site:
        engine = site.services.store.engine
        site.inside(lambda: site.services.hub.start_task(_ignore(engine.fetch(slow))))
        assert site.get("/api/tables", status=503)["code"] == "server/busy"
        wait_until(lambda: site.http.get("/api/tables").status_code == 200, "an answer")


async def _ignore(work: Any) -> None:
    await work


def test_a_database_that_became_read_only_is_unhealthy(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        site.wait(site.services.store.engine.change("PRAGMA query_only = 1"))
        assert site.http.get("/healthz").status_code == 503
        assert site.open(status=503)["code"] == "server/busy"


def test_a_full_disk_is_unhealthy_and_nothing_is_lost() -> None:
    with Node("--log", "error") as node:
        process = node.process
        assert process
        with httpx.Client(base_url=node.url, trust_env=False, timeout=20) as http:
            first = http.post("/api/tables", json={"game": "linko", "name": "Ada"}).json()
            hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)[1]
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, hard))
            assert http.get("/healthz").status_code == 503
            refused = http.post("/api/tables", json={"game": "linko", "name": "Ben"})
            assert (refused.status_code, refused.json()["code"]) == (503, "server/busy")
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))
            assert http.get("/healthz").status_code == 200
            headers = {"Authorization": f"Bearer {first['token']}"}
            assert http.get(f"/api/tables/{first['table']['id']}", headers=headers).status_code == 200


def test_a_postgresql_that_has_stopped_is_said_aloud_within_seconds() -> None:
    with (
        Postgres() as postgres,
        Node("--log", "error", "--database", postgres.database()) as node,
        httpx.Client(base_url=node.url, trust_env=False, timeout=30) as http,
    ):
        opened = http.post("/api/tables", json={"game": "linko", "name": "Ada", "pace": 0}).json()
        headers, path = {"Authorization": f"Bearer {opened['token']}"}, f"/api/tables/{opened['table']['id']}"
        pause = {"do": "pause", "key": "same"}
        with stopped(postgres):
            assert _timed(lambda: http.get("/healthz")) == 503
            assert _timed(lambda: http.post(f"{path}/command", json=pause, headers=headers)) == 503
            assert _timed(lambda: http.get("/api/tables")) == 503
        wait_until(lambda: http.get("/healthz").status_code == 200, "a healthy server")
        answers = [http.post(f"{path}/command", json=pause, headers=headers) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].json()["version"] == answers[1].json()["version"]


@contextmanager
def stopped(postgres: Postgres) -> Iterator[None]:
    """Stop every process of PostgreSQL, as a machine does that hangs."""
    assert postgres.process
    parent = postgres.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
    processes = [parent, *map(int, children)]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def _timed(ask: Any) -> int:
    begun = time.monotonic()
    status: int = ask().status_code
    assert time.monotonic() - begun < 12, "it was answered within seconds"
    return status


@pytest.mark.usefixtures("impatient")
def test_a_late_answer_for_which_nobody_waits_is_no_error() -> None:
    reported: list[dict[str, Any]] = []

    async def work() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: reported.append(context))
        failed: asyncio.Future[bool] = loop.create_future()
        cancelled: asyncio.Future[bool] = loop.create_future()
        for late in (failed, cancelled):
            with pytest.raises(bounded.Unconfirmed):
                await bounded.write_in_time(late)
        failed.set_exception(OSError("too late"))
        cancelled.cancel()
        await asyncio.sleep(0)
        del failed, cancelled, late
        gc.collect()

    asyncio.run(work())
    assert reported == []
