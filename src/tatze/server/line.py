"""A socket's way out. Frames go straight to the transport, those of one moment in one write, without a task that has to
wake up for them; and a line can be cut where the other side does not read."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable, Iterable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tatze.server.logs import log

EXTENSION = "tatze.line"
"""Where a socket's scope has its line."""
AT_ONCE = struct.pack("ii", 1, 0)
"""For SO_LINGER: closing waits for nothing."""


class Line(WebSocketsSansIOProtocol):
    """Uvicorn's socket, which reads, greets and closes as ever."""

    resumed: Callable[[], None] | None = None
    """Called when there is room again."""

    async def run_asgi(self) -> None:
        extensions = self.scope["extensions"]
        extensions[EXTENSION] = {"line": self}
        try:
            await super().run_asgi()
        finally:
            del extensions[EXTENSION]  # a circle would stay in memory for an hour

    @property
    def free(self) -> bool:
        """Whether there is room: what was written before has left, or most of it."""
        return self.writable.is_set()

    def write(self, texts: Iterable[bytes]) -> None:
        """Send text frames. Where the other side has gone, or is going, nothing happens."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join([part for text in texts for part in (head(len(text)), text)]))

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.resumed:
            self.resumed()

    def cut(self) -> None:
        """End the connection now, and let the system forget what was not read."""
        if not self.disconnected:
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.transport.abort()


class Rounds:
    """Brings out what was put on queues: once all tasks of the moment have had their turn, all queues one after the
    other, so that a version and its acknowledgement leave in one write."""

    def __init__(self) -> None:
        self._due: list[Callable[[], None]] = []

    def add(self, empty: Callable[[], None]) -> None:
        """Have a queue emptied in the next round."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._go)
        self._due.append(empty)

    def _go(self) -> None:
        due, self._due = self._due, []
        for empty in due:
            try:
                empty()
            except Exception as error:  # noqa: BLE001  # the others have nothing to do with it
                log("write-error", level="error", error=error)


def head(length: int) -> bytes:
    """What stands before a text frame of this length that is whole and comes from a server (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2)
    return b"\x81\x7f" + length.to_bytes(8)
