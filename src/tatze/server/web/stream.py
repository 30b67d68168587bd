"""Streams, for bots without a socket: the frames of a socket as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse

from tatze.server.live.connection import Connection
from tatze.server.live.live_table import LiveTable
from tatze.server.table.refusals import Refused
from tatze.server.web.admission import admit
from tatze.server.web.handlers import ApiRequest
from tatze.wire import PROTOCOL, Hello

KEEPALIVE_SECONDS = 15.0
"""Seconds without a frame after which an empty comment is sent."""


async def stream(request: ApiRequest) -> StreamingResponse:
    """Stream a table's frames, to a seat with its token or to a spectator."""
    services = request.services
    if services.draining:
        raise Refused("server/draining")
    sockets, limits = services.limits.sockets, services.settings.limits
    sockets.add(request.address)  # before anything is awaited, so that many at once count as well
    try:
        if sockets.exceeded(request.address):
            raise Refused("rate/sockets")
        live, grant = await admit(services, request.address, Hello(PROTOCOL, request.table, request.token))
    except BaseException:
        sockets.remove(request.address)
        raise
    connection = Connection(grant.seat, grant.host, limits.queue, limits.queue_bytes)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(request, live, connection), media_type="text/event-stream", headers=headers)


async def _events(request: ApiRequest, live: LiveTable, connection: Connection) -> AsyncIterator[bytes]:
    services, ready = request.services, asyncio.Event()
    connection.listeners.append(ready.set)
    # Nothing may happen at the table between the welcome and the entry: the stream would miss that version.
    connection.offer(live.welcome(connection.seat, connection.host, -1))
    live.enter(connection)
    services.returns.entered(live, connection.seat)
    services.metrics.sockets.labels("stream").inc()
    try:
        while True:
            try:
                await asyncio.wait_for(ready.wait(), KEEPALIVE_SECONDS)
            except TimeoutError:
                yield b": \n\n"
            ready.clear()
            while connection.queue:
                yield b"data: %b\n\n" % connection.queue.popleft()
            if connection.closing_code:
                return
    finally:
        live.leave(connection)
        services.limits.sockets.remove(request.address)
        services.metrics.sockets.labels("stream").dec()
