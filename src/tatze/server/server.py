"""Everything that makes a server, put together, and how it begins and ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from tatze.server.bus import LocalBus, bus_for
from tatze.server.codes import Refused
from tatze.server.desk import Desk
from tatze.server.hooks import Call, Hooks
from tatze.server.hub import Hub
from tatze.server.limits import Buckets
from tatze.server.line import Rounds
from tatze.server.live import Live
from tatze.server.logs import log
from tatze.server.metrics import Metrics
from tatze.server.players import Players
from tatze.server.settings import Settings
from tatze.server.store import NO_SEAT, Grant, Store, engine_for

HOUR = 3600.0
Scope = dict[str, Any]


class Server:
    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings = settings
        self.metrics = Metrics()
        self.store = Store(engine_for(settings.database_url))
        self.store.engine.batched = self.metrics.batch.observe
        self.bus = bus_for(settings.bus)
        self.hub = Hub(self.store, self.bus, self.metrics, lonely=isinstance(self.bus, LocalBus))
        self.desk = Desk(self.hub, settings)
        self.players = Players(self.hub, settings.bot_workers)
        self.hooks = Hooks(self.metrics)
        self.requests = Buckets(limits.requests, limits.requests_burst)
        self.openings = Buckets(limits.tables_per_address / HOUR, limits.tables_per_address)
        self.tries = Buckets(limits.tries_per_address / 600, limits.tries_per_address)
        self.rounds = Rounds()
        self.sockets: Counter[str] = Counter()
        """Connections by address."""
        self.draining = False
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await self.store.engine.open()
        await self.bus.open()
        if self.settings.hooks:
            await self.hooks.open()
            self._moved, self.hub.moved = self.hub.moved, self.moved
        work = (self.hub.run(), self.hub.run_presence(), self.players.run(), self.run_retention())
        self._tasks = [asyncio.create_task(task) for task in work]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.players.close()
        await self.hooks.close()
        await self.bus.close()
        await self.store.engine.close()

    async def drain(self) -> None:
        """Take nothing new, say goodbye to everybody, and wait until they have heard it."""
        self.draining = True
        for live in self.hub.tables.values():
            for connection in live.connections:
                connection.dismiss("server/draining", again=True)
        while any(live.connections for live in self.hub.tables.values()):
            await asyncio.sleep(0.02)

    async def run_retention(self) -> None:
        while True:
            try:
                if count := await self.desk.forget_old():
                    log("tables-forgotten", count=count)
            except Exception as error:  # noqa: BLE001  # the next hour tries again
                log("retention-error", level="error", error=error)
            await asyncio.sleep(HOUR)

    # --- Who may ---

    async def grant(self, token: str, table: str) -> Grant:
        """What a token opens at a table."""
        if not token:
            raise Refused("token/missing")
        grant = await self.store.grant(token)
        if grant is None or grant.table_id != table:
            raise Refused("token/wrong")
        return grant

    def check_origin(self, scope: Scope) -> None:
        """A browser says whose page it is that speaks; other programs need not say anything."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if not origin:
            return
        allowed = {_origin(url) for url in (*self.settings.origins, self.settings.address) if url}
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if origin not in allowed and (not host or urlsplit(origin).netloc != host):
            raise Refused("origin/wrong")

    # --- Hooks ---

    def moved(self, live: Live, here: bool) -> None:
        """After each version: what the players do, and a nudge for whoever is to decide now."""
        self._moved(live, here)
        seat = live.room.actor
        if here and seat != NO_SEAT and not live.room.seats[seat].by_bot and live.room.changes[-1].by.seat != seat:
            self.hub.start(self._nudge(live, seat))

    async def _nudge(self, live: Live, seat: int) -> None:
        version = live.room.version
        if url := (await self.store.hooks(live.room.id)).get(seat):
            self.hooks.tell(Call(url, live.room.id, seat, version))


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def address_of(scope: Scope) -> str:
    """Whom to count a request for: an address, or the network that one household has in IPv6."""
    client = scope.get("client")
    if not client:
        return ""
    with contextlib.suppress(ValueError):
        ip = ip_address(client[0])
        if isinstance(ip, IPv6Address) and not ip.ipv4_mapped:
            return ip.exploded[:19]
    return str(client[0])
