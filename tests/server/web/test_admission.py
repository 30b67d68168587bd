"""What comes from outside and should not: origins, tokens, sizes, floods, slowness. Other tables go on."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tatze.server.live.connection import Connection
from tatze.server.settings import Limits
from tatze.server.web.socket import GOODBYE_SECONDS
from tests.server.services import wait_until
from tests.server.site import PATIENCE, Site, Talk, connect_to, play_out, turned_away


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("doors"))) as site:
        yield site


# --- Origins ---


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", "file://"])
def test_a_page_of_another_site_gets_nothing(site: Site, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, connect_to(site, {"Origin": origin}):
        pass
    assert refused.value.response.status_code == 403
    answer = site.http.post("/api/tables", json={"game": "linko", "name": "Eve"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin/wrong")
    assert "access-control-allow-origin" not in answer.headers


def test_the_own_page_and_those_the_operator_named_are_let_in(site: Site, tmp_path: Path) -> None:
    host = site.open()
    with Talk(site, headers={"Origin": site.url}, table=host["table"]["id"], token=host["token"]) as talk:
        assert talk.welcome["seat"] == 0
    with Site(tmp_path, origins=("https://games.example",), address="https://tatze.example") as other:
        for origin in ("https://games.example", "https://tatze.example"):
            body = {"game": "linko", "name": "Ada"}
            assert other.http.post("/api/tables", json=body, headers={"Origin": origin}).status_code == 200
        asked = {"Origin": "https://games.example", "Access-Control-Request-Method": "POST"}
        answer = other.http.options("/api/tables", headers=asked)
        assert answer.headers["access-control-allow-origin"] == "https://games.example"


# --- Tokens ---


def test_a_wrong_token_opens_nothing(site: Site) -> None:
    first, second = site.two()
    other = site.open()
    table = first["table"]["id"]
    body = {"t": "act", "key": "k", "on": 0, "action": "1"}
    for token in ("x", "x" * 500, other["token"], second["token"][:-1] + "!"):
        hello = json.dumps({"t": "hello", "protocol": 1, "table": table, "token": token})
        assert turned_away(site, hello)["code"] == "token/wrong"
        assert site.post(f"/api/tables/{table}/act", body, token, status=401)["code"] == "token/wrong"
    assert site.post(f"/api/tables/{table}/act", body, status=401)["code"] == "token/missing"
    hello = json.dumps({"t": "hello", "protocol": 1, "table": "nowhere", "token": first["token"]})
    assert turned_away(site, hello)["code"] == "table/unknown"
    assert site.get("/api/tables/nowhere", status=404)["code"] == "table/unknown"


def test_no_token_or_code_lies_readable_in_the_database(site: Site) -> None:
    first, second = site.two()
    code = site.post(f"/api/tables/{first['table']['id']}/transfer", token=first["token"])["code"]
    file = Path(site.settings.database_url.removeprefix("sqlite:///"))
    kept = b"".join(path.read_bytes() for path in file.parent.iterdir())
    for secret in (first["token"], second["token"], code):
        assert secret.encode() not in kept


# --- Frames ---


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"t":"act","key":"k","on":0,"action":"1"}', "protocol/order"),
        ('{"t":"ping"}', "protocol/order"),
        ('{"t":"hello","protocol":0,"table":"x"}', "protocol/version"),
        ('{"t":"hello","protocol":1,"table":"x"}', "table/unknown"),
        ('{"t":"hello","protocol":1}', "frame/bad"),
        ('{"t":"hello","protocol":1,"table":"x","more":1}', "frame/bad"),
        ('{"t":"nonsense"}', "frame/bad"),
        ("", "frame/bad"),
        ("[" * 2000, "frame/bad"),
        ("nonsense", "frame/bad"),
        (b"\xff\xfe\x00", "frame/bad"),
    ],
)
def test_a_first_frame_that_is_no_hello_ends_the_talk(site: Site, first: str | bytes, code: str) -> None:
    assert turned_away(site, first)["code"] == code


def test_bad_frames_are_refused_and_the_talk_goes_on(site: Site) -> None:
    host = site.open()
    with site.talk(host) as talk:
        act = '{"t":"act","key":"a b","on":0,"action":"1"}'
        for text in ('{"t":"act"}', "[]", act, '{"t":"hello","protocol":1,"table":"x"}'):
            talk.socket.send(text)
            assert talk.hear("refused")["code"] in ("frame/bad", "protocol/order")
        talk.send("ping")
        assert talk.hear("pong") == {"t": "pong"}


def test_a_frame_that_is_too_long_closes_the_connection(site: Site) -> None:
    host = site.open()
    with site.talk(host) as talk:
        talk.socket.send("x" * (site.settings.limits.frame + 1))
        with pytest.raises(ConnectionClosed) as closed:
            talk.hear("nothing more")
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1009


def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(hello_seconds=0.2)) as site, connect_to(site) as socket:
        assert json.loads(socket.recv(PATIENCE))["code"] == "frame/slow"


def test_a_flood_of_frames_is_slowed_down_and_refused(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(frames=5, frames_burst=10)) as site, site.talk(site.open()) as talk:
        for _ in range(30):
            talk.send("ping")
        answers = [talk.hear("pong", "refused") for _ in range(30)]
        assert sum(answer["t"] == "pong" for answer in answers) < 25
        assert {answer["code"] for answer in answers if answer["t"] == "refused"} == {"rate/limited"}


def test_frames_that_cannot_be_read_count_among_a_connections_frames(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(frames=0.001, frames_burst=5)) as site, site.talk(site.open()) as talk:
        for _ in range(5):
            talk.socket.send("nonsense")
            assert talk.hear("refused")["code"] == "frame/bad"
        talk.send("ping")
        assert talk.hear("pong", "refused")["code"] == "rate/limited"


def test_a_reader_that_does_not_read_is_dropped_and_others_are_not_held_up(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(queue=8)) as site:
        first, second = site.two(pace=0)
        sleeper = site.talk(second)
        with sleeper, site.talk(first) as ada:
            live = site.services.hub.tables[first["table"]["id"]]
            lazy = next(connection for connection in live.connections if connection.seat == 1)
            site.inside(partial(overwhelm, lazy))
            assert sleeper.hear("goodbye") == {"t": "goodbye", "code": "rate/slow", "again": True}
            ada.send("ping")
            ada.hear("pong")


def test_a_reader_that_hears_nothing_at_all_is_cut_off(tmp_path: Path) -> None:
    """The goodbye cannot reach it, so a polite close would wait for ever."""
    with Site(tmp_path) as site:
        host = site.open(public=True)
        with deaf(site, host) as deaf_one, site.talk(host) as ada:
            live = site.services.hub.tables[host["table"]["id"]]
            wait_until(lambda: len(live.connections) == 2, "the one who does not read")
            (connection,) = site.inside(lambda: [one for one in live.connections if one.watches])
            begun = time.monotonic()
            while not connection.closing_code:
                site.inside(partial(connection.offer, b'"%b"' % (b"x" * 100_000)))
            assert connection.closing_code == "rate/slow"
            assert site.services.limits.sockets.total == 2
            wait_until(
                lambda: site.services.limits.sockets.total == 1,
                "the end of the one who does not read",
                GOODBYE_SECONDS + 5,
            )
            assert time.monotonic() - begun > GOODBYE_SECONDS - 0.5
            assert connection not in live.connections
            wait_until(lambda: len(site.process.server_state.connections) <= 2, "the end of its transport")
            with pytest.raises(ConnectionResetError):
                list(iter(partial(deaf_one.recv, 1_000_000), b""))
            ada.send("ping")
            ada.hear("pong")


def deaf(site: Site, host: Any) -> socket.socket:
    """A spectator's socket that says hello and then never reads."""
    near = socket.socket()
    near.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    near.connect(("127.0.0.1", site.settings.port))
    hello = json.dumps({"t": "hello", "protocol": 1, "table": host["table"]["id"]}).encode()
    near.sendall(
        b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGF0emUtdGVzdC0wMDAwMQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert b" 101 " in near.recv(1000)
    near.sendall(bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello)
    return near


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system cannot tell")
def test_a_stream_that_nobody_reads_is_cut_off(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(stalled_seconds=1)) as site:
        host = site.open(public=True)
        near = socket.socket()
        near.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with near, site.talk(host) as ada:
            near.connect(("127.0.0.1", site.settings.port))
            near.sendall(b"GET /api/tables/%b/stream HTTP/1.1\r\nHost: x\r\n\r\n" % host["table"]["id"].encode())
            assert b" 200 " in near.recv(100)
            live = site.services.hub.tables[host["table"]["id"]]
            wait_until(lambda: len(live.connections) == 2, "the one who does not read")
            (connection,) = site.inside(lambda: [one for one in live.connections if one.watches])
            while not connection.closing_code:
                site.inside(partial(connection.offer, b'"%b"' % (b"x" * 100_000)))
            wait_until(lambda: connection not in live.connections, "the end of the one who does not read", 15)
            assert site.services.limits.sockets.total == 1
            wait_until(lambda: len(site.process.server_state.connections) <= 2, "the end of its transport")
            ada.send("ping")
            ada.hear("pong")


def overwhelm(connection: Connection) -> None:
    for _ in range(20):
        connection.offer(b'{"t":"pong"}')


def test_too_many_connections_from_one_address_are_sent_away(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(sockets_per_address=2)) as site:
        host = site.open(public=True)
        hello = json.dumps({"t": "hello", "protocol": 1, "table": host["table"]["id"]})
        with site.talk(host), site.talk(host):
            assert turned_away(site, hello) == {"t": "goodbye", "code": "rate/sockets", "again": True}
        wait_until(lambda: site.services.limits.sockets.total == 0, "the end of all connections")
        with site.talk(host):
            pass


# --- HTTP ---


def test_bodies_that_are_too_long_or_no_json_are_refused(site: Site) -> None:
    answer = site.http.post("/api/tables", content=b"x" * (site.settings.limits.body + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "frame/too-big")
    for body in (b"", b"{", b"[]", b'{"game":7}', b"\xff", b"[" * 5000):
        answer = site.http.post("/api/tables", content=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "frame/bad")


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(body_seconds=0.3)) as site:
        with socket.create_connection(("127.0.0.1", site.settings.port)) as slow:
            slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
            slow.settimeout(PATIENCE)
            assert b"408" in slow.recv(100)
        assert site.open()["seat"] == 0


def test_one_address_cannot_open_tables_without_end(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(tables_per_address=5, requests=10_000, requests_burst=20_000)) as site:
        first = site.open()
        with site.talk(first) as talk:
            answers = [site.http.post("/api/tables", json={"game": "linko", "name": "Eve"}) for _ in range(500)]
            assert [answer.status_code for answer in answers].count(200) == 4
            assert {answer.json()["code"] for answer in answers if answer.status_code != 200} == {"rate/tables"}
            talk.send("ping")
            talk.hear("pong")
        assert len(site.services.hub.tables) == 5


def test_a_server_holds_only_so_many_tables(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(tables=3)) as site:
        for _ in range(3):
            site.open()
        assert site.open(status=429)["code"] == "rate/tables"


def test_codes_cannot_be_guessed_for_long(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(tries_per_address=5)) as site:
        first = site.open(seats=[{"kind": "host"}, {"kind": "open"}], rules="duel")
        for guess in range(5):
            assert site.join(f"AAAA{guess}", status=404)["code"] == "code/wrong"
        assert site.join(first["code"], status=429)["code"] == "rate/tries"
        assert site.post("/api/transfer", {"code": "guess-guess"}, status=429)["code"] == "rate/tries"


def test_too_many_requests_are_refused_for_a_while(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(requests=1, requests_burst=3)) as site:
        answers = [site.http.get("/api/about") for _ in range(5)]
        assert [answer.status_code for answer in answers][-1] == 429
        assert answers[-1].json()["code"] == "rate/limited"
        assert answers[-1].headers["retry-after"]


def test_every_answer_carries_the_headers_that_keep_a_page_safe(site: Site) -> None:
    for path in ("/", "/api/about", "/api/nowhere", "/healthz", "/join"):
        headers = site.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert site.http.get("/api/about").headers["cache-control"] == "no-store"


def test_what_is_not_there_is_said_with_a_code(site: Site) -> None:
    for method, path, status, code in [
        ("GET", "/api/nowhere", 404, "path/unknown"),
        ("GET", "/missing.js", 404, "path/unknown"),
        ("GET", "/../../etc/passwd.txt", 404, "path/unknown"),
        ("GET", "/%2e%2e/%2e%2e/pyproject.toml", 404, "path/unknown"),
        ("POST", "/api/about", 405, "method/wrong"),
        ("DELETE", "/api/tables", 405, "method/wrong"),
        ("POST", "/", 405, "method/wrong"),
    ]:
        answer = site.http.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (status, code), path


def test_a_draining_server_says_goodbye_and_takes_nothing_new(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        host = site.open()
        with site.talk(host) as talk:
            site.wait(site.services.drain())
            assert talk.hear("goodbye") == {"t": "goodbye", "code": "server/draining", "again": True}
        assert site.open(status=503)["code"] == "server/draining"
        assert httpx.get(f"{site.url}/healthz", trust_env=False).status_code == 503


def test_rematches_count_among_the_tables_that_an_address_opens(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(tables_per_address=2)) as site:
        first, second = site.two("linko", "duel")
        with site.talk(first) as ada, site.talk(second) as ben:
            play_out(ada, ben, choose=Random(4).choice)
        site.command(first, "rematch")
        site.command(second, "rematch")
        assert site.open(status=429)["code"] == "rate/tables"


def test_a_rematch_is_refused_where_an_address_has_opened_enough_tables(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(tables_per_address=1)) as site:
        first, second = site.two("linko", "duel")
        with site.talk(first) as ada, site.talk(second) as ben:
            play_out(ada, ben, choose=Random(4).choice)
        assert site.command(first, "rematch", status=429)["code"] == "rate/tables"


def test_sockets_are_turned_away_while_the_server_ends_and_where_an_address_asks_too_often(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(requests=0.001, requests_burst=1)) as site:
        site.open()
        assert turned_away(site, "{}")["code"] == "rate/limited"
        site.inside(lambda: setattr(site.services, "draining", True))
        assert turned_away(site, "{}") == {"t": "goodbye", "code": "server/draining", "again": True}


def test_all_sockets_of_an_address_share_a_number_of_frames(tmp_path: Path) -> None:
    limits = Limits(frames_per_address=0.001, frames_per_address_burst=5)
    with Site(tmp_path, limits=limits) as site:
        host = site.open()
        with site.talk(host) as one, site.talk(host) as two:
            for talk in (one, two, one, two, one):
                talk.send("ping")
                talk.hear("pong")
            for talk in (one, two):
                talk.send("ping")
                assert talk.hear("refused")["code"] == "rate/limited"
