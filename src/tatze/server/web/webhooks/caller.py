"""Calls addresses that people gave, in the background: webhooks, and the push services of browsers.

Names are looked up here, a call is refused if any address that was found is not public, and the connection goes to the
address that was looked up, so that the name cannot point elsewhere a moment later. Redirects are not followed, and only
the first line of an answer is read."""

from __future__ import annotations

import asyncio
import contextlib
import json
import ssl
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from prometheus_client import Counter

from tatze.core.version import __version__
from tatze.server.logs import log
from tatze.server.metrics import Metrics
from tatze.server.web.webhooks.targets import BadWebhook, WebhookTarget, is_public, numeric_addresses, parse_target

CALL_SECONDS = 5.0
"""Maximum number of seconds for a call: look-up, connection, request and answer together."""
MAX_WAITING_CALLS = 1000
"""Maximum number of calls that wait. Further calls are dropped."""
WORKER_COUNT = 32
"""Number of calls that are made at the same time."""
GONE_STATUSES = (404, 410)
"""HTTP statuses by which an address says that it is no longer there."""
REST_SECONDS = 60.0
"""Seconds for which an address is not called after it has not answered in time. Meanwhile it takes no worker."""
MAX_RESTING_ADDRESSES = 10_000
"""Maximum number of resting addresses that are remembered. The one that has rested longest is forgotten first."""


Notice = Literal["turn", "nudge"]
"""Why a person is notified: it is their turn, or somebody at the table asks them to come back."""


@dataclass(frozen=True, slots=True)
class WebhookCall:
    """What one seat's webhook is told."""

    url: str
    table: str
    seat: int
    version: int
    notice: Notice = "turn"

    def headers(self) -> dict[str, str]:
        """Return the headers that belong to a webhook's call."""
        return {"Content-Type": "application/json"}

    def body(self) -> bytes:
        """Return the call's JSON body."""
        facts = {"table": self.table, "seat": self.seat, "version": self.version}
        return json.dumps({**facts, self.notice: True}).encode()


class OutgoingCall(Protocol):
    """A call of an address that a person gave."""

    @property
    def url(self) -> str: ...

    @property
    def table(self) -> str: ...

    @property
    def seat(self) -> int: ...

    def headers(self) -> dict[str, str]:
        """Return the headers that belong to this kind of call."""

    def body(self) -> bytes:
        """Return what is sent."""


class OutgoingCaller:
    """A bounded queue of calls, and a few workers that make them. A call that fails is not repeated."""

    def __init__(self, counter: Counter, allowed: Callable[[str], bool] = is_public) -> None:
        self._counter = counter
        """Counts calls by result."""
        self._allowed = allowed
        """Tells whether an IP address may be called."""
        self.gone_listeners: list[Callable[[str], None]] = []
        """Each is called with an address that answered that it is no longer there."""
        self._queue: asyncio.Queue[OutgoingCall] = asyncio.Queue(MAX_WAITING_CALLS)
        self._tasks: list[asyncio.Task[None]] = []
        self._resting: OrderedDict[str, float] = OrderedDict()
        """Until when each address that was too slow is not called, on the event loop's clock."""

    def check(self, url: str) -> None:
        """Refuse a URL that is malformed, or whose text says that it is not public."""
        if not all(self._allowed(address) for address in numeric_addresses(parse_target(url))):
            raise BadWebhook("this address is not on the open internet")

    async def open(self) -> None:
        """Start the workers."""
        self._tasks = [asyncio.create_task(self._work(), name="webhook") for _ in range(WORKER_COUNT)]

    async def close(self) -> None:
        """Stop the workers, and drop what is waiting."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def enqueue(self, call: OutgoingCall) -> None:
        """Put a call on the queue, or drop it if the queue is full."""
        try:
            self._queue.put_nowait(call)
        except asyncio.QueueFull:
            self._counter.labels("full").inc()

    async def _work(self) -> None:
        while True:
            call = await self._queue.get()
            result = await self._try(call)
            self._counter.labels(result).inc()
            if result != "told":
                log("call", table=call.table, seat=call.seat, kind=result)

    async def _try(self, call: OutgoingCall) -> str:
        clock = asyncio.get_running_loop().time
        if self._resting.get(call.url, 0.0) > clock():
            return "resting"
        try:
            async with asyncio.timeout(CALL_SECONDS):
                status = await self.deliver(call)
        except BadWebhook:
            return "refused"
        except TimeoutError:
            self._resting[call.url] = clock() + REST_SECONDS
            self._resting.move_to_end(call.url)
            if len(self._resting) > MAX_RESTING_ADDRESSES:
                self._resting.popitem(last=False)
            return "slow"
        except (OSError, ValueError, EOFError, asyncio.LimitOverrunError):
            return "failed"
        if status in GONE_STATUSES:
            for listener in self.gone_listeners:
                listener(call.url)
        return "told" if 200 <= status < 300 else "failed"

    async def deliver(self, call: OutgoingCall) -> int:
        """Make a call, and return the HTTP status of the answer."""
        target = parse_target(call.url)
        address = await self._look_up(target)
        context = ssl.create_default_context() if target.secure else None
        reader, writer = await asyncio.open_connection(
            address, target.port, ssl=context, server_hostname=target.host if target.secure else None, limit=4096
        )
        try:
            writer.write(_request(target, call.headers(), call.body()))
            await writer.drain()
            return _status(await reader.readuntil(b"\r\n"))
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _look_up(self, target: WebhookTarget) -> str:
        loop = asyncio.get_running_loop()
        found = [str(info[4][0]) for info in await loop.getaddrinfo(target.host, target.port, proto=6)]
        if not found or not all(self._allowed(address) for address in found):
            raise BadWebhook("this address is not on the open internet")
        return found[0]


class WebhookCaller(OutgoingCaller):
    """Calls webhooks."""

    def __init__(self, metrics: Metrics, allowed: Callable[[str], bool] = is_public) -> None:
        super().__init__(metrics.webhooks, allowed)


def _request(target: WebhookTarget, headers: Mapping[str, str], body: bytes) -> bytes:
    own = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = (
        f"POST {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nUser-Agent: tatze/{__version__}\r\n"
        f"{own}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body


def _status(line: bytes) -> int:
    version, _, rest = line.decode("ascii", "replace").partition(" ")
    if not version.startswith("HTTP/1."):
        raise ValueError("no answer in HTTP")
    return int(rest[:3])
