"""Hooks: an address per seat that is told when it is that seat's turn.

A player names the address, so the server must not be talked into calling its own network: names are looked up here, any
answer that is not public refuses the call, and the connection goes to the address that was looked up, so that the name
cannot point elsewhere a moment later. Redirects are not followed, answers are not read beyond their first line."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from tatze.core.errors import TatzeError
from tatze.core.version import __version__
from tatze.server.logs import log
from tatze.server.metrics import Metrics

SECONDS = 5.0
"""For everything: look-up, connection, request and answer."""
WAITING = 1000
WORKERS = 4


class BadHook(TatzeError):
    """An address that the server does not call."""


@dataclass(frozen=True, slots=True)
class Call:
    """What one seat is told."""

    url: str
    table: str
    seat: int
    version: int

    def body(self) -> bytes:
        return json.dumps({"table": self.table, "seat": self.seat, "version": self.version, "turn": True}).encode()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a URL leads, as far as its text says."""

    host: str
    port: int
    secure: bool
    path: str
    authority: str


def public(address: str) -> bool:
    """Whether an IP address belongs to the open internet, also where it wraps another one."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            return public(str(inner))
        if ip.packed[:12] == bytes.fromhex("0064ff9b0000000000000000"):
            return public(str(ip_address(ip.packed[12:])))
    return ip.is_global and not ip.is_multicast


def place_of(url: str) -> Place:
    """Read an address; a BadHook says what is wrong with it. Mail and the like are not to be reached through it."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        raise BadHook("this is not an address") from None
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.password:
        raise BadHook("an address begins with https:// or http:// and has no name or password in it")
    if port not in (80, 443) and port < 1024:
        raise BadHook("ports below 1024 are not called, except 80 and 443")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not path.isascii() or not path.isprintable() or " " in path:
        raise BadHook("write unusual characters as %XX")
    return Place(host, port, parts.scheme == "https", path, parts.netloc.rpartition("@")[2].encode("idna").decode())


def numbers_of(place: Place) -> list[str]:
    """The addresses that a place is by its own text; none of a name, which is looked up only when it is called."""
    if place.host == "localhost" or place.host.endswith(".localhost"):
        return ["127.0.0.1"]
    try:
        found = socket.getaddrinfo(place.host, place.port, proto=6, flags=socket.AI_NUMERICHOST)
    except socket.gaierror:
        return []
    return [str(info[4][0]) for info in found]


class Hooks:
    """Calls addresses beside the event loop's real work: a bounded queue, a few workers, no second try."""

    def __init__(self, metrics: Metrics, allowed: Callable[[str], bool] = public) -> None:
        self._metrics = metrics
        self._allowed = allowed
        self._queue: asyncio.Queue[Call] = asyncio.Queue(WAITING)
        self._tasks: list[asyncio.Task[None]] = []

    def check(self, url: str) -> None:
        """Refuse what a person should hear about at once: no address, or one inside by its own text."""
        if not all(self._allowed(address) for address in numbers_of(place_of(url))):
            raise BadHook("this address is not on the open internet")

    async def open(self) -> None:
        self._tasks = [asyncio.create_task(self._work(), name="hook") for _ in range(WORKERS)]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def tell(self, call: Call) -> None:
        """Put a call on the queue; where the queue is full it is dropped, for a nudge is not worth waiting for."""
        try:
            self._queue.put_nowait(call)
        except asyncio.QueueFull:
            self._metrics.hooks.labels("full").inc()

    async def _work(self) -> None:
        while True:
            call = await self._queue.get()
            result = await self._try(call)
            self._metrics.hooks.labels(result).inc()
            if result != "told":
                log("hook", table=call.table, seat=call.seat, kind=result)

    async def _try(self, call: Call) -> str:
        try:
            async with asyncio.timeout(SECONDS):
                status = await self.deliver(call)
        except BadHook:
            return "refused"
        except (OSError, ValueError, EOFError, asyncio.LimitOverrunError):
            return "failed"
        return "told" if 200 <= status < 300 else "failed"

    async def deliver(self, call: Call) -> int:
        """Call once; the status of the answer."""
        place = place_of(call.url)
        address = await self._look_up(place)
        context = ssl.create_default_context() if place.secure else None
        reader, writer = await asyncio.open_connection(
            address, place.port, ssl=context, server_hostname=place.host if place.secure else None, limit=4096
        )
        try:
            writer.write(_request(place, call.body()))
            await writer.drain()
            return _status(await reader.readuntil(b"\r\n"))
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _look_up(self, place: Place) -> str:
        loop = asyncio.get_running_loop()
        found = [str(info[4][0]) for info in await loop.getaddrinfo(place.host, place.port, proto=6)]
        if not found or not all(self._allowed(address) for address in found):
            raise BadHook("this address is not on the open internet")
        return found[0]


def _request(place: Place, body: bytes) -> bytes:
    head = (
        f"POST {place.path} HTTP/1.1\r\nHost: {place.authority}\r\nUser-Agent: tatze/{__version__}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body


def _status(line: bytes) -> int:
    version, _, rest = line.decode("ascii", "replace").partition(" ")
    if not version.startswith("HTTP/1."):
        raise ValueError("no answer in HTTP")
    return int(rest[:3])
