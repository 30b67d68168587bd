"""The bus between nodes: it says "table X has version N now", passes emotes on, and tells who is connected where.

Everything that counts is in the database, so a lost message loses nothing: the next one about the same table repairs
it, a node that was cut off is told so (`missed`) and looks its tables up, and a slow poll of the tables that somebody
is connected to finds the rest. Who is connected where is said again every few seconds."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections import deque
from collections.abc import Mapping
from typing import Protocol, TypeVar

from tatze.core.errors import SetupError
from tatze.server.elsewhere import Crowd
from tatze.server.logs import log
from tatze.wire import EMOTES as KNOWN

SUBJECT = "tatze.versions"
EMOTES = "tatze.emotes"
PRESENCE = "tatze.presence"
LINES = 2000
"""Tables in one message at most: far below what NATS takes."""
T = TypeVar("T")
_THERE = re.compile(r"([a-z0-9]{1,32}) ([0-9]*):([0-9]{1,6})", re.ASCII)
"""A table, its seats that are connected, and how many others."""
WAITING = 100
"""Emotes that wait at most; older ones have lost their moment."""


class Listener(Protocol):
    """Who hears the bus. All of these are called in the event loop and must not block it."""

    def heard(self, table: str, version: int) -> None:
        """Another node committed this version, or a later one."""

    def cheered(self, table: str, seat: int, emote: str) -> None:
        """Somebody at another node showed an emote."""

    def attended(self, node: str, table: str, crowd: Crowd) -> None:
        """Another node says who is connected to a table there."""

    def missed(self) -> None:
        """Messages may have been lost: whatever is held may be old."""


class Bus(Protocol):
    def subscribe(self, listener: Listener) -> None: ...

    def publish(self, table: str, version: int) -> None:
        """Tell the other nodes. Never blocks, never fails."""

    def cheer(self, table: str, seat: int, emote: str) -> None:
        """Pass an emote on to the other nodes, if they can be reached."""

    def attend(self, table: str, crowd: Crowd) -> None:
        """Tell the other nodes who is connected to a table here."""

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

    def attend(self, table: str, crowd: Crowd) -> None:
        """There are no other nodes."""

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass


class NatsBus:
    """For several nodes. Works on without NATS, only slower: news waits, the newest of each table, until it is back."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._node = secrets.token_hex(8)
        """What others call this node."""
        self._crowds: dict[str, Crowd] = {}
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

    def attend(self, table: str, crowd: Crowd) -> None:
        self._crowds[table] = crowd
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

        async def meet(message: Msg) -> None:
            for there in read_presence(message.data):
                for listener in self._listeners:
                    listener.attended(*there)

        connection = await nats.connect(
            self._url,
            name="tatze",
            no_echo=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=1,
            connect_timeout=2,
            ping_interval=5,
            max_outstanding_pings=2,
            allow_reconnect=True,
            error_cb=self._failed,
            disconnected_cb=self._lost,
            reconnected_cb=self._back,
        )
        try:
            await connection.subscribe(SUBJECT, cb=hear)
            await connection.subscribe(EMOTES, cb=see)
            await connection.subscribe(PRESENCE, cb=meet)
            await connection.flush()
            await self._back()
            while True:
                await self._wake.wait()
                self._wake.clear()
                if connection.is_connected:
                    for subject, data in self._take():
                        await connection.publish(subject, data)
        finally:
            with contextlib.suppress(nats.errors.Error, OSError):
                for subject, data in self._take():
                    await connection.publish(subject, data)
                await connection.flush(timeout=1)
            with contextlib.suppress(nats.errors.Error, OSError):
                await connection.close()

    def _take(self) -> list[tuple[str, bytes]]:
        """What waits, as messages with their subjects."""
        news, self._news = list(self._news.items()), {}
        crowds, self._crowds = list(self._crowds.items()), {}
        messages = [(SUBJECT, write_news(dict(part))) for part in parts(news)]
        messages += [(PRESENCE, write_presence(self._node, dict(part))) for part in parts(crowds)]
        if self._emotes:
            messages.append((EMOTES, "\n".join(self._emotes).encode()))
            self._emotes.clear()
        return messages

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


def parts(items: list[T]) -> list[list[T]]:
    return [items[at : at + LINES] for at in range(0, len(items), LINES)]


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


def write_presence(node: str, crowds: Mapping[str, Crowd]) -> bytes:
    lines = [f"{table} {''.join(map(str, sorted(c.seats)))}:{c.watching}" for table, c in crowds.items()]
    return "\n".join([node, *lines]).encode()


def read_presence(data: bytes) -> list[tuple[str, str, Crowd]]:
    """Who is connected to which tables at a node; anything else is passed over."""
    node, *lines = data.decode(errors="replace").splitlines() or [""]
    if not re.fullmatch(r"[0-9a-f]{16}", node):
        return []
    found = [match for line in lines if (match := _THERE.fullmatch(line))]
    return [(node, match[1], Crowd(frozenset(map(int, match[2])), int(match[3]))) for match in found]
