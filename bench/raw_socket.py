"""A WebSocket client that does next to nothing: for load, so that the generator does not measure itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

HANDSHAKE = (
    "GET /api/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGF0emUtYmVuY2gtMDAwMQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


SOURCE_ADDRESS: list[str] = []
"""The address from which this process connects, if it is to be another one than usual: limits count by address."""


def source() -> tuple[str, int] | None:
    """Where a connection comes from; None for the usual address."""
    return (SOURCE_ADDRESS[0], 0) if SOURCE_ADDRESS else None


class RawSocket(asyncio.Protocol):
    """Calls `receive` with the bytes of each text frame. Answers pings, knows no fragments."""

    def __init__(self, receive: Callable[[bytes], None]) -> None:
        self._receive = receive
        self._buffer = bytearray()
        self.transport: asyncio.Transport | None = None
        self.open = asyncio.get_running_loop().create_future()
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are not of that class
        host, port = transport.get_extra_info("peername")[:2]
        self.transport.write(HANDSHAKE.format(host=host, port=port).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.open.done():
            self.open.set_exception(exc or ConnectionError("closed during the handshake"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self.open.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(ConnectionError(bytes(buffer[:200]).decode(errors="replace")))
                return
            self.open.set_result(None)
            del buffer[: end + 4]
        self._frames()

    def _frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            length, head = buffer[at + 1], 2
            if length == 126:
                head = 4
                length = int.from_bytes(buffer[at + 2 : at + 4])
            elif length == 127:
                head = 10
                length = int.from_bytes(buffer[at + 2 : at + 10])
            end = at + head + length
            if len(buffer) < end:
                break
            kind, payload = buffer[at] & 15, bytes(buffer[at + head : end])
            at = end
            if kind == 1:
                self._receive(payload)
            elif kind == 9:
                self._write(10, payload)
            elif kind == 8:
                self.close()
        del buffer[:at]

    def send(self, payload: bytes) -> None:
        self._write(1, payload)

    def _write(self, kind: int, payload: bytes) -> None:
        """A mask of zeros is a mask too, and costs nothing."""
        if self.transport is None or self.closed:
            return
        if len(payload) < 126:
            head = bytes((128 | kind, 128 | len(payload), 0, 0, 0, 0))
        else:
            head = bytes((128 | kind, 254)) + len(payload).to_bytes(2) + b"\0\0\0\0"
        self.transport.write(head + payload)

    def close(self) -> None:
        if self.transport:
            self.transport.close()


async def open_socket(port: int, receive: Callable[[bytes], None], host: str = "127.0.0.1") -> RawSocket:
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: RawSocket(receive), host, port, local_addr=source()
    )
    await socket.open
    return socket
