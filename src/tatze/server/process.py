"""The server's process: a listening socket, Uvicorn around the application, and a goodbye to all clients at the end."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import os
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

import uvicorn

from tatze.core.errors import TatzeError
from tatze.server.app import App
from tatze.server.logs import log
from tatze.server.settings import Settings
from tatze.server.web.bounded_http import bounded_http
from tatze.server.web.transport import SocketTransport

TICKS_PER_COLLECTION = 36_000
"""Number of Uvicorn's ticks, which come ten times a second, between two full garbage collections: one hour."""
GROWTH_BYTES = 3 << 20
"""By how much memory grows before garbage is collected early. Nobody is answered meanwhile, so each collection has to
be short: one looks at what is new since the last."""


def serve(settings: Settings, announce: Callable[[Settings], None]) -> int:
    """Serve until a signal comes, and return the exit status. `announce` is called with the final settings once clients
    can connect."""
    allow_many_files()
    collect_garbage_seldom()
    with listen(settings.host, settings.port, settings.limits.stalled_seconds) as listener:
        settings = replace(settings, port=listener.getsockname()[1])
        if settings.lan and not settings.address:
            settings = replace(settings, address=f"http://{lan_address()}:{settings.port}")
        server = ServerProcess(settings, announce)
        try:
            server.run([listener])
        except SystemExit:
            reason = server.app.services.failure or "the server could not start: is the database there, and writable?"
            raise TatzeError(reason) from None
    return 0


class ServerProcess(uvicorn.Server):
    """Uvicorn, which says goodbye to clients before it closes their connections. A signal ends it without an error."""

    def __init__(self, settings: Settings, announce: Callable[[Settings], None]) -> None:
        self.app: App = App(settings)
        self.settings = settings
        self.announce = announce
        self._settled_bytes = resident_bytes()
        """How much memory was used after the last garbage collection."""
        super().__init__(config_for(self.app, settings))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            log("serving")
            self.announce(self.settings)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        log("draining", count=len(self.server_state.connections))
        try:
            async with asyncio.timeout(self.settings.drain_seconds):
                await self.app.services.drain()
        except TimeoutError:
            log("drained-late", level="warning")
        await super().shutdown(sockets)
        log("ended")

    async def on_tick(self, counter: int) -> bool:
        self.collect_when_due(counter)
        return await super().on_tick(counter)

    def collect_when_due(self, counter: int) -> None:
        """Collect garbage once an hour, and whenever memory has grown; `counter` is the number of the tick."""
        hourly = counter % TICKS_PER_COLLECTION == TICKS_PER_COLLECTION - 1
        if hourly or resident_bytes() > self._settled_bytes + GROWTH_BYTES:
            collect_garbage(everything=hourly)
            self._settled_bytes = resident_bytes()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit: bool = self.should_exit  # the second signal ends it at once
        self.should_exit = True


def resident_bytes() -> int:
    """Return how much memory this process uses; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def collect_garbage(everything: bool) -> None:
    """Collect garbage among the objects that are new since the last time, or among all, and give memory back."""
    if everything:
        gc.unfreeze()
    gc.collect()
    gc.freeze()  # what is left now will be there for long, and is not looked at again
    return_memory()


def return_memory() -> None:
    """Give memory that is not used back to the system, where its C library can do that (glibc)."""
    with contextlib.suppress(OSError, AttributeError, TypeError):  # TypeError on Windows
        ctypes.CDLL(None).malloc_trim(0)


def collect_garbage_seldom() -> None:
    """Let the garbage collector look at new objects only, and at each of them once. A full collection takes a quarter
    of a second with hundreds of tables, and finds little, because tables are freed by reference counting.
    `ServerProcess` makes one each hour."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 1_000, 1_000_000)


def config_for(app: App, settings: Settings) -> uvicorn.Config:
    """Return Uvicorn's configuration."""
    proxies = list(settings.trusted_proxies)
    return uvicorn.Config(
        app,
        http=bounded_http(settings.limits, app.services.limits),  # type: ignore[arg-type]  # a factory
        ws=SocketTransport,
        ws_per_message_deflate=False,
        ws_max_size=settings.limits.frame,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=max(1, round(settings.drain_seconds)),
    )


def listen(host: str, port: int, stalled_seconds: float) -> socket.socket:
    """Return a listening socket. An error says in one line what is in the way.

    On Linux its connections end when the other side takes nothing for `stalled_seconds`. Nothing else would end a
    stream whose client has gone."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol left open asyncio does not switch Nagle's algorithm off, which costs 40 ms now and then.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * stalled_seconds))
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise TatzeError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from None
    listener.set_inheritable(False)
    return listener


def allow_many_files() -> None:
    """Raise the limit of open files to what the system allows, because every connection is an open file."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def lan_address() -> str:
    """Return this machine's address in its local network. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address
