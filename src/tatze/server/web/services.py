"""The parts of a server, how they are connected, and how they begin and end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tatze.server.live.archive import Archive
from tatze.server.live.bot_pool import BotPool
from tatze.server.live.bus import Bus, LocalBus, bus_for
from tatze.server.live.cluster import Cluster
from tatze.server.live.hub import Hub
from tatze.server.live.lobby import Lobby
from tatze.server.live.past_hints import PastHints
from tatze.server.live.returns import SeatReturns
from tatze.server.live.reviews.reviews import Reviews
from tatze.server.live.scheduler import Scheduler
from tatze.server.logs import log
from tatze.server.metrics import Metrics
from tatze.server.settings import Settings
from tatze.server.stores.store import Store, engine_for
from tatze.server.web.limits import RateLimits
from tatze.server.web.notifier import SeatNotifier
from tatze.server.web.transport import WriteBatcher
from tatze.server.web.webhooks.caller import WebhookCaller

if TYPE_CHECKING:
    from tatze.server.web.push.sender import PushSender

DRAIN_POLL_SECONDS = 0.02


class Services:
    """Everything that a server consists of, made from its settings."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics: Metrics = Metrics()
        self.store: Store = Store(engine_for(settings.database_url))
        self.bus: Bus = bus_for(settings.bus)
        alone = isinstance(self.bus, LocalBus) and settings.database_url.startswith("sqlite")
        self.hub: Hub = Hub(self.store, self.metrics, alone, settings.limits.absence_seconds)
        self.cluster: Cluster = Cluster(self.hub, self.bus)
        self.lobby: Lobby = Lobby(self.hub, settings)
        self.archive: Archive = Archive(self.hub, settings.retention_days)
        self.bots: BotPool = BotPool(self.metrics, settings.bot_workers, settings.bot_offer.programs)
        self.past_hints: PastHints = PastHints(self.archive, self.bots)
        self.reviews: Reviews = Reviews(self.archive, settings)
        self.scheduler: Scheduler = Scheduler(self.hub, self.bots)
        self.webhooks: WebhookCaller = WebhookCaller(self.metrics)
        self.push: PushSender | None = push_sender(settings, self.hub, self.metrics)
        self.notifier: SeatNotifier = SeatNotifier(self.hub, self.webhooks if settings.webhooks else None, self.push)
        self.returns: SeatReturns = SeatReturns(self.hub)
        self.limits: RateLimits = RateLimits(settings)
        self.metrics.connections.set_function(lambda: self.limits.connections.total)
        self.writes: WriteBatcher = WriteBatcher()
        self.draining: bool = False
        self.failure = ""
        """Why the server could not start, if the operator can do something about it."""
        self._tasks: list[asyncio.Task[None]] = []
        self._register_listeners()

    def _register_listeners(self) -> None:
        """Register every listener. They are called in this order."""
        self.store.engine.commit_listeners.append(self.metrics.batch.observe)
        self.bus.subscribe(self.cluster)
        self.hub.version_listeners.append(self.cluster.table_moved)
        self.hub.version_listeners.append(self.scheduler.table_moved)
        self.hub.version_listeners.append(self.returns.table_moved)
        self.hub.version_listeners.append(self.notifier.table_moved)
        if self.settings.bot_offer.programs:
            self.hub.version_listeners.append(self.bots.table_moved)
        self.hub.nudge_listeners.append(self.cluster.show_nudge)
        self.hub.nudge_listeners.append(lambda live, _, seat: self.notifier.notify(live, seat, "nudge"))
        if not self.hub.single_node:
            self.hub.presence_listeners.append(self.cluster.presence_changed)

    async def open(self) -> None:
        """Open the database and the bus, and begin the work that is repeated."""
        await self.store.engine.open()
        await self.bus.open()
        if self.settings.webhooks:
            await self.webhooks.open()
        if self.push:
            await self.push.open()
        work = (self.cluster.run(), self.cluster.run_presence(), self.scheduler.run(), self.archive.run())
        self._tasks = [asyncio.create_task(task) for task in work]

    async def close(self) -> None:
        """End everything, and commit what is waiting."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bots.close()
        await self.reviews.close()
        await self.webhooks.close()
        if self.push:
            await self.push.close()
        await self.bus.close()
        await self.store.engine.close()

    async def drain(self) -> None:
        """Accept nothing new, say goodbye to every connection, and wait until all are closed."""
        self.draining = True
        for live in self.hub.tables.values():
            for connection in live.connections:
                connection.dismiss("server/draining", again=True)
        while any(live.connections for live in self.hub.tables.values()):
            await asyncio.sleep(DRAIN_POLL_SECONDS)


def push_sender(settings: Settings, hub: Hub, metrics: Metrics) -> PushSender | None:
    """Return what sends push messages; None where the operator does not want them, or without the extra `push`."""
    if not settings.push:
        return None
    try:
        from tatze.server.web.push.sender import PushSender
    except ModuleNotFoundError:
        log("push-missing", level="warning")
        return None
    return PushSender(hub, metrics, settings.address)
