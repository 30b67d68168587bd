"""No acknowledged action is lost, none is applied twice, whatever dies; bench/server_faults.py does it at length."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tatze.client import Server
from tests.server.crew import Crew, Lazarus
from tests.server.proxy import Proxy
from tests.server.services import Nats, Node, Postgres, several, wait_until
from tests.server.site import Site

UNHURRIED = ("--limit", "frames=10000", "--limit", "frames_burst=10000", "--log", "warning")


def test_a_server_that_is_killed_between_commit_and_acknowledgement_loses_nothing_and_does_nothing_twice() -> None:
    with Node(*UNHURRIED, module="tests.server.faulty", environment={"FAULTS": "0"}) as node:
        crews = [Crew([node.url], "linko", "duel", 2), Crew([node.url], "verflixxt", "base", 3, seed=2)]
        node.environment = {**(node.environment or {}), "FAULTS": "0.015"}
        node.restart()
        lazarus = Lazarus(node, deaths=8)
        lazarus.start()
        for crew in crews:
            crew.start()
        for crew in crews:
            crew.join(120)
        lazarus.done.set()
        lazarus.join()
        for crew in crews:
            crew.check()
        assert lazarus.deaths >= 3, "too few deaths to prove anything"


def test_dropped_doubled_and_reordered_frames_change_nothing() -> None:
    with Node(*UNHURRIED) as node, Proxy(node.port, mangle=0.05) as proxy:
        crew = Crew([proxy.url], "linko", "duel", 2)
        crew.start(quiet=0.3)
        crew.join(120)
        crew.check()
        assert all(proxy.counts[kind] >= 3 for kind in ("dropped", "doubled", "reordered", "passed")), proxy.counts


def test_when_one_of_two_nodes_is_killed_the_game_goes_on_at_the_other(postgres: Postgres, nats: Nats) -> None:
    words = (*UNHURRIED, "--database", postgres.database(), "--bus", nats.url)
    first, second = Node(*words), Node(*words)
    with several(first, second), Proxy(first.port, second.port) as proxy:
        crew = Crew([proxy.url, second.url], "linko", "base", 4, pace=0.005)
        crew.start()
        crew.reach(20)
        first.stop(signal.SIGKILL)
        before = crew.reach(20)
        crew.join(120)
        crew.check()
        assert crew.host.version > before + 20, "the game was nearly over before the node died"


def test_a_game_outlives_restarts_of_postgresql_and_nats(postgres: Postgres) -> None:
    nats = Nats()
    words = (*UNHURRIED, "--database", postgres.database(), "--bus", nats.url)
    first, second = Node(*words), Node(*words)
    with several(nats, first, second):
        crew = Crew([first.url, second.url], "linko", "base", 4, pace=0.01)
        crew.start()
        postgres_at = crew.reach(15)
        postgres.restart(signal.SIGINT)
        crew.reach(postgres_at + 10)
        nats.restart(signal.SIGKILL)
        before = crew.reach(0)
        crew.join(120)
        crew.check()
        assert crew.host.version > before + 20, "the game was nearly over before everything was restarted"


def test_bots_move_on_after_the_database_was_away_for_longer_than_anybody_waits(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tatze.server.stores.postgres.RETRY_SECONDS", 0.5)
    bots = [{"kind": "host"}, {"kind": "bot", "level": "kitten"}]
    with (
        Site(tmp_path, database=postgres.database()) as site,
        Server(site.url).open("verflixxt", "Ada", seats=bots, pace=1.0) as seat,
    ):
        moments = seat.moments()
        moment = next(moments)
        while not (moment.own and not moment.own.legal):
            if moment.own and moment.own.legal:
                seat.act(moment.own.legal[0].action)
            moment = next(moments)
        postgres.stop(signal.SIGINT)
        wait_until(lambda: any(record.msg == "not-kept" for record in caplog.records), "a move that is not stored")
        postgres.start()
        assert next(moments).version == moment.version + 1
