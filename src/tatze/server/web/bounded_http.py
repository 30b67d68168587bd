"""Uvicorn's HTTP protocol with bounds on everything that a client can send before its request is complete."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tatze.server.settings import Limits
from tatze.server.web.limits import RateLimits, client_address

FEED_BYTES = 4096
"""Number of bytes that the parser gets at a time, so that a bound is checked before much memory is used."""
MAX_REQUESTS_AHEAD = 8
"""Maximum number of requests that a client may send before the first of them is answered (pipelining)."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """One HTTP connection. It is closed if its client sends too long a head, too slowly, or too many requests ahead."""

    def __init__(self, limits: Limits, rates: RateLimits, **options: Any) -> None:
        super().__init__(**options)
        self._limits = limits
        self._rates = rates
        self._counts = rates.connections
        self._address: str | None = None
        """The address under which this connection is counted; None while it is not counted."""
        self._head_bytes = 0
        """Number of bytes of the head that is being received."""
        self._in_head = True
        self._unanswered: deque[RequestResponseCycle] = deque()
        """The requests that are being answered or wait for it, the oldest first."""
        self._head_timer: asyncio.TimerHandle | None = None

    # --- The connection ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in Uvicorn
        super().connection_made(transport)
        address = client_address({"client": self.client})
        if self._counts.exceeded(address, more=1) or not self._may_connect(address):
            transport.abort()
            return
        self._address = address
        self._counts.add(address)
        self._await_head()

    def _may_connect(self, address: str) -> bool:
        """Return whether an address has not opened too many connections of late."""
        return self._rates.new_connections.take(address) or self._counts.is_exempt(address)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        self._answer_no_more()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._forget()  # from now on the connection is counted as a socket
        super().handle_websocket_upgrade()

    def _forget(self) -> None:
        self._stop_timer()
        if self._address is not None:
            self._counts.remove(self._address)
            self._address = None

    # --- The head of a request ---

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), FEED_BYTES):
            if self.transport.is_closing() or self.parser is None:
                return
            piece = data[start : start + FEED_BYTES]
            if self.transport.get_protocol() is not self:  # the connection has become a socket
                self.transport.get_protocol().data_received(data[start:])  # type: ignore[attr-defined]  # a Protocol
                return
            if self._in_head:
                self._head_bytes += len(piece)
                self._await_head()
            super().data_received(piece)
            if self._in_head and self._head_bytes > self._limits.head:
                self.send_400_response("The head of this request is too long.")

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._head_bytes = 0
        self._stop_timer()
        if len(self.pipeline) >= MAX_REQUESTS_AHEAD:
            raise ValueError("too many requests are sent ahead")  # the parser stops, and the client gets a 400
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # the request does not become a socket
            self._unanswered.append(self.cycle)

    def send_400_response(self, msg: str) -> None:
        """Refuse what the client sent and close the connection."""
        self._answer_no_more()
        super().send_400_response(msg)

    def _answer_no_more(self) -> None:
        """Drop the requests that wait, and the rest of the answer that is being written: a closed connection takes no
        bytes, and Uvicorn tells only the newest request that its client has gone."""
        self.pipeline.clear()
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()
        self._unanswered.clear()

    def on_response_complete(self) -> None:
        if self._unanswered:
            self._unanswered.popleft()
        super().on_response_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head = True

    def _await_head(self) -> None:
        """Close the connection if the head is not complete in time."""
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self._limits.head_seconds, self._close_slow)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _close_slow(self) -> None:
        self._head_timer = None
        self.transport.abort()


def bounded_http(limits: Limits, rates: RateLimits) -> Callable[..., BoundedHttpProtocol]:
    """Return what Uvicorn calls to make the protocol of a new connection."""
    return partial(BoundedHttpProtocol, limits, rates)
