"""Frames of clients are read whatever way they come, and no faster than the application takes them."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tatze.server.live.connection import Connection
from tatze.server.settings import Limits
from tatze.server.web.transport import SocketTransport, frame_size, unmasked
from tests.server.services import wait_until
from tests.server.site import Site

MASK = b"\x11\x80\xff\x02"
HANDSHAKE = (
    "GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGF0emUtYmVuY2gtMDAwMQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def framed(payload: bytes, first: int = 0x81, code: int | None = None) -> bytes:
    """A client's frame. `code` is how its length is written: 126 in two bytes, 127 in eight."""
    size = len(payload)
    code = code or min(126, size)
    length = size.to_bytes({126: 2, 127: 8}[code]) if code > 125 else b""
    return bytes((first, 0x80 | code)) + length + MASK + unmasked(payload, MASK)


@contextmanager
def raw_socket(site: Site, seated: Any) -> Iterator[socket.socket]:
    """A connection to a seat, without a library that would frame or wait."""
    with socket.create_connection(("127.0.0.1", site.settings.port), 20) as line:
        hello = {"t": "hello", "protocol": 1, "table": seated["table"]["id"], "token": seated["token"]}
        line.sendall(HANDSHAKE.encode())
        while b"\r\n\r\n" not in line.recv(65_536):
            pass
        line.sendall(framed(json.dumps(hello).encode()))
        wait_until(lambda: connected(site, seated), "the connection")
        yield line


def connected(site: Site, seated: Any) -> bool:
    live = site.services.hub.tables.get(seated["table"]["id"])
    return bool(live and live.connections)


def read_until(line: socket.socket, text: bytes, number: int = 1) -> bytes:
    heard = b""
    while heard.count(text) < number:
        part = line.recv(65_536)
        assert part, heard
        heard += part
    return heard


PING = b'{"t":"ping"}'
LONG_PING = b'{"t":"ping"%b}' % (b" " * 200)
PARTS = framed(PING[:4], 0x01) + framed(b"between", 0x89) + framed(PING[4:8], 0x00) + framed(PING[8:], 0x80)


@pytest.mark.parametrize("piece", [1, 3, 7, 100_000])
def test_frames_are_read_however_they_are_written_and_cut(tmp_path: Path, piece: int) -> None:
    data = b"".join(
        (framed(PING), framed(PING, code=126), framed(PING, code=127), framed(LONG_PING), framed(PING, 0x82), PARTS)
    )
    with Site(tmp_path) as site, raw_socket(site, site.open()) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for start in range(0, len(data), piece):
            line.sendall(data[start : start + piece])
            time.sleep(0.0005)
        heard = read_until(line, b'{"t":"pong"}', 6)
    assert b"\x8a\x07between" in heard, "a ping between the parts of a message is answered"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (framed(b"\xff\xfe"), 1007),
        (b"\x81\x02hi", 1002),
        (framed(PING[:4], 0x01) + framed(PING), 1002),
        (framed(PING, 0xC1), 1002),
        (framed(b"x" * 70_000, code=127), 1009),
        (b"\x81\xff" + (1 << 40).to_bytes(8) + MASK, 1009),
    ],
    ids=["no UTF-8", "not masked", "not continued", "reserved bit", "too long", "much too long"],
)
def test_what_is_no_frame_ends_the_connection(tmp_path: Path, data: bytes, code: int) -> None:
    with Site(tmp_path) as site, raw_socket(site, site.open()) as line:
        line.sendall(data)
        read_until(line, code.to_bytes(2))


def test_a_flood_waits_unread(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(frames=10, frames_burst=10)) as site:
        host, other = site.open(), site.open()
        with raw_socket(site, host) as line:
            (transport,) = [c for c in site.process.server_state.connections if isinstance(c, SocketTransport)]
            line.setblocking(False)
            data, sent = framed(PING) * 50_000, 0
            for _ in range(100):
                try:
                    sent += line.send(data[sent:])
                except BlockingIOError:
                    break
                time.sleep(0.005)
            time.sleep(0.2)
            assert transport.queue.qsize() <= 8
            assert len(transport._unparsed) < 600_000
            with site.talk(other) as talk:
                talk.send("ping")
                talk.hear("pong")
        wait_until(lambda: not connected(site, host), "the end of the session, though much was left", 5)


def test_what_a_client_sends_before_it_leaves_is_done(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        host, _ = site.two()
        with site.talk(host) as talk:
            talk.wait(lambda moment: moment.get("view"))
        with raw_socket(site, host) as line:
            said = b'{"t":"say","key":"%d","text":"bye"}'
            line.sendall(framed(said % 1) + framed(said % 2) + framed(b"\x03\xe8", 0x88))
            line.shutdown(socket.SHUT_WR)
            live = site.services.hub.tables[host["table"]["id"]]
            wait_until(lambda: len(live.conversation.recent) == 2, "both messages")


def test_the_same_answer_waits_once() -> None:
    connection = Connection(0, True, 10, 100)
    answer = b"a" * 1000
    for _ in range(5):
        connection.offer_once(answer)
    connection.offer(b"b")
    connection.offer_once(answer)
    assert list(connection.queue) == [answer, b"b"]
    assert not connection.closing_code


def test_frames_are_taken_up_to_a_number_of_bytes() -> None:
    connection = Connection(0, True, 10, 1000)
    for size in (60, 30, 30, 1):
        connection.offer(b"x" * size)
    assert [len(frame) for frame in connection.take(100)] == [60, 30, 30]
    assert [len(frame) for frame in connection.take(100)] == [1]


def test_the_size_of_a_frame_is_known_from_its_beginning() -> None:
    for data in (framed(b""), framed(b"x" * 125), framed(b"x" * 126), framed(b"x" * 70_000, code=127)):
        assert frame_size(data) == frame_size(data + b"more") == len(data)
    assert [frame_size(framed(b"x" * 300)[:n]) for n in range(5)] == [0, 0, 0, 0, 308]
