"""What a client may send before its request is complete has bounds: in bytes, in seconds, in number."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from pathlib import Path

import pytest

from tatze.server.settings import Limits
from tatze.server.web import transport
from tatze.server.web.http import THROTTLE_SECONDS
from tests.server.services import wait_until
from tests.server.site import PATIENCE, Site

ABOUT = b"GET /api/about HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = (
    b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def dial(site: Site) -> socket.socket:
    return socket.create_connection(("127.0.0.1", site.settings.port), PATIENCE)


def everything(connection: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    pieces = []
    try:
        while piece := connection.recv(65_536):
            pieces.append(piece)
    except ConnectionError:
        pass
    return b"".join(pieces)


def send_until_closed(connection: socket.socket, begin: bytes, again: bytes, most: int = 1 << 22) -> int:
    """Send the same bytes again and again, and return how many the server let us send before it closed."""
    sent = 0
    try:
        connection.sendall(begin)
        while sent < most:
            connection.sendall(again)
            sent += len(again)
    except ConnectionError:
        pass
    return sent


@pytest.mark.parametrize(
    ("begin", "again"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", b"a" * 4096),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", b"A: b\r\n" * 500),
        (b"GET /", b"a" * 4096),
    ],
    ids=["endless header", "many headers", "endless path"],
)
def test_a_head_without_an_end_is_refused(tmp_path: Path, begin: bytes, again: bytes) -> None:
    with Site(tmp_path) as site, dial(site) as connection:
        assert send_until_closed(connection, begin, again) < 1 << 22
        assert everything(connection)[:12] in (b"HTTP/1.1 400", b"")  # a reset may drop the answer
        assert site.http.get("/api/about").status_code == 200


def test_a_client_that_sends_nothing_or_half_a_head_is_disconnected(tmp_path: Path) -> None:
    with (
        Site(tmp_path, limits=Limits(head_seconds=0.2)) as site,
        dial(site) as silent,
        dial(site) as slow,
        dial(site) as second,
    ):
        slow.sendall(b"GET / HTTP/1.1\r\n")
        second.sendall(ABOUT + b"GET / HTTP/1.1\r\n")
        assert everything(silent) == everything(slow) == b""
        assert everything(second).startswith(b"HTTP/1.1 200")


def test_requests_may_be_sent_ahead_but_not_by_the_thousand(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        with dial(site) as few:
            few.sendall(ABOUT * 5)
            seen = b""
            while seen.count(b"HTTP/1.1 200") < 5:
                seen += few.recv(65_536)
        with dial(site) as many:
            send_until_closed(many, b"", ABOUT * 1000, most=1 << 20)
            assert everything(many).count(b"HTTP/1.1 200") < 20


def test_a_connection_that_is_closed_while_it_is_answered_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    asked = b"".join(b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path for path in (b"/healthz", b"/", b"/metrics"))
    with Site(tmp_path) as site:
        for _ in range(20):
            with dial(site) as many:
                send_until_closed(many, b"", asked * 100, most=1 << 16)
                everything(many)
        assert site.http.get("/healthz").status_code == 200
    assert not [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


def test_an_address_has_a_bounded_number_of_connections(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(connections_per_address=3)) as site:
        counts = site.services.limits.connections
        kept = [dial(site) for _ in range(3)]
        wait_until(lambda: counts.total == 3, "three connections")
        with dial(site) as fourth:
            assert everything(fourth) == b""
        for connection in kept:
            connection.close()
        wait_until(lambda: counts.total == 0, "no connection")
        assert site.http.get("/api/about").status_code == 200


def test_a_socket_is_not_counted_twice(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        host = site.open()
        site.http.close()
        with site.talk(host):
            wait_until(lambda: site.services.limits.connections.total == 0, "no connection but the socket")
            assert site.services.limits.sockets.total == 1


def test_proxies_may_have_many_connections(tmp_path: Path) -> None:
    limits = Limits(connections_per_address=1)
    with Site(tmp_path, limits=limits, trusted_proxies=("127.0.0.0/8",)) as site:
        kept = [dial(site) for _ in range(4)]
        kept[-1].sendall(ABOUT)
        assert kept[-1].recv(100).startswith(b"HTTP/1.1 200")
        for connection in kept:
            connection.close()


@pytest.mark.parametrize("path", ["/%00", "/" + "a" * 300, "/%ff%fe", "/assets/%00.js", "/api/tables/%00", "/a/../%00"])
def test_paths_that_no_file_can_have_are_no_errors(tmp_path: Path, path: str) -> None:
    with Site(tmp_path) as site:
        assert site.http.get(path).status_code < 500 or "page has not been built" in site.http.get(path).text


def test_odd_origins_and_nested_bodies_are_refused(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        answer = site.http.post("/api/tables", content=b"{}", headers={"Origin": "http://["})
        assert answer.json()["code"] == "origin/wrong"
        answer = site.http.post("/api/tables", content=b'{"other":' + b"[" * 8000 + b"]" * 8000 + b"}")
        assert answer.json()["code"] == "frame/bad"


def test_files_and_metrics_have_a_rate_limit(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(files=0.001, files_burst=3)) as site:
        answers = [
            site.http.get(path).status_code for path in ("/metrics", "/healthz", "/api/openapi.json", "/metrics")
        ]
        assert answers == [200, 200, 200, 429]


def test_records_and_replays_have_a_rate_limit_of_their_own(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(replays=0.001, replays_burst=1)) as site:
        host = site.open()
        path = f"/api/tables/{host['table']['id']}/replay/1"
        headers = {"Authorization": f"Bearer {host['token']}"}
        assert site.http.get(path, headers=headers).json()["code"] == "game/unknown"
        assert site.http.get(path, headers=headers).json()["code"] == "rate/limited"


def test_wrong_codes_that_are_tried_at_once_count_as_well(tmp_path: Path) -> None:
    from tatze.server.table.refusals import Refused
    from tatze.server.web.admission import try_code

    with Site(tmp_path, limits=Limits(tries_per_address=5)) as site:

        async def wrong() -> None:
            await asyncio.sleep(0.01)
            raise Refused("code/wrong")

        async def many() -> list[str]:
            tried = [try_code(site.services, "address", wrong) for _ in range(20)]
            return [error.code for error in await asyncio.gather(*tried, return_exceptions=True)]  # type: ignore[union-attr]  # all are refused

        assert sorted(site.wait(many())) == ["code/wrong"] * 5 + ["rate/tries"] * 15


def test_metrics_are_for_this_machine_alone(tmp_path: Path) -> None:
    through_a_proxy = {"X-Forwarded-For": "198.51.100.7"}
    with Site(tmp_path) as site:
        assert site.http.get("/metrics").status_code == 200
        assert site.http.get("/metrics", headers=through_a_proxy).json()["code"] == "path/unknown"
    with Site(tmp_path, public_metrics=True) as site:
        assert site.http.get("/metrics", headers=through_a_proxy).status_code == 200


def test_a_server_with_tls_says_so(tmp_path: Path) -> None:
    with Site(tmp_path, address="https://tatze.example") as site:
        headers = site.http.get("/api/about").headers
        assert headers["strict-transport-security"]
        assert headers["cross-origin-opener-policy"] == "same-origin"
    with Site(tmp_path) as site:
        assert "strict-transport-security" not in site.http.get("/api/about").headers


def test_a_client_that_sends_frames_before_its_connection_is_a_socket_harms_nobody(tmp_path: Path) -> None:
    with Site(tmp_path) as site, dial(site) as hasty:
        hasty.sendall(UPGRADE + b"\x89\x80\0\0\0\0" * 2000)
        assert everything(hasty)[:12] in (b"HTTP/1.1 101", b"")
        assert site.http.get("/api/about").status_code == 200
        wait_until(lambda: site.services.limits.sockets.total == 0, "the end of the socket")


def test_a_client_that_pings_and_reads_no_answer_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "MAX_UNREAD_BYTES", 10_000)
    monkeypatch.setattr(transport, "OTHER_FRAMES_BURST", 10**9)
    ping = b"\x89\xfd\0\0\0\0" + b"x" * 125
    with Site(tmp_path) as site, dial(site) as deaf:
        deaf.sendall(UPGRADE)
        assert deaf.recv(12) == b"HTTP/1.1 101"
        assert send_until_closed(deaf, b"", ping * 1000, most=1 << 27) < 1 << 27
        wait_until(lambda: site.services.limits.sockets.total == 0, "the end of the socket")


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0"], ids=["pings", "empty fragments"])
def test_a_client_that_floods_its_socket_with_frames_that_carry_nothing_is_disconnected(
    tmp_path: Path, frame: bytes
) -> None:
    with Site(tmp_path, limits=Limits(hello_seconds=60)) as site, dial(site) as flooding:
        flooding.settimeout(3)
        flooding.sendall(UPGRADE)
        assert flooding.recv(12) == b"HTTP/1.1 101"
        send_until_closed(flooding, b"\x01\x80\0\0\0\0", frame * 2000, most=1)
        assert everything(flooding).count(b"\x8a\x00") < 1000
        wait_until(lambda: site.services.limits.sockets.total == 0, "the end of the socket")


def test_nothing_is_read_after_a_frame_that_breaks_the_protocol(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handled: list[transport.SocketTransport] = []
    handle = transport.SocketTransport.handle_parser_exception

    def count(self: transport.SocketTransport) -> None:
        handled.append(self)
        handle(self)

    monkeypatch.setattr(transport.SocketTransport, "handle_parser_exception", count)
    with Site(tmp_path) as site, dial(site) as wrong:
        wrong.sendall(UPGRADE)
        assert wrong.recv(12) == b"HTTP/1.1 101"
        wrong.sendall(b"\x83\x80\0\0\0\0" * 100)
        everything(wrong)
        assert len(handled) == 1


def test_an_address_opens_a_bounded_number_of_connections_a_second(tmp_path: Path) -> None:
    limits = Limits(new_connections=0.001, new_connections_burst=3)
    with Site(tmp_path, limits=limits) as site:
        for _ in range(3):
            with dial(site) as connection:
                connection.sendall(ABOUT)
                assert connection.recv(12) == b"HTTP/1.1 200"
        with dial(site) as fourth:
            assert everything(fourth) == b""
    with Site(tmp_path, limits=limits, trusted_proxies=("127.0.0.1",)) as site:
        for _ in range(5):
            with dial(site) as connection:
                connection.sendall(ABOUT)
                assert connection.recv(12) == b"HTTP/1.1 200"


def test_a_client_that_sends_too_much_waits_for_its_refusals(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(requests=0.001, requests_burst=1, files=0.001, files_burst=0)) as site:
        site.get("/api/about")
        for path in ("/api/about", "/metrics"):
            begun = time.monotonic()
            assert site.get(path, status=429)["code"] == "rate/limited"
            assert time.monotonic() - begun >= THROTTLE_SECONDS


def test_all_who_ask_for_the_health_at_the_same_time_share_one_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Site(tmp_path) as site:
        checks: list[float] = []

        async def check() -> None:
            checks.append(time.monotonic())
            await asyncio.sleep(0.3)

        monkeypatch.setattr(site.services.store, "check", check)
        with contextlib.ExitStack() as stack:
            many = [stack.enter_context(dial(site)) for _ in range(8)]
            for connection in many:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert all(connection.recv(12) == b"HTTP/1.1 200" for connection in many)
        assert len(checks) < 4, "on a loaded machine not all come at the same time"
