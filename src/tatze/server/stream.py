"""The stream for bots that have no socket: the same frames as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse

from tatze.server.api import Asked
from tatze.server.codes import Refused
from tatze.server.live import Connection
from tatze.server.socket import admit
from tatze.wire import PROTOCOL, Hello

BREATH = 15.0
"""Seconds after which a sign of life is sent."""


async def stream(asked: Asked) -> StreamingResponse:
    """A table as it happens, for a seat with its token, or for a spectator."""
    server, limits = asked.server, asked.server.settings.limits
    if server.draining:
        raise Refused("server/draining")
    if server.sockets[asked.address] >= limits.sockets_per_address or server.sockets.total() >= limits.sockets:
        raise Refused("rate/sockets")
    live, grant = await admit(server, asked.address, Hello(PROTOCOL, asked.table, asked.token))
    connection = Connection(live, grant.seat, grant.host, limits.queue)
    connection.offer(live.welcome(grant.seat, grant.host, -1))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(asked, connection), media_type="text/event-stream", headers=headers)


async def _events(asked: Asked, connection: Connection) -> AsyncIterator[bytes]:
    server, live, wake = asked.server, connection.live, asyncio.Event()
    connection.wake = wake.set
    wake.set()
    live.enter(connection)
    server.sockets[asked.address] += 1
    server.metrics.sockets.labels("stream").inc()
    try:
        while True:
            try:
                await asyncio.wait_for(wake.wait(), BREATH)
            except TimeoutError:
                yield b": \n\n"
            wake.clear()
            while connection.queue:
                yield b"data: %b\n\n" % connection.queue.popleft()
            if connection.farewell:
                return
    finally:
        live.leave(connection)
        server.sockets[asked.address] -= 1
        server.metrics.sockets.labels("stream").dec()
