"""Every request of the client ends: with an answer, with one of the client's errors, or at its time limit."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tatze.client import MalformedAnswer, RequestRefused, Seat, Server, ServerUnreachable
from tatze.core.errors import TatzeError
from tests.server.proxy import Proxy
from tests.server.services import Node

DUEL = [{"kind": "host"}, {"kind": "open"}]
LONG = "7" * 1_000_000


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node("--log", "error", "--limit", "frames=10000", "--limit", "tables_per_address=1000") as node:
        yield node


@pytest.fixture
def seats(node: Node) -> Iterator[tuple[Seat, Seat]]:
    """Both seats of a duel that has begun. Neither is connected yet."""
    server = Server(node.url, seconds=5, retry_seconds=5)
    with server.open("linko", "Ada", rules="duel", seats=DUEL) as host, server.join(host.code, "Ben") as guest:
        yield host, guest


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    begun = time.monotonic()
    yield
    assert time.monotonic() < begun + seconds


def test_an_action_before_the_welcome_is_answered(seats: tuple[Seat, Seat]) -> None:
    codes = []
    with at_most(4):
        for seat in seats:
            with pytest.raises(RequestRefused) as refused:
                seat.act("13x7")
            codes.append(refused.value.code)
    assert "action/not-your-turn" in codes
    assert {"action/illegal", "action/unknown"} & set(codes)


def test_an_undo_before_the_welcome_is_answered(seats: tuple[Seat, Seat]) -> None:
    with at_most(4), pytest.raises(RequestRefused):
        seats[0].undo()


@pytest.mark.parametrize(
    "call",
    [
        lambda seat: seat.act(None),
        lambda seat: seat.act(7),
        lambda seat: seat.act(""),
        lambda seat: seat.act(LONG),
        lambda seat: seat.act("\ud800"),
        lambda seat: seat.act(b"7"),
        lambda seat: seat.say(None),
        lambda seat: seat.say(LONG),
        lambda seat: seat.say("\ud800"),
        lambda seat: seat.command(None),
        lambda seat: seat.command("dance"),
        lambda seat: seat.command("start", seat=object()),
        lambda seat: seat.command("rename", name=LONG),
        lambda seat: seat.record(None),
        lambda seat: seat.record("../../about"),
        lambda seat: seat.record(-1),
        lambda seat: seat.rematch(),
        lambda seat: seat.server.join(None, "Eve"),
        lambda seat: seat.server.join(seat.code, None),
        lambda seat: seat.server.join(LONG, "Eve"),
        lambda seat: seat.server.join(seat.code, "\ud800"),
        lambda seat: seat.server.join(seat.code, "Eve", seat="first"),
        lambda seat: seat.server.sit("nowhere", "Eve"),
        lambda seat: seat.server.watch(""),
        lambda seat: seat.server.find(object()),
        lambda seat: seat.server.back("../about", "token"),
        lambda seat: seat.server.back(seat.table.id, "two\nlines"),
        lambda seat: seat.server.open("chess", "Eve"),
        lambda seat: seat.server.open("linko", "Eve", seats="all"),
        lambda seat: seat.server.open("linko", "Eve", colour="red"),
    ],
)
def test_a_wrong_call_is_refused_at_once(call: Callable[[Seat], object], seats: tuple[Seat, Seat]) -> None:
    with at_most(4), pytest.raises(TatzeError) as refused:
        call(seats[0])
    assert not isinstance(refused.value, ServerUnreachable)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    "url", [None, 8000, "", "127.0.0.1:8000", "ftp://127.0.0.1", "http://", "http://two words", "http://[::1", LONG]
)
def test_an_address_that_is_none_is_refused(url: Any) -> None:
    with pytest.raises(TatzeError):
        Server(url).about()


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "http://127.0.0.1:99999", "http://nobody.invalid"])
def test_a_server_that_is_not_there_is_an_error_of_the_family(url: str) -> None:
    server = Server(url, seconds=0.3, retry_seconds=0.3)
    for ask in (server.about, server.tables, lambda: server.join("KATZE7", "Eve")):
        with at_most(10), pytest.raises(TatzeError):
            ask()


def test_a_server_that_vanishes_is_given_up_in_time() -> None:
    with Node("--log", "error") as node:
        server = Server(node.url, seconds=0.5, retry_seconds=1)
        host = server.open("linko", "Ada", rules="duel", seats=DUEL)
        guest = server.join(host.code, "Ben")
        next(host.moments())
    for ask in (lambda: host.act("1"), host.undo, lambda: host.say("Hello?"), lambda: guest.act("1"), host.record):
        with at_most(6), pytest.raises(ServerUnreachable):
            ask()
    with at_most(6), pytest.raises(TimeoutError):  # the error of older programs
        host.act("1")


class DamagingProxy(Proxy):
    """A proxy that damages, cuts off, holds back or replaces what the server sends."""

    async def _bytes(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, there: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data if there or self.random.random() < 0.6 else await self._damaged(data))
                await writer.drain()
                if not there and self.random.random() < 0.05:
                    return

    async def _damaged(self, data: bytes) -> bytes:
        place = self.random.randrange(len(data))
        kind = self.random.choice(("flip", "cut", "late", "noise", "twice", "nothing"))
        self.counts["dropped"] += 1
        if kind == "flip":
            return data[:place] + bytes([data[place] ^ 1 << self.random.randrange(8)]) + data[place + 1 :]
        if kind == "late":
            await asyncio.sleep(0.3)
        return {"cut": data[:place], "noise": self.random.randbytes(50), "twice": data * 2, "nothing": b""}.get(
            kind, data
        )


def requests(url: str, code: str) -> list[Callable[[], object]]:
    """Return what a client asks in one sitting behind a proxy; without a seat it asks only over HTTP."""
    server = Server(url, seconds=0.5, retry_seconds=1)
    asked: list[Callable[[], object]] = [server.about, server.tables, lambda: server.find(code)]
    with contextlib.suppress(TatzeError):
        seat = server.join(code, "Ben")
        asked += [lambda: seat.act("1"), lambda: seat.say("Hello"), lambda: seat.act("13x7"), seat.undo, seat.record]
        asked.append(seat.close)
    return asked


@pytest.mark.parametrize("seed", range(12))
def test_behind_a_proxy_that_damages_answers_every_request_ends(node: Node, seed: int) -> None:
    with (
        Server(node.url).open("linko", "Ada", rules="duel", seats=DUEL) as host,
        DamagingProxy(node.port, seed=seed) as proxy,
    ):
        ended = 0
        for ask in requests(proxy.url, host.code):
            with at_most(6), contextlib.suppress(TatzeError):
                ask()
            ended += 1
        assert ended >= 3
        assert proxy.counts["dropped"] > 0


def test_what_is_no_answer_of_the_protocol_is_malformed(node: Node) -> None:
    with pytest.raises(MalformedAnswer):
        Server(node.url).ask("GET", "/", dict)  # the page
