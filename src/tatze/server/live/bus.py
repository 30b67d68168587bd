"""The bus between nodes. It carries new versions ("table X is at version N"), emotes, messages and presence.

A lost message loses nothing, because everything durable is in the database: the next message about the same table
repairs it, a node that was cut off reads its tables again (`messages_lost`), and a slow poll finds the rest. Presence
is repeated every few seconds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from tatze.core.errors import SetupError
from tatze.server.live.presence import TablePresence
from tatze.wire import Said


class BusListener(Protocol):
    """Receives what other nodes say. The methods are called in the event loop and must not block it."""

    def version_committed(self, table: str, version: int) -> None:
        """Another node committed this version, or a later one."""

    def emote_shown(self, table: str, seat: int, emote: str) -> None:
        """A seat that is connected to another node shows an emote."""

    def message_sent(self, table: str, said: Said) -> None:
        """A seat that is connected to another node sends a message."""

    def presence_reported(self, node: str, table: str, presence: TablePresence) -> None:
        """Another node reports who is connected to a table there."""

    def messages_lost(self) -> None:
        """Messages may have been lost, so every table in memory may be out of date."""


class Bus(Protocol):
    """Sends messages to the other nodes. Sending never blocks and never fails."""

    def subscribe(self, listener: BusListener) -> None:
        """Deliver what other nodes say to a listener."""

    def publish_version(self, table: str, version: int, nodes: Iterable[str] = ()) -> None:
        """Tell the other nodes that a version was committed here: at once those that are named, the others soon."""

    def publish_emote(self, table: str, seat: int, emote: str) -> None:
        """Tell the other nodes that a seat shows an emote."""

    def publish_message(self, table: str, said: Said) -> None:
        """Send a seat's message to the other nodes."""

    def publish_presence(self, table: str, presence: TablePresence) -> None:
        """Tell the other nodes who is connected to a table here."""

    async def open(self) -> None:
        """Begin to connect to the other nodes."""

    async def close(self) -> None:
        """Send what is waiting, and disconnect."""


class LocalBus:
    """The bus of a single node: there is nobody to tell, except other hubs in the same process."""

    def __init__(self) -> None:
        self._listeners: list[BusListener] = []

    def subscribe(self, listener: BusListener) -> None:
        self._listeners.append(listener)

    def publish_version(self, table: str, version: int, nodes: Iterable[str] = ()) -> None:
        for listener in self._listeners:
            listener.version_committed(table, version)

    def publish_emote(self, table: str, seat: int, emote: str) -> None:
        """Do nothing, since there is no other node."""

    def publish_message(self, table: str, said: Said) -> None:
        """Do nothing, since there is no other node."""

    def publish_presence(self, table: str, presence: TablePresence) -> None:
        """Do nothing, since there is no other node."""

    async def open(self) -> None:
        """Do nothing, since there is no other node."""

    async def close(self) -> None:
        """Do nothing, since there is no other node."""


def bus_for(url: str) -> Bus:
    """Return the bus for a URL: NATS, or the local bus if the URL is empty."""
    if not url:
        return LocalBus()
    try:
        from tatze.server.live.nats_bus import NatsBus
    except ImportError:
        raise SetupError("--bus needs the extra: pip install 'tatze[nodes]'") from None
    return NatsBus(url)
