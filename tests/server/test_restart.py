"""After a restart the server goes on where it was, also at tables that nobody is connected to."""

from __future__ import annotations

import http.server
import threading
import time
from pathlib import Path
from typing import Any

import msgspec

from tatze.server.stores.engine import Write
from tatze.server.stores.statements import insert_table
from tatze.server.table.identifiers import new_table_id
from tatze.server.table.opening import opening_for
from tatze.server.table.rows import LogRow
from tatze.server.web.webhooks.caller import WebhookCaller
from tatze.wire import NewTable
from tests.server.services import wait_until
from tests.server.site import Site, turn

BOTS = [{"kind": "bot", "level": "wildcat"}] * 2


def status(site: Site, seated: Any, wanted: str) -> Any:
    """The table, as soon as it has this status."""
    wait_until(lambda: site.info(seated)["status"] == wanted, f"a table that is {wanted}")
    return site.info(seated)


def test_bots_play_on_by_themselves(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        host = site.open("linko", rules="duel", seats=BOTS, pace=0.05)
        wait_until(lambda: site.info(host)["version"] >= 3, "two moves of bots")
        before = site.info(host)
        assert before["status"] == "playing"
    with Site(tmp_path) as site:
        after = status(site, host, "over")
        assert after["version"] > before["version"]


def test_people_find_their_game_as_they_left_it(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        first, second = site.two()
        with site.talk(first) as ada, site.talk(second) as ben:
            version, last = 0, 0
            for _ in range(5):
                talk = turn(ada, ben)
                last = talk.welcome["seat"]
                version = talk.act(talk.legal[0], key=f"turn{version}")["version"]
                talk.reach(version)
            seen = ada.reach(version)["view"]
    with Site(tmp_path) as site, site.talk(first, since=version) as ada, site.talk(second) as ben:
        assert (ada.moment["view"], ada.moment["version"], ada.welcome["log"]) == (seen, version, [])
        again = (ada, ben)[last].act("9", on=0, key=f"turn{version - 1}")
        assert (again["t"], again.get("version")) == ("ack", version), "it was kept before"
        talk = turn(ada, ben)
        assert talk.act(talk.legal[0])["version"] == version + 1


def test_a_table_that_was_full_but_had_not_started_starts(tmp_path: Path) -> None:
    """As if the server had died between the two rows."""
    with Site(tmp_path) as site:
        opening = opening_for(NewTable("verflixxt", "Ada", public=True))
        table, now = new_table_id(), time.time()
        row = LogRow(table, 0, "opened", 0, msgspec.json.encode(opening).decode(), None, now)

        async def write() -> bool:
            return await site.services.store.append(Write(row, [insert_table(table, "CODE77", True, now)]))

        assert site.wait(write())
        site.wait(site.services.scheduler.sweep())
        wait_until(lambda: site.get(f"/api/tables/{table}")["status"] == "playing", "the start")


def test_a_clock_that_ran_out_while_the_server_was_away_is_heeded(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        first, _ = site.two(clock=600, pace=0)
        site.wait(site.services.store.engine.change("UPDATE log SET at = at - 3600"))
    with Site(tmp_path) as site:
        wait_until(lambda: any(seat["away"] for seat in site.info(first)["seats"]), "the substitute")


def test_whoever_is_to_decide_is_told_at_the_address_he_named(tmp_path: Path) -> None:
    told: list[bytes] = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Listener) as listener, Site(tmp_path, webhooks=True) as site:
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        hooks: WebhookCaller = site.services.webhooks
        hooks._allowed = lambda _: True  # the listener is on this machine
        first, second = site.two()
        path = f"/api/tables/{first['table']['id']}/hook"
        url = f"http://127.0.0.1:{listener.server_port}/turn"
        assert site.post(path, {"url": "ftp://nowhere"}, first["token"], status=400)["code"] == "hook/bad"
        for seated in (first, second):
            assert site.post(path, {"url": url}, seated["token"]) == {"url": url}
        with site.talk(first) as ada, site.talk(second) as ben:
            talk = turn(ada, ben)
            while turn(ada, ben) is talk:
                talk.reach(talk.act(talk.legal[0])["version"])
            other, version = turn(ada, ben), talk.moment["version"]
        wait_until(lambda: told, "the call")
        call = msgspec.json.decode(told[0])
        assert call == {"table": first["table"]["id"], "seat": other.welcome["seat"], "version": version, "turn": True}
        listener.shutdown()


def test_hooks_are_off_unless_the_operator_wants_them(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        host = site.open()
        path = f"/api/tables/{host['table']['id']}/hook"
        assert site.post(path, {"url": "https://a.example"}, host["token"], status=403)["code"] == "hook/off"
