"""A small TCP proxy between clients and servers: it picks a server that is there, and can mangle WebSocket frames."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from random import Random
from typing import Self

HOST = "127.0.0.1"


class Proxy:
    """Listens on a port of its own, in a thread of its own. `ports` are the servers: the first one that is there."""

    def __init__(self, *ports: int, mangle: float = 0.0, seed: int = 1) -> None:
        self.ports = list(ports)
        self.mangle = mangle
        """How likely a frame is dropped, and as likely it is doubled, and as likely it changes places with the next."""
        self.random = Random(seed)
        self.counts = {"dropped": 0, "doubled": 0, "reordered": 0, "passed": 0, "cut": 0}
        self._links: set[asyncio.StreamWriter] = set()
        """The client's side of every connection that passes through."""
        self.port = 0
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, HOST, 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(asyncio.CancelledError):
            upstream = await self._upstream()
            if upstream is None:
                return
            far_reader, far_writer = upstream
            with contextlib.closing(far_writer), contextlib.suppress(OSError, asyncio.IncompleteReadError):
                head = await reader.readuntil(b"\r\n\r\n")
                far_writer.write(head)
                self._links.add(writer)
                socket = b"upgrade: websocket" in head.lower() and self.mangle > 0
                pump = self._frames if socket else self._bytes
                there = asyncio.create_task(pump(reader, far_writer, True))
                back = asyncio.create_task(pump(far_reader, writer, False))
                await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
                there.cancel()
                back.cancel()
            self._links.discard(writer)

    def cut(self) -> None:
        """Cut one of the connections at once, without a goodbye; called from another thread."""
        self._loop.call_soon_threadsafe(self._cut_one)

    def _cut_one(self) -> None:
        open_links = [writer for writer in self._links if not writer.is_closing()]
        if open_links:
            self.random.choice(open_links).transport.abort()
            self.counts["cut"] += 1

    async def _upstream(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        for port in self.ports:
            with contextlib.suppress(OSError):
                return await asyncio.open_connection(HOST, port)
        return None

    async def _bytes(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, _: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()

    async def _frames(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, there: bool) -> None:
        """Pass frames on, mangled, except the handshake and the hello, without which nothing would begin."""
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            if there:
                writer.write(await read_frame(reader))
            else:
                writer.write(await reader.readuntil(b"\r\n\r\n"))
            held: list[bytes] = []
            while True:
                frame = await read_frame(reader)
                self._pass(frame, held, writer.write)
                await writer.drain()

    def _pass(self, frame: bytes, held: list[bytes], write: Callable[[bytes], None]) -> None:
        chance = self.random.random() / self.mangle if frame[0] & 15 == 1 else 4.0
        if chance < 1:
            self.counts["dropped"] += 1
            return
        if 2 <= chance < 3 and not held:
            self.counts["reordered"] += 1
            held.append(frame)
            return
        write(frame)
        self.counts["passed"] += 1
        if 1 <= chance < 2:
            self.counts["doubled"] += 1
            write(frame)
        while held:
            write(held.pop())


async def read_frame(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(2)
    length, more = head[1] & 127, b""
    if length >= 126:
        more = await reader.readexactly(2 if length == 126 else 8)
        length = int.from_bytes(more)
    rest = length + (4 if head[1] & 128 else 0)
    return head + more + await reader.readexactly(rest)
