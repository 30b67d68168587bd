"""The bus between nodes: it says "table X has version N now", and passes emotes on.

Everything that counts is in the database, so a lost message loses nothing: the next one about the same table repairs
it, a node that was cut off is told so (`missed`) and looks its tables up, and a slow poll of the tables that somebody
is connected to finds the rest."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Mapping
from typing import Protocol

from tatze.core.errors import SetupError
from tatze.server.logs import log
from tatze.server.wire import EMOTES as KNOWN

SUBJECT = "tatze.versions"
EMOTES = "tatze.emotes"
LINES = 2000
"""Tables in one message at most: far below what NATS takes."""
WAITING = 100
"""Emotes that wait at most; older ones have lost their moment."""


class Listener(Protocol):
    """Who hears the bus. All of these are called in the event loop and must not block it."""

    def heard(self, table: str, version: int) -> None:
        """Another node committed this version, or a later one."""

    def cheered(self, table: str, seat: int, emote: str) -> None:
        """Somebody at another node showed an emote."""

    def missed(self) -> None:
        """Messages may have been lost: whatever is held may be old."""


class Bus(Protocol):
    def subscribe(self, listener: Listener) -> None: ...

    def publish(self, table: str, version: int) -> None:
        """Tell the other nodes. Never blocks, never fails."""

    def cheer(self, table: str, seat: int, emote: str) -> None:
        """Pass an emote on to the other nodes, if they can be reached."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...


class LocalBus:
    """For one process, and for several hubs in one process: everybody hears at once."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def publish(self, table: str, version: int) -> None:
        for listener in self._listeners:
            listener.heard(table, version)

    def cheer(self, table: str, seat: int, emote: str) -> None:
        """There are no other nodes."""

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass


class NatsBus:
    """For several nodes. Works on without NATS, only slower: news waits, the newest of each table, until it is back."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._listeners: list[Listener] = []
        self._news: dict[str, int] = {}
        self._emotes: deque[str] = deque(maxlen=WAITING)
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def subscribe(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def publish(self, table: str, version: int) -> None:
        self._news[table] = version
        self._wake.set()

    def cheer(self, table: str, seat: int, emote: str) -> None:
        self._emotes.append(f"{table} {seat} {emote}")
        self._wake.set()

    async def open(self) -> None:
        self._task = asyncio.create_task(self._run(), name="bus")

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        """Connect, in as many attempts as it takes; then pass news on as it comes."""
        import nats
        from nats.aio.msg import Msg

        async def hear(message: Msg) -> None:
            for table, version in read_news(message.data).items():
                for listener in self._listeners:
                    listener.heard(table, version)

        async def see(message: Msg) -> None:
            for emote in read_emotes(message.data):
                for listener in self._listeners:
                    listener.cheered(*emote)

        connection = await nats.connect(
            self._url, name="tatze", no_echo=True, max_reconnect_attempts=-1, reconnect_time_wait=1, connect_timeout=2,
            ping_interval=5, max_outstanding_pings=2, allow_reconnect=True,
            error_cb=self._failed, disconnected_cb=self._lost, reconnected_cb=self._back,
        )  # fmt: skip
        try:
            await connection.subscribe(SUBJECT, cb=hear)
            await connection.subscribe(EMOTES, cb=see)
            await connection.flush()
            await self._back()
            while True:
                await self._wake.wait()
                self._wake.clear()
                if connection.is_connected:
                    for data in self._take():
                        await connection.publish(SUBJECT, data)
                    if self._emotes:
                        data = "\n".join(self._emotes).encode()
                        self._emotes.clear()
                        await connection.publish(EMOTES, data)
        finally:
            with contextlib.suppress(nats.errors.Error, OSError):
                for data in self._take():
                    await connection.publish(SUBJECT, data)
                await connection.flush(timeout=1)
            with contextlib.suppress(nats.errors.Error, OSError):
                await connection.close()

    def _take(self) -> list[bytes]:
        news, self._news = list(self._news.items()), {}
        return [write_news(dict(news[at : at + LINES])) for at in range(0, len(news), LINES)]

    async def _failed(self, error: Exception) -> None:
        log("bus-error", level="warning", kind=type(error).__name__)

    async def _lost(self) -> None:
        log("bus-lost", level="warning")

    async def _back(self) -> None:
        """What was said meanwhile is gone, and what waits here can go now."""
        log("bus-connected")
        for listener in self._listeners:
            listener.missed()
        self._wake.set()


def bus_for(url: str) -> Bus:
    """The bus of a URL; the local one without."""
    if not url:
        return LocalBus()
    try:
        import nats  # noqa: F401  # only whether it is there
    except ImportError:
        raise SetupError("--bus needs the extra: pip install 'tatze[nodes]'") from None
    return NatsBus(url)


def write_news(news: Mapping[str, int]) -> bytes:
    return "\n".join(f"{table} {version}" for table, version in news.items()).encode()


def read_news(data: bytes) -> dict[str, int]:
    """The tables and versions of a message; what is no news is passed over, since anybody may speak on a bus."""
    news = {}
    for line in data.decode(errors="replace").splitlines():
        table, _, version = line.partition(" ")
        if version.isascii() and version.isdigit() and len(version) < 16:
            news[table] = int(version)
    return news


def read_emotes(data: bytes) -> list[tuple[str, int, str]]:
    """The emotes of a message: table, seat and which; anything else is passed over."""
    found = []
    for line in data.decode(errors="replace").splitlines():
        table, seat, emote, *more = [*line.split(" "), "", ""]
        if len(seat) == 1 and seat.isascii() and seat.isdigit() and emote in KNOWN and not any(more):
            found.append((table, int(seat), emote))
    return found
