"""The bus over NATS, for several nodes. A message is lines of text, or JSON where people wrote the text; what cannot be
read is ignored."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections import deque
from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec
import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

from tatze.server.live.bus import BusListener
from tatze.server.live.presence import TablePresence
from tatze.server.logs import log
from tatze.wire import EMOTES, Said

VERSION_SUBJECT = "tatze.versions"
"""The subject of summaries for all nodes. A node listens to this one with a dot and its name behind it too."""
EMOTE_SUBJECT = "tatze.emotes"
MESSAGE_SUBJECT = "tatze.messages"
PRESENCE_SUBJECT = "tatze.presence"
SUMMARY_SECONDS = 0.05
"""Seconds between two summaries. They are for nodes at which nobody is connected to the table, and for lost messages; a
version that comes later than that after a summary waits for nothing."""
MAX_LINES_PER_MESSAGE = 2000
"""Maximum number of tables in one message: far below the size that NATS refuses."""
MAX_WAITING_EMOTES = 100
"""Maximum number of emotes that wait for a connection. Older ones are dropped, because they are out of date."""
MAX_WAITING_MESSAGES = 100
"""Maximum number of messages of people that wait for a connection. Older ones are dropped."""
_PRESENCE_LINE = re.compile(r"([a-z0-9]{1,32}) ([0-9]*):([0-9]{1,6})", re.ASCII)
"""A table, the digits of its connected seats, and the number of connections without a seat."""
T = TypeVar("T")


class NatsBus:
    """A bus that survives the loss of NATS: the newest version of each table waits until the connection is back."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.node: str = secrets.token_hex(8)
        """This node's name in reports of presence, and in the subject of what it alone is told."""
        self._listeners: list[BusListener] = []
        self._versions: dict[str, int] = {}
        """The versions for the next summary."""
        self._summary_due = False
        self._summary_timer: asyncio.TimerHandle | None = None
        self._direct: dict[str, dict[str, int]] = {}
        """By node: the versions that it is told at once."""
        self._presence: dict[str, TablePresence] = {}
        self._emotes: deque[str] = deque(maxlen=MAX_WAITING_EMOTES)
        self._messages: deque[tuple[str, Said]] = deque(maxlen=MAX_WAITING_MESSAGES)
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def subscribe(self, listener: BusListener) -> None:
        self._listeners.append(listener)

    def publish_version(self, table: str, version: int, nodes: Iterable[str] = ()) -> None:
        self._versions[table] = version
        for node in nodes:
            self._direct.setdefault(node, {})[table] = version
        if self._summary_timer is None:
            self._have_summary_sent()
        self._wake.set()

    def publish_emote(self, table: str, seat: int, emote: str) -> None:
        self._emotes.append(f"{table} {seat} {emote}")
        self._wake.set()

    def publish_message(self, table: str, said: Said) -> None:
        self._messages.append((table, said))
        self._wake.set()

    def publish_presence(self, table: str, presence: TablePresence) -> None:
        self._presence[table] = presence
        self._wake.set()

    async def open(self) -> None:
        self._task = asyncio.create_task(self._run(), name="bus")

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    # --- Sending ---

    def _have_summary_sent(self) -> None:
        """Have the versions sent that wait for a summary. Those that come soon afterwards wait for the next one."""
        self._summary_timer = None
        if self._versions:
            self._summary_due = True
            self._wake.set()
            self._summary_timer = asyncio.get_running_loop().call_later(SUMMARY_SECONDS, self._have_summary_sent)

    async def _run(self) -> None:
        """Connect, in as many attempts as it takes, and send messages as they come."""
        connection = await self._connect()
        try:
            await connection.subscribe(VERSION_SUBJECT, cb=self._receive_versions)
            await connection.subscribe(f"{VERSION_SUBJECT}.{self.node}", cb=self._receive_versions)
            await connection.subscribe(EMOTE_SUBJECT, cb=self._receive_emotes)
            await connection.subscribe(MESSAGE_SUBJECT, cb=self._receive_messages)
            await connection.subscribe(PRESENCE_SUBJECT, cb=self._receive_presence)
            await connection.flush()
            await self._connected()
            while True:
                await self._wake.wait()
                self._wake.clear()
                if connection.is_connected:
                    await self._send_waiting(connection)
        finally:
            self._summary_due = True
            with contextlib.suppress(nats.errors.Error, OSError):
                await self._send_waiting(connection)
                await connection.flush(timeout=1)
            with contextlib.suppress(nats.errors.Error, OSError):
                await connection.close()

    async def _connect(self) -> Client:
        return await nats.connect(
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
            disconnected_cb=self._disconnected,
            reconnected_cb=self._connected,
        )

    async def _send_waiting(self, connection: Client) -> None:
        for subject, data in self._take_messages():
            await connection.publish(subject, data)

    def _take_messages(self) -> list[tuple[str, bytes]]:
        """Return what is waiting to be sent, as messages with their subjects."""
        presence, self._presence = list(self._presence.items()), {}
        messages = self._take_versions()
        messages += [(PRESENCE_SUBJECT, write_presence(self.node, dict(part))) for part in split(presence)]
        if self._emotes:
            messages.append((EMOTE_SUBJECT, "\n".join(self._emotes).encode()))
            self._emotes.clear()
        if self._messages:
            messages.append((MESSAGE_SUBJECT, msgspec.json.encode(list(self._messages))))
            self._messages.clear()
        return messages

    def _take_versions(self) -> list[tuple[str, bytes]]:
        """Return the versions that nodes are told at once, and the summary if it is due."""
        waiting = [(f"{VERSION_SUBJECT}.{node}", versions) for node, versions in self._direct.items()]
        self._direct = {}
        if self._summary_due:
            waiting.append((VERSION_SUBJECT, self._versions))
            self._versions, self._summary_due = {}, False
        parts = [(subject, part) for subject, versions in waiting for part in split(list(versions.items()))]
        return [(subject, write_versions(dict(part))) for subject, part in parts]

    # --- Receiving ---

    async def _receive_versions(self, message: Msg) -> None:
        for table, version in read_versions(message.data).items():
            for listener in self._listeners:
                listener.version_committed(table, version)

    async def _receive_emotes(self, message: Msg) -> None:
        for table, seat, emote in read_emotes(message.data):
            for listener in self._listeners:
                listener.emote_shown(table, seat, emote)

    async def _receive_messages(self, message: Msg) -> None:
        for table, said in read_messages(message.data):
            for listener in self._listeners:
                listener.message_sent(table, said)

    async def _receive_presence(self, message: Msg) -> None:
        for node, table, presence in read_presence(message.data):
            for listener in self._listeners:
                listener.presence_reported(node, table, presence)

    async def _failed(self, error: Exception) -> None:
        log("bus-error", level="warning", kind=type(error).__name__)

    async def _disconnected(self) -> None:
        log("bus-lost", level="warning")

    async def _connected(self) -> None:
        """Messages that were sent without a connection are lost, and those that wait here can be sent now."""
        log("bus-connected")
        for listener in self._listeners:
            listener.messages_lost()
        self._wake.set()


# --- Messages ---


def split(items: list[T]) -> list[list[T]]:
    """Return the items in parts that are small enough for one message."""
    return [items[at : at + MAX_LINES_PER_MESSAGE] for at in range(0, len(items), MAX_LINES_PER_MESSAGE)]


def write_versions(versions: Mapping[str, int]) -> bytes:
    """Return a message with the newest versions of tables."""
    return "\n".join(f"{table} {version}" for table, version in versions.items()).encode()


def read_versions(data: bytes) -> dict[str, int]:
    """Return the tables and versions of a message."""
    versions = {}
    for line in data.decode(errors="replace").splitlines():
        table, _, version = line.partition(" ")
        if version.isascii() and version.isdigit() and len(version) < 16:
            versions[table] = int(version)
    return versions


def read_emotes(data: bytes) -> list[tuple[str, int, str]]:
    """Return the tables, seats and emotes of a message."""
    found = []
    for line in data.decode(errors="replace").splitlines():
        table, seat, emote, *more = [*line.split(" "), "", ""]
        if len(seat) == 1 and seat.isascii() and seat.isdigit() and emote in EMOTES and not any(more):
            found.append((table, int(seat), emote))
    return found


def read_messages(data: bytes) -> list[tuple[str, Said]]:
    """Return the tables of a message of the bus, and what people said there."""
    try:
        return [
            (table, said) for table, said in msgspec.json.decode(data, type=list[tuple[str, Said]]) if said.seat >= 0
        ]
    except msgspec.DecodeError:
        return []


def write_presence(node: str, tables: Mapping[str, TablePresence]) -> bytes:
    """Return a message in which a node says who is connected to tables."""
    lines = [f"{table} {''.join(map(str, sorted(p.seats)))}:{p.watching}" for table, p in tables.items()]
    return "\n".join([node, *lines]).encode()


def read_presence(data: bytes) -> list[tuple[str, str, TablePresence]]:
    """Return the node of a message, the tables, and who is connected to each."""
    node, *lines = data.decode(errors="replace").splitlines() or [""]
    if not re.fullmatch(r"[0-9a-f]{16}", node):
        return []
    found = [match for line in lines if (match := _PRESENCE_LINE.fullmatch(line))]
    return [(node, match[1], TablePresence(frozenset(map(int, match[2])), int(match[3]))) for match in found]
