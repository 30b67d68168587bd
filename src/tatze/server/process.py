"""The process that serves: a listening socket, Uvicorn around the app, and a goodbye to everybody at the end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

import uvicorn

from tatze.core.errors import TatzeError
from tatze.server.app import create_app
from tatze.server.line import Line
from tatze.server.logs import log
from tatze.server.settings import Settings

HOUR = 36_000
"""In Uvicorn's ticks, of which ten make a second."""


def serve(settings: Settings, announce: Callable[[Settings], None]) -> int:
    """Serve until a signal comes. `announce` is called once people can come, with the settings as they are then."""
    allow_many_files()
    collect_seldom()
    with listen(settings.host, settings.port, settings.limits.stalled_seconds) as listener:
        settings = replace(settings, port=listener.getsockname()[1])
        if settings.lan and not settings.address:
            settings = replace(settings, address=f"http://{lan_address()}:{settings.port}")
        server = Process(settings, announce)
        try:
            server.run([listener])
        except SystemExit:
            raise TatzeError("the server could not start: is the database there, and may it be written?") from None
    return 0


class Process(uvicorn.Server):
    """Uvicorn, which says goodbye before it closes connections, and for which a signal is a wish, not an error."""

    def __init__(self, settings: Settings, announce: Callable[[Settings], None]) -> None:
        self.app = create_app(settings)
        self.settings = settings
        self.announce = announce
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
                await self.app.state.drain()
        except TimeoutError:
            log("drained-late", level="warning")
        await super().shutdown(sockets)
        log("ended")

    async def on_tick(self, counter: int) -> bool:
        if counter % HOUR == HOUR - 1:
            gc.collect()
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit  # the second signal is an order
        self.should_exit = True


def collect_seldom() -> None:
    """Let go of the habit of looking at all memory again and again: with hundreds of tables that takes a quarter of a
    second, and finds nothing, because tables are freed by counting references. What is new is looked at twice, in
    small portions, so that nobody waits for it; what is in cycles and older goes once an hour."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 1_000_000)


def config_for(app: Any, settings: Settings) -> uvicorn.Config:
    proxies = list(settings.trusted_proxies)
    return uvicorn.Config(
        app,
        ws=Line,
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


def listen(host: str, port: int, stalled: float) -> socket.socket:
    """A listening socket; a refusal says in one line what is in the way. Its connections end when the other side takes
    nothing for so many seconds, where the system can tell (Linux): streams too, which nothing else would end."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol left open asyncio does not switch Nagle's algorithm off, which costs 40 ms now and then.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * stalled))
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise TatzeError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from None
    listener.set_inheritable(False)
    return listener


def allow_many_files() -> None:
    """Every connection is an open file, and the usual limit is meant for other programs: go up to what is allowed."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def lan_address() -> str:
    """This machine's address in its network, as other devices see it; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address
