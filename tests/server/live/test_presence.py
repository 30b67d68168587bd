"""Who is online is known at every node: told at once, said again every few seconds, and forgotten when a node dies."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tatze.client import Server
from tatze.server.live import presence
from tatze.server.live.connection import Connection
from tatze.server.live.live_table import LiveTable
from tatze.server.live.nats_bus import read_presence, write_presence
from tatze.server.live.presence import NOBODY_CONNECTED, RemotePresence, TablePresence
from tests.server.services import Nats, Node, Postgres, wait_until
from tests.server.site import DUEL, Site, Talk
from tests.server.table.logs import two_people

QUICK = 0.2


@pytest.fixture
def sites(
    tmp_path: Path, postgres: Postgres, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Site, Site]]:
    monkeypatch.setattr("tatze.server.live.cluster.REPORT_SECONDS", QUICK)
    monkeypatch.setattr("tatze.server.live.cluster.POLL_SECONDS", 60.0)
    shared = {"database": postgres.database(), "bus": nats.url}
    with Site(tmp_path, **shared) as one, Site(tmp_path, **shared) as two:
        yield one, two


def until(talk: Talk, online: list[bool], watching: int = 0) -> None:
    """Hear of presence until it is this."""
    while ((heard := talk.hear("presence"))["online"], heard["watching"]) != (online, watching):
        pass
    assert [seconds is None for seconds in heard["absent"]] == online


def online(site: Site, seated: Any) -> list[bool]:
    return [seat["online"] for seat in site.info(seated)["seats"]]


def test_whoever_comes_and_goes_at_one_node_is_seen_at_the_other(sites: tuple[Site, Site]) -> None:
    one, two = sites
    ada, ben = one.two()
    with one.talk(ada) as here:
        until(here, [True, False])
        with two.talk(ben) as there:
            until(here, [True, True])
            until(there, [True, True])
            assert online(one, ada) == online(two, ada) == [True, True]
            with two.talk({"table": ada["table"]}, code=ada["code"]):
                until(here, [True, True], watching=1)
            until(here, [True, True])
        until(here, [True, False])
        assert online(two, ben) == [True, False]


def test_two_connections_of_one_seat_at_two_nodes_are_one_seat_until_both_are_gone(sites: tuple[Site, Site]) -> None:
    one, two = sites
    ada, ben = one.two()
    with one.talk(ben) as here, one.talk(ada):
        until(here, [True, True])
        with two.talk(ada) as there:
            until(there, [True, True])
    wait_until(lambda: online(one, ada) == online(two, ada) == [False, False], "the end of both")


def test_other_nodes_hear_of_a_person_who_moves_here_before_the_connection_there_ends() -> None:
    live = LiveTable(two_people().state)
    live.set_remote_presence(TablePresence(frozenset({0}), 0))
    heard: list[TablePresence] = []
    live.presence_listeners = [lambda moved: heard.append(moved.local_presence())]
    here = Connection(0, True, 10)
    live.enter(here)
    assert heard == [TablePresence(frozenset({0}), 0)]
    live.enter(again := Connection(0, True, 10))
    live.leave(again)
    assert len(heard) == 1  # a second connection of the same seat is no news
    live.leave(here)
    assert heard[1:] == [NOBODY_CONNECTED]


def test_a_node_at_which_somebody_is_connected_hears_of_a_move_before_the_summary_for_all(
    sites: tuple[Site, Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tatze.server.live.nats_bus.SUMMARY_SECONDS", 60.0)
    one, two = sites
    ada, ben = one.two()
    with one.talk(ada) as here, two.talk(ben) as there:
        until(here, [True, True])
        version = one.command(ada, "pause")["version"]
        there.reach(version)


def test_a_node_that_comes_later_hears_of_everybody(tmp_path: Path, sites: tuple[Site, Site]) -> None:
    one, two = sites
    ada, ben = one.two()
    with one.talk(ada), two.talk(ben):
        shared = {"database": one.settings.database, "bus": one.settings.bus}
        with Site(tmp_path, **shared) as three:
            wait_until(lambda: online(three, ada) == [True, True], "both of them, as the third node sees it")


def test_a_node_that_was_killed_leaves_no_ghosts(
    tmp_path: Path, postgres: Postgres, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tatze.server.live.cluster.REPORT_SECONDS", QUICK)
    monkeypatch.setattr(presence, "EXPIRY_SECONDS", presence.REPORT_SECONDS + 2)
    database = postgres.database()
    with (
        Site(tmp_path, database=database, bus=nats.url) as site,
        Node("--database", database, "--bus", nats.url, "--log", "warning") as node,
        ExitStack() as stack,
    ):
        ada = site.open(rules="duel", seats=DUEL)
        ben = stack.enter_context(Server(node.url).join(ada["code"], "Ben"))
        here = stack.enter_context(site.talk(ada))
        next(ben.moments())
        until(here, [True, True])
        node.stop(signal.SIGKILL)
        assert online(site, ada) == [True, True]
        until(here, [True, False])
        assert online(site, ada) == [True, False]


def test_presence_is_right_again_after_nats_was_away(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tatze.server.live.cluster.REPORT_SECONDS", QUICK)
    monkeypatch.setattr(presence, "EXPIRY_SECONDS", 1.0)
    shared = {"database": postgres.database()}
    with Nats() as nats, Site(tmp_path, bus=nats.url, **shared) as one, Site(tmp_path, bus=nats.url, **shared) as two:
        ada, ben = one.two()
        with one.talk(ada) as here, two.talk(ben) as there:
            until(here, [True, True])
            nats.stop(signal.SIGKILL)
            until(here, [True, False])
            until(there, [False, True])
            nats.start()
            until(here, [True, True])
            until(there, [True, True])


# --- What is said ---


def test_what_nodes_say_of_a_table_is_taken_together() -> None:
    said = RemotePresence()
    assert said.report("one", "abc", TablePresence(frozenset({0, 2}), 1))
    assert said.report("two", "abc", TablePresence(frozenset({2, 3}), 4))
    assert not said.report("two", "abc", TablePresence(frozenset({2, 3}), 4))
    assert said.at("abc") == TablePresence(frozenset({0, 2, 3}), 5)
    assert said.at("def") == NOBODY_CONNECTED
    assert said.report("one", "abc", NOBODY_CONNECTED)
    assert said.at("abc") == TablePresence(frozenset({2, 3}), 4)


def test_a_word_counts_for_two_lost_summaries_and_not_for_long() -> None:
    assert 2 * presence.REPORT_SECONDS < presence.EXPIRY_SECONDS < 60


def test_a_word_fades_unless_it_is_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said, crowd = RemotePresence(), TablePresence(frozenset({1}), 0)
    monkeypatch.setattr(presence, "EXPIRY_SECONDS", -1.0)
    said.report("dead", "abc", crowd)
    said.report("dead", "def", crowd)
    monkeypatch.undo()
    said.report("alive", "def", crowd)
    assert said.expire() == ["abc"]
    assert (said.at("abc"), said.at("def")) == (NOBODY_CONNECTED, crowd)
    assert said.expire() == []


def test_presence_is_read_as_it_was_written() -> None:
    crowds = {"abc": TablePresence(frozenset({0, 5}), 12), "def": NOBODY_CONNECTED}
    node = "0123456789abcdef"
    assert read_presence(write_presence(node, crowds)) == [(node, table, crowd) for table, crowd in crowds.items()]


@pytest.mark.parametrize(
    "noise", [b"", b"\xff", b"abc 0:1", b"node\nabc 0:1", b"0123456789abcdef\nabc\nabc 0\nabc x:1\nabc 1:-1\nA b:c d"]
)
def test_noise_on_the_bus_is_nobody(noise: bytes) -> None:
    assert read_presence(noise) == []


def test_a_second_connection_of_a_seat_hears_who_is_there_and_tells_nobody(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        first, second = site.two()
        live = site.services.hub.tables[first["table"]["id"]]
        with site.talk(first) as ada, site.talk(second):
            ada.send("ping")
            ada.hear("pong")
            heard = presences(ada)
            moved: list[object] = []
            site.inside(lambda: live.presence_listeners.append(moved.append))
            with site.talk(second) as twin:
                assert twin.hear("presence")["online"] == [True, True]
            wait_until(lambda: len(live.connections) == 2, "the end of the second connection")
            ada.send("ping")
            ada.hear("pong")
            assert (presences(ada), moved) == (heard, [])


def presences(talk: Talk) -> int:
    return sum('"t":"presence"' in frame for frame in talk.heard)
