"""Bad input: whatever is sent, the answer is a clear code, nothing breaks, and others do not notice."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tatze.client import Seat, Server
from tatze.server.table.refusals import REFUSALS
from tatze.server.web.openapi import document
from tests.server.crew import Party
from tests.server.services import Node

DUEL = [{"kind": "host"}, {"kind": "open"}]
FREE = (
    "new_connections",
    "new_connections_burst",
    "requests",
    "requests_burst",
    "sockets_per_address",
    "tables_per_address",
    "tries_per_address",
)


def check_unharmed(node: Node) -> None:
    """Healthy, and no error in the log."""
    assert httpx.get(f"{node.url}/healthz", trust_env=False).status_code == 200
    assert '"level": "error"' not in node.log_text(), node.log_text()[-3000:]


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    words = [word for name in FREE for word in ("--limit", f"{name}=100000")]
    with Node(*words, "--limit", "body_seconds=1", "--limit", "hello_seconds=1", "--seeds", "--hooks") as node:
        yield node
        check_unharmed(node)


@pytest.fixture
def seat(node: Node) -> Iterator[Seat]:
    """The host's seat at a table that is being played."""
    server = Server(node.url)
    with server.open("linko", "Ada", rules="duel", seats=DUEL) as host, server.join(host.code, "Ben"):
        yield host


# --- HTTP ---


api = schemathesis.openapi.from_dict(document())
DOMAIN = (positive_data_acceptance, negative_data_rejection)
"""The document does not say which names, options or actions exist, so what fits it may still be refused."""
usual = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


@api.parametrize()
@usual
def test_every_address_answers_as_the_document_says(case: Any, node: Node) -> None:
    case.call_and_validate(base_url=node.url, excluded_checks=[positive_data_acceptance])


@api.exclude(path_regex="stream$").parametrize()
@usual
def test_every_address_answers_as_the_document_says_to_somebody_with_a_seat(case: Any, node: Node, seat: Seat) -> None:
    if "table" in case.path_parameters:
        case.path_parameters["table"] = seat.table.id
    # The path was replaced, so what was meant to be wrong may be right now.
    headers = {"Authorization": f"Bearer {seat.token}"}
    case.call_and_validate(base_url=node.url, headers=headers, excluded_checks=list(DOMAIN))


def test_a_body_that_is_too_long_is_refused(node: Node) -> None:
    for size in (20_000, 3_000_000):
        answer = httpx.post(f"{node.url}/api/tables", content=b" " * size, trust_env=False)
        assert (answer.status_code, answer.json()["code"]) == (413, "frame/too-big")


def test_a_body_that_never_ends_is_refused_in_time(node: Node) -> None:
    with socket.create_connection(("127.0.0.1", node.port), 10) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n")
        begun, answer = time.monotonic(), b""
        while b"frame/slow" not in answer and time.monotonic() < begun + 8:
            slow.sendall(b" ")
            slow.settimeout(0.2)
            with contextlib.suppress(TimeoutError):
                answer += slow.recv(4096)
    assert b" 408 " in answer.splitlines()[0]
    assert 0.5 < time.monotonic() - begun < 6


@pytest.mark.parametrize("name", ['"', "\x00", "\u202e", "a\nb", "  ", "x" * 25, "😀" * 25, "\ud800"])
def test_a_hostile_name_is_refused_or_kept_harmless(node: Node, name: str) -> None:
    body = json.dumps({"game": "linko", "name": name})
    answer = httpx.post(f"{node.url}/api/tables", content=body, trust_env=False)
    assert answer.status_code == 400
    assert answer.json()["code"] in ("name/bad", "frame/bad")


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>"[:24], "'; DROP TABLE log; --", "😀😀😀", "{{7*7}}", "../../etc"]
)
def test_a_strange_name_is_only_a_name(node: Node, name: str) -> None:
    with Server(node.url).open("linko", name) as host:
        assert host.table.seats[0].name == name


@pytest.mark.parametrize("token", ["x", "x y", "a" * 5000, "%00", "' OR 1=1"])
def test_a_wrong_token_opens_nothing(node: Node, seat: Seat, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    body = {"key": "k", "on": 2, "action": "1"}
    answer = httpx.post(f"{node.url}/api/tables/{seat.table.id}/act", json=body, headers=headers, trust_env=False)
    assert answer.status_code in (400, 401)


def test_a_token_of_another_table_opens_nothing(node: Node, seat: Seat) -> None:
    with Server(node.url).open("linko", "Eve") as other:
        for path in ("act", "undo", "command", "transfer", "hook"):
            answer = httpx.post(
                f"{node.url}/api/tables/{seat.table.id}/{path}",
                trust_env=False,
                json={"key": "k", "on": 2, "action": "1", "do": "pause", "url": ""},
                headers={"Authorization": f"Bearer {other.token}"},
            )
            assert answer.status_code in (400, 401)


# --- Sockets ---


def hello(seat: Seat) -> dict[str, Any]:
    return {"t": "hello", "protocol": 1, "table": seat.table.id, "token": seat.token}


def talk(node: Node) -> ClientConnection:
    return connect(f"ws://127.0.0.1:{node.port}/api/socket", compression=None, legacy=True)


def until(one: ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = json.loads(one.recv(10))
        if frame["t"] in kinds:
            return frame


words = st.text(max_size=50) | st.sampled_from(["1", "7x2", "deck", "hello", "k", "tiger"])
values = st.none() | st.booleans() | st.integers() | st.floats() | words | st.lists(st.integers(), max_size=3)
kinds = ["hello", "act", "undo", "ask", "hint", "emote", "say", "resync", "ping", "update", "ack", "x"]
shaped = st.fixed_dictionaries(
    {"t": st.sampled_from(kinds)},
    optional=dict.fromkeys(
        ("key", "on", "action", "emote", "text", "protocol", "table", "token", "since", "extra"), values
    ),
)
frames = st.one_of(shaped.map(json.dumps), st.text(max_size=300), st.binary(max_size=300), values.map(json.dumps))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(sent=st.lists(frames, min_size=1, max_size=8), polite=st.booleans())
def test_any_frame_gets_an_answer_with_a_code_or_a_goodbye(
    node: Node, seat: Seat, sent: list[Any], polite: bool
) -> None:
    with talk(node) as one, contextlib.suppress(ConnectionClosed):
        if polite:
            one.send(json.dumps(hello(seat)))
        for frame in sent:
            one.send(frame)
        one.send('{"t": "ping"}')
        while True:
            answer = json.loads(one.recv(10))
            if "code" in answer:
                assert answer["code"] in REFUSALS
            if answer["t"] in ("pong", "goodbye"):
                break


def test_a_frame_that_is_too_long_ends_the_connection_and_nothing_else(node: Node, seat: Seat) -> None:
    with talk(node) as one:
        one.send(json.dumps(hello(seat)))
        until(one, "welcome")
        one.send('{"t": "ping", "x": "' + "a" * 5000 + '"}')
        with pytest.raises(ConnectionClosed) as closed:
            until(one, "pong")
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1009
    with talk(node) as again:
        again.send(json.dumps(hello(seat)))
        until(again, "welcome")


def test_who_says_nothing_is_shown_out(node: Node) -> None:
    with talk(node) as one:
        assert until(one, "goodbye")["code"] == "frame/slow"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"protocol": 99}, "protocol/version"),
        ({"token": "wrong"}, "token/wrong"),
        ({"table": "none"}, "table/unknown"),
        ({"token": "", "table": "none"}, "table/unknown"),
        ({"token": ""}, "table/private"),
        ({"t": "ping"}, "frame/bad"),
        ({"extra": 1}, "frame/bad"),
    ],
)
def test_a_wrong_hello_is_told_why(node: Node, seat: Seat, change: dict[str, Any], code: str) -> None:
    with talk(node) as one:
        one.send(json.dumps(hello(seat) | change))
        assert until(one, "goodbye") == {"t": "goodbye", "code": code, "again": False}


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example"])
def test_another_sites_page_gets_no_socket_and_changes_nothing(node: Node, origin: str) -> None:
    with pytest.raises(Exception, match="403"):
        connect(f"ws://127.0.0.1:{node.port}/api/socket", origin=Origin(origin), legacy=True)
    answer = httpx.post(
        f"{node.url}/api/tables", json={"game": "linko", "name": "Eve"}, headers={"Origin": origin}, trust_env=False
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "origin/wrong")


def test_a_flood_of_frames_by_somebody_who_does_not_listen_ends_and_others_play_on(node: Node, seat: Seat) -> None:
    with talk(node) as attack:
        attack.send(json.dumps(hello(seat)))

        def flood() -> None:
            with contextlib.suppress(ConnectionClosed, OSError):
                while True:
                    attack.send('{"t": "resync"}')

        attacker = threading.Thread(target=flood, daemon=True)
        attacker.start()
        server = Server(node.url)
        with server.open("linko", "Ada", rules="duel", seats=DUEL) as host, server.join(host.code, "Ben") as guest:
            begun = time.monotonic()
            Party(host, guest).play(20)
            assert time.monotonic() - begun < 10
        with contextlib.suppress(OSError):  # the server may have cut the connection already
            attack.socket.shutdown(socket.SHUT_RDWR)
        attacker.join(10)
        assert not attacker.is_alive()


# --- Tables without end ---


def test_tables_without_end_from_one_address_are_refused_slowly_and_a_game_goes_on() -> None:
    with Node() as node:
        server = Server(node.url)
        with server.open("linko", "Ada", rules="duel", seats=DUEL) as host, server.join(host.code, "Ben") as guest:
            party = Party(host, guest)
            party.play(2)
            before, statuses = memory(node), {200: 0, 429: 0}
            with socket.create_connection(("127.0.0.1", node.port), 10, source_address=("127.0.0.2", 0)) as flood:
                for number in range(60):
                    statuses[open_table(flood)] += 1
                    if number % 20 == 0:
                        begun = time.monotonic()
                        party.play()
                        assert time.monotonic() - begun < 2
            assert statuses == {200: 50, 429: 10}  # each refusal takes half a second
            assert memory(node) - before < 30_000_000
        check_unharmed(node)


def open_table(flood: socket.socket) -> int:
    """Ask for a table over a connection that is kept, in one packet; the status of the answer."""
    body = b'{"game": "linko", "name": "Eve"}'
    flood.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += flood.recv(65536)
    head, _, rest = answer.partition(b"\r\n\r\n")
    left = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]) - len(rest)
    while left > 0:
        left -= len(flood.recv(65536))
    return int(head.split()[1])


def memory(node: Node) -> int:
    assert node.process
    with open(f"/proc/{node.process.pid}/status", encoding="utf-8") as status:  # noqa: PTH123  # no path of a person
        return int(status.read().split("VmRSS:")[1].split()[0]) * 1024
