"""The bus: nodes hear of each other's versions; without NATS everything goes on, and afterwards everybody is told."""

from __future__ import annotations

import asyncio
import signal
import sys

import pytest

from tatze.core.errors import SetupError
from tatze.server.live.bus import LocalBus, bus_for
from tatze.server.live.nats_bus import NatsBus, read_emotes, read_messages, read_versions, write_versions
from tatze.server.live.presence import TablePresence
from tatze.wire import Said
from tests.server.services import Nats, wait_until


class Ear:
    def __init__(self) -> None:
        self.news: dict[str, int] = {}
        self.gaps = 0
        self.emotes: list[tuple[str, int, str]] = []
        self.messages: list[tuple[str, Said]] = []
        self.presence: dict[str, TablePresence] = {}

    def emote_shown(self, table: str, seat: int, emote: str) -> None:
        self.emotes.append((table, seat, emote))

    def message_sent(self, table: str, said: Said) -> None:
        self.messages.append((table, said))

    def presence_reported(self, node: str, table: str, presence: TablePresence) -> None:
        self.presence[table] = presence

    def version_committed(self, table: str, version: int) -> None:
        self.news[table] = version

    def messages_lost(self) -> None:
        self.gaps += 1

    async def until(self, table: str, version: int) -> None:
        async with asyncio.timeout(20):
            while self.news.get(table) != version:
                await asyncio.sleep(0.01)

    async def until_gap(self, gaps: int) -> None:
        async with asyncio.timeout(20):
            while self.gaps < gaps:
                await asyncio.sleep(0.01)


async def two_nodes(url: str) -> tuple[NatsBus, Ear, NatsBus, Ear]:
    one, two, ear_one, ear_two = NatsBus(url), NatsBus(url), Ear(), Ear()
    one.subscribe(ear_one)
    two.subscribe(ear_two)
    await one.open()
    await two.open()
    return one, ear_one, two, ear_two


def test_the_bus_of_one_process_tells_everybody_at_once() -> None:
    bus, ear = bus_for(""), Ear()
    assert isinstance(bus, LocalBus)
    bus.subscribe(ear)
    bus.publish_version("abc", 7)
    assert ear.news == {"abc": 7}


def test_a_node_hears_the_other_and_not_itself(nats: Nats) -> None:
    async def play() -> None:
        one, ear_one, two, ear_two = await two_nodes(nats.url)
        await ear_one.until_gap(1)
        await ear_two.until_gap(1)
        for version in range(500):
            one.publish_version("abc", version)
        one.publish_version("def", 3)
        await ear_two.until("abc", 499)
        await ear_two.until("def", 3)
        assert ear_one.news == {}
        await one.close()
        await two.close()

    asyncio.run(play())


def test_a_node_that_is_named_hears_of_a_version_before_the_summary_for_all(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tatze.server.live.nats_bus.SUMMARY_SECONDS", 60.0)

    async def play() -> None:
        one, ear_one, two, ear_two = await two_nodes(nats.url)
        await ear_one.until_gap(1)
        await ear_two.until_gap(1)
        one.publish_version("first", 3)
        await ear_two.until("first", 3)
        one.publish_version("elsewhere", 8, nodes=["0123456789abcdef"])
        one.publish_version("abc", 7, nodes=[two.node])
        await ear_two.until("abc", 7)
        assert ear_two.news == {"first": 3, "abc": 7}
        await one.close()
        await ear_two.until("elsewhere", 8)
        await two.close()

    asyncio.run(play())


def test_versions_soon_after_a_summary_share_the_next_one(nats: Nats, monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[dict[str, int]] = []

    def read(data: bytes) -> dict[str, int]:
        messages.append(read_versions(data))
        return messages[-1]

    monkeypatch.setattr("tatze.server.live.nats_bus.read_versions", read)
    monkeypatch.setattr("tatze.server.live.nats_bus.SUMMARY_SECONDS", 0.5)

    async def play() -> None:
        one, ear_one, two, ear_two = await two_nodes(nats.url)
        await ear_one.until_gap(1)
        await ear_two.until_gap(1)
        for version in range(20):
            one.publish_version("abc", version)
            one.publish_version(f"t{version}", 1)
            await asyncio.sleep(0.005)
        await ear_two.until("abc", 19)
        assert messages[0] == {"abc": 0, "t0": 1}, "at once"
        assert messages[1:] == [{"abc": 19, **{f"t{version}": 1 for version in range(1, 20)}}]
        await one.close()
        await two.close()

    asyncio.run(play())


def test_a_bus_that_is_not_there_yet_or_falls_silent_loses_only_time() -> None:
    nats = Nats()

    async def play() -> None:
        one, ear_one, two, ear_two = await two_nodes(nats.url)
        one.publish_version("early", 1)
        await asyncio.to_thread(nats.start)
        await ear_one.until_gap(1)
        await ear_two.until_gap(1)
        one.publish_version("late", 2)
        await ear_two.until("late", 2)
        await asyncio.to_thread(nats.restart, signal.SIGKILL)
        one.publish_version("later", 3)
        await ear_one.until_gap(2)
        await ear_two.until_gap(2)
        one.publish_version("latest", 4)
        await ear_two.until("latest", 4)
        await one.close()
        await two.close()

    try:
        asyncio.run(play())
    finally:
        nats.close()


def test_closing_does_not_wait_for_a_bus_that_never_came(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        bus = NatsBus("nats://127.0.0.1:9")
        await bus.open()
        await asyncio.to_thread(wait_until, lambda: caplog.records, "an attempt to connect")
        async with asyncio.timeout(2):
            await bus.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    "noise", [b"", b"\xff\xfe", b"abc", b"abc -1", b"abc 1e9", b"abc \xc2\xb2", b"abc " + b"9" * 99]
)
def test_noise_on_the_bus_is_no_news(noise: bytes) -> None:
    assert read_versions(noise) == {}


def test_news_is_read_as_it_was_written() -> None:
    news = {"abc": 0, "def": 123456789}
    assert read_versions(write_versions(news)) == news


def test_emotes_and_messages_reach_the_other_nodes_and_not_their_own(nats: Nats) -> None:
    async def play() -> None:
        one, ear_one, two, ear_two = await two_nodes(nats.url)
        await ear_one.until_gap(1)
        await ear_two.until_gap(1)
        one.publish_emote("abc", 2, "wow")
        said = Said(1, "Ada", "two\tof “us” \\ {}", 7, "k")
        one.publish_message("abc", said)
        one.publish_version("abc", 1)
        async with asyncio.timeout(20):
            while not ear_two.emotes or not ear_two.messages:
                await asyncio.sleep(0.01)
        assert ear_two.emotes == [("abc", 2, "wow")]
        assert ear_two.messages == [("abc", said)]
        assert not ear_one.emotes
        assert not ear_one.messages
        await one.close()
        await two.close()

    asyncio.run(play())


def test_what_is_no_emote_is_passed_over() -> None:
    data = b"abc 2 wow\nabc 2 <script>\nabc x wow\nabc 12 wow\nabc 1 wow more\n\xff\ndef 0 thanks"
    assert read_emotes(data) == [("abc", 2, "wow"), ("def", 0, "thanks")]


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"{}", b'[["t",{"t":"said","seat":0}]]', b'[["t",7]]'])
def test_what_is_no_message_is_passed_over(data: bytes) -> None:
    assert read_messages(data) == []


def test_a_bus_without_its_extra_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tatze.server.live.nats_bus", None)
    with pytest.raises(SetupError, match="needs the extra"):
        bus_for("nats://127.0.0.1:4222")
