"""How frames leave a socket: they are written straight to the transport, all frames of one turn of the event loop in
one write. A connection can be aborted if the other side does not read."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tatze.server.logs import log

EXTENSION = "tatze.transport"
"""The key of a socket's ASGI extensions under which its transport is found."""
MAX_UNREAD_BYTES = 1 << 20
"""Number of bytes that a client may leave unread; a connection with more is aborted when the client sends anything."""
PARSED_BYTES = 512
"""Number of bytes that are parsed at once. What is not parsed takes a twentieth of the memory and no time."""
WAITING_MESSAGES = 8
"""Number of messages of a connection that may wait; as long as there are more, nothing is parsed or read."""
RESET_ON_CLOSE = struct.pack("ii", 1, 0)
"""The value of SO_LINGER with which closing a connection drops what was not sent."""


class SocketTransport(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol, with direct writing. It accepts and closes as Uvicorn does, and reads no more than
    the application takes."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.resume_listeners: list[Callable[[], None]] = []
        """Each is called when the transport takes frames again (backpressure has ended)."""
        self.read_paused: bool = True  # Uvicorn would stop reading at every message
        self._unparsed = bytearray()
        """What has come and was not parsed, because messages wait."""
        self._holding = False
        """Whether nothing is read, because messages wait."""

    async def run_asgi(self) -> None:
        extensions = self.scope["extensions"]
        extensions[EXTENSION] = {"transport": self}
        try:
            await super().run_asgi()
        finally:
            del extensions[EXTENSION]  # the reference cycle would stay in memory until the hourly collection

    # --- Reading ---

    def data_received(self, data: bytes) -> None:
        if len(data) <= PARSED_BYTES and not self._holding:
            super().data_received(data)
        else:
            self._unparsed += data
            self._parse()
        if not self._holding and (self._unparsed or self.queue.qsize() >= WAITING_MESSAGES):
            self._holding = True
            self.transport.pause_reading()
        if self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:  # such as answers to pings that nobody reads
            self.abort()

    def _parse(self) -> None:
        """Parse what has come until enough messages wait."""
        while self._unparsed and (self.queue.qsize() < WAITING_MESSAGES or self.close_sent):
            piece = bytes(self._unparsed[:PARSED_BYTES])
            del self._unparsed[:PARSED_BYTES]
            super().data_received(piece)

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self._holding and not self.disconnected:
            self._parse()
            if not self._unparsed and self.queue.qsize() < WAITING_MESSAGES:
                self._holding = False
                self.transport.resume_reading()
        return message

    def connection_lost(self, exc: Exception | None) -> None:
        self._unparsed.clear()  # nobody waits for answers
        super().connection_lost(exc)

    # --- Writing ---

    @property
    def ready(self) -> bool:
        """Whether the transport takes frames: what was written before has been sent, or most of it."""
        return self.writable.is_set()

    def write_frames(self, texts: Iterable[bytes]) -> None:
        """Send text frames. Nothing happens if the connection is closed or closing."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join([part for text in texts for part in (frame_header(len(text)), text)]))

    def resume_writing(self) -> None:
        super().resume_writing()
        for listener in self.resume_listeners:
            listener()

    def abort(self) -> None:
        """End the connection at once, and drop what was not read."""
        if not self.disconnected:
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
            self.transport.abort()


class WriteBatcher:
    """Flushes queues once per turn of the event loop, after its tasks have run, so that a version and its
    acknowledgement leave in one write."""

    def __init__(self) -> None:
        self._flushes: list[Callable[[], None]] = []

    def add(self, flush: Callable[[], None]) -> None:
        """Have a function called at the end of this turn of the event loop."""
        if not self._flushes:
            asyncio.get_running_loop().call_soon(self._run)
        self._flushes.append(flush)

    def _run(self) -> None:
        flushes, self._flushes = self._flushes, []
        for flush in flushes:
            try:
                flush()
            except Exception as error:  # noqa: BLE001  # one connection's error must not stop the others
                log("write-error", level="error", error=error)


def frame_header(length: int) -> bytes:
    """Return the header of an unfragmented text frame of a server (RFC 6455, section 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2)
    return b"\x81\x7f" + length.to_bytes(8)
