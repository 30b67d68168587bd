"""How frames come and leave over a socket. They are written straight to the transport, all frames of one turn of the
event loop in one write; they are read as the application takes them. A connection can be aborted if the other side
does not read."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tatze.server.live.token_bucket import TokenBucket
from tatze.server.logs import log

EXTENSION = "tatze.transport"
"""The key of a socket's ASGI extensions under which its transport is found."""
MAX_UNREAD_BYTES = 1 << 20
"""Number of bytes that a client may leave unread; a connection with more is aborted when the client sends anything."""
WAITING_MESSAGES = 8
"""Number of messages of a connection that may wait; as long as so many do, nothing more is parsed or read."""
OTHER_FRAMES = 50.0
"""Maximum number of frames per second that are not whole text messages, on average, such as pings and fragments. A
connection with more is aborted."""
OTHER_FRAMES_BURST = 200
"""Maximum number of such frames that may come at once."""
TEXT = 0x81
"""The first byte of a frame that is a whole text message."""
BINARY = 2
"""The highest opcode of frames that carry a message or a part of one."""
HEADERS = {126: 8, 127: 14}
"""Number of bytes of the header of a client's frame by its first number for the length; 6 for all other numbers."""
MAX_HEADER = 14
"""Maximum number of bytes of a frame's header."""
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
        """What has come and was not parsed, because messages wait, or because the frame is not complete."""
        self._holding = False
        """Whether nothing is read, because messages wait."""
        self._other_frames = TokenBucket(OTHER_FRAMES, OTHER_FRAMES_BURST)
        self._fragmented = False
        """Whether the last frame was a part of a message of which more is to come."""

    async def run_asgi(self) -> None:
        extensions = self.scope["extensions"]
        extensions[EXTENSION] = {"transport": self}
        try:
            await super().run_asgi()
        finally:
            del extensions[EXTENSION]  # the reference cycle would stay in memory until the hourly collection

    # --- Reading ---

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
        elif self._unparsed or self._holding or not self.handshake_complete or frame_size(data) != len(data):
            self._unparsed += data
            self._parse()
        else:
            self._take(data)
        if not self._holding and self.queue.qsize() >= WAITING_MESSAGES:
            self._holding = True
            self.transport.pause_reading()
        if self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:  # such as answers to pings that nobody reads
            self.abort()

    def _parse(self) -> None:
        """Take the frames that have come completely, until enough messages wait."""
        unparsed = self._unparsed
        while unparsed and self.handshake_complete and (self.queue.qsize() < WAITING_MESSAGES or self.close_sent):
            if self.transport.is_closing():  # after an error, or after the client's goodbye
                unparsed.clear()
                return
            size = frame_size(unparsed)
            if size > self.config.ws_max_size + MAX_HEADER:
                super().data_received(bytes(unparsed))  # which refuses it
                unparsed.clear()
            if not 0 < size <= len(unparsed):
                return
            frame = bytes(unparsed[:size])
            del unparsed[:size]
            self._take(frame)

    def _take(self, frame: bytes) -> None:
        """Take a complete frame. The usual ones are read here, all others by Uvicorn, which takes ten times as long."""
        if frame[0] == TEXT and frame[1] & 0x80 and not (self._fragmented or self.close_sent) and self._is_open(frame):
            header = HEADERS.get(frame[1] & 0x7F, 6)
            try:
                text = unmasked(frame[header:], frame[header - 4 : header]).decode()
            except UnicodeDecodeError:
                pass  # Uvicorn refuses it
            else:
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                return
        if not self._other_frames.take():
            self.abort()
            return
        if frame[0] & 0x0F <= BINARY:
            self._fragmented = not frame[0] & 0x80
        super().data_received(frame)

    def _is_open(self, frame: bytes) -> bool:
        return len(frame) <= self.config.ws_max_size and not self.transport.is_closing()

    async def receive(self) -> ASGIReceiveEvent:
        if self._unparsed and self.queue.empty() and not self.disconnected:
            self._parse()
        message = await self.queue.get()
        if self._holding and not self.disconnected:
            self._parse()
            if self.queue.qsize() < WAITING_MESSAGES:
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
            self.transport.write(b"".join([frame_header(len(text)) + text for text in texts]))

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


def frame_size(data: bytes | bytearray) -> int:
    """Return the number of bytes of the client's frame that begins here; 0 if too little of it has come to know. What
    is no frame of a client, which masks its frames, has the size of all that has come."""
    if len(data) < 2:
        return 0
    if not data[1] & 0x80:
        return len(data)
    length = data[1] & 0x7F
    if length < 126:
        return 6 + length
    extended = 4 if length == 126 else 10
    return extended + 4 + int.from_bytes(data[2:extended]) if len(data) >= extended else 0


def unmasked(payload: bytes, mask: bytes) -> bytes:
    """Return the payload of a client's frame, each byte of which was combined with a byte of the mask."""
    size = len(payload)
    masks = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(masks, "little")).to_bytes(size, "little")
