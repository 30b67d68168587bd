"""The HTTP API where sockets are the usual way, and what goes wrong inside."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tatze.server.live.bot_pool import BotHint
from tatze.server.settings import Limits
from tatze.server.table.state import TableState
from tests.server.services import wait_until
from tests.server.site import DUEL, Site, turned_away

BOTS = [{"kind": "bot", "level": "wildcat"}] * 2


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("handlers")), webhooks=True) as site:
        yield site


def test_an_action_is_undone_over_http(site: Site) -> None:
    first, second = site.two(seed=1)
    path = f"/api/tables/{first['table']['id']}"
    with site.talk(first) as ada, site.talk(second) as ben:
        while True:
            talk = ada if ada.legal else ben
            seated = first if talk is ada else second
            body = {
                "t": "act",
                "key": f"a{talk.moment['version']}",
                "on": talk.moment["version"],
                "action": talk.legal[0],
            }
            version = site.post(f"{path}/act", body, seated["token"])["version"]
            ada.reach(version)
            ben.reach(version)
            if talk.moment["own"]["undo"]:
                break
        undo = {"t": "undo", "key": "u", "on": version}
        assert site.post(f"{path}/undo", undo, seated["token"]) == {"t": "ack", "key": "u", "version": version + 1}


def test_a_host_without_a_seat_has_nothing_that_a_seat_has(site: Site) -> None:
    host = site.open("linko", rules="duel", seats=BOTS, pace=10)
    path, token = f"/api/tables/{host['table']['id']}", host["token"]
    for what, body in (
        ("act", {"t": "act", "key": "k", "on": 1, "action": "1"}),
        ("undo", {"t": "undo", "key": "k", "on": 1}),
        ("transfer", None),
        ("hook", {"url": ""}),
    ):
        assert site.post(f"{path}/{what}", body, token, status=403)["code"] == "seat/not-yours"
    with site.talk(host) as talk:
        assert talk.ask("ask", action="1")["code"] == "seat/not-yours"


@pytest.mark.parametrize("number", ["0", "x", "-1", "1000", "²"])
def test_a_game_that_is_no_number_is_unknown(site: Site, number: str) -> None:
    host = site.open(public=True)
    assert site.get(f"/api/tables/{host['table']['id']}/record/{number}", status=404)["code"] == "game/unknown"


def test_an_empty_address_ends_a_webhook(site: Site) -> None:
    host = site.open(rules="duel", seats=DUEL)
    path = f"/api/tables/{host['table']['id']}/hook"
    for url in ("https://a.example/turn", ""):
        assert site.post(path, {"url": url}, host["token"]) == {"url": url}
        stored = {0: url} if url else {}
        assert site.wait(site.services.store.webhooks(host["table"]["id"])) == stored


def test_an_error_inside_is_said_with_a_code_and_nothing_else(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr(site.services.lobby, "listing", fail)
    answer = site.http.get("/api/tables")
    assert (answer.status_code, answer.json()["code"]) == (500, "server/error")
    assert "secret" not in answer.text


def test_a_client_that_goes_away_in_the_middle_of_a_body_harms_nobody(site: Site) -> None:
    refused = site.services.metrics.refusals.labels("frame/bad")._value
    before = refused.get()
    with socket.create_connection(("127.0.0.1", site.settings.port)) as hasty:
        hasty.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    wait_until(lambda: refused.get() > before, "the end of the request")
    assert site.open()["seat"] == 0


def test_a_table_that_was_removed_is_not_listed_and_not_shown(site: Site) -> None:
    host = site.open(public=True, rules="duel", seats=DUEL)
    table = host["table"]["id"]
    assert table in [info["id"] for info in site.get("/api/tables")["tables"]]
    site.command(host, "remove")
    assert table not in [info["id"] for info in site.get("/api/tables")["tables"]]
    assert site.get(f"/api/tables/{table}", status=410)["code"] == "table/removed"


def test_a_lesson_belongs_to_its_game(site: Site) -> None:
    assert site.open("verflixxt", lesson="linko-duel", status=400)["code"] == "table/setup"
    assert site.open("linko", lesson="linko-nothing", status=400)["code"] == "table/setup"


def test_there_is_one_socket_and_no_other(site: Site) -> None:
    address = f"{site.url.replace('http', 'ws', 1)}/api/other"
    with pytest.raises(InvalidStatus), connect(address, proxy=None):
        pass


def test_spectators_are_counted_and_their_codes_too(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(watchers=1, tries_per_address=2)) as site:
        host = site.open(rules="duel", seats=DUEL)
        table = host["table"]["id"]

        def goodbye(code: str) -> str:
            hello = {"t": "hello", "protocol": 1, "table": table, "code": code}
            return str(turned_away(site, json.dumps(hello))["code"])

        assert goodbye("") == "table/private"
        with site.talk({"table": host["table"]}, code=host["code"]):
            assert goodbye(host["code"]) == "rate/sockets"
        assert [goodbye("WRONG1") for _ in range(3)] == ["table/private", "table/private", "rate/tries"]


def test_a_seat_gets_one_hint_at_a_time_however_many_sockets_it_has(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, bots = site.wait(_event()), site.services.bots
    advise = bots.advise

    async def wait_and_advise(state: TableState, seat: int) -> BotHint:
        await gate.wait()
        return await advise(state, seat)

    monkeypatch.setattr(bots, "advise", wait_and_advise)
    host = site.open(seats=[{"kind": "host"}, {"kind": "bot", "level": "kitten"}], rules="duel")
    with site.talk(host) as one, site.talk(host) as two:
        for talk in (one, two):
            talk.wait(lambda moment: moment["own"] and moment["own"]["legal"])
        one.send("hint", key="h1")
        one.ask("ask", action=one.legal[0])
        assert two.ask("hint")["code"] == "rate/limited"
        site.inside(gate.set)
        assert one.hear("advice")["key"] == "h1"
        assert two.ask("hint")["t"] == "advice"


async def _event() -> asyncio.Event:
    return asyncio.Event()


def test_one_hint_at_a_time_and_none_for_others(site: Site) -> None:
    first, second = site.two(hints="on")
    with site.talk(first) as ada, site.talk(second) as ben:
        talk, other = (ada, ben) if ada.legal else (ben, ada)
        assert other.ask("hint")["code"] == "action/not-your-turn"
        talk.send("hint", key="h1")
        talk.send("hint", key="h2")
        answers: dict[str, Any] = {}
        while len(answers) < 2:
            frame = talk.hear("advice", "refused")
            answers[frame["key"]] = frame
        assert answers["h2"]["code"] == "rate/limited"
        assert answers["h1"]["action"] in talk.legal
