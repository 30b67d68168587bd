"""Reviews that people asked for: they wait, are made beside the server, and are kept with their tables."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from tatze.core.errors import MissingExtra
from tatze.games import game_named, game_names
from tatze.review.requirements import check_review_installed
from tatze.review.results import Depth
from tatze.review.status import ReviewStatus
from tatze.server.live.archive import Archive, finished_game
from tatze.server.live.live_table import LiveTable
from tatze.server.live.reviews.messages import ReviewJob
from tatze.server.live.reviews.process import ReviewProcess
from tatze.server.live.token_bucket import TokenBucket
from tatze.server.logs import log
from tatze.server.settings import Limits, Settings
from tatze.server.stores.store import Store
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT

WAIT_SECONDS = 10.0
"""Seconds for which the answer about an instant review waits for it."""
MAX_REFUSALS = 200
"""Maximum number of reviews that went wrong and are remembered until somebody asks."""


class ReviewKey(NamedTuple):
    """Which review is meant."""

    table: str
    game: int
    """The number of the game at the table, counted from 1."""
    depth: Depth
    seat: int = NO_SEAT
    """The seat whose decisions are evaluated; NO_SEAT for all."""


@dataclass
class PendingReview:
    """A review that is being made or waits for it."""

    address: str
    """The address of the client that asked first."""
    progress: float = 0.0
    begun: bool = False
    done: asyncio.Event = field(default_factory=asyncio.Event)

    def advance(self, progress: float) -> None:
        """Note how far the review has come."""
        self.begun, self.progress = True, max(self.progress, min(1.0, progress))


class Reviews:
    """Makes and gives out reviews of finished games. Instant and deep ones have a process each, so that an instant one
    does not wait for a deep one."""

    def __init__(self, archive: Archive, settings: Settings) -> None:
        self.archive = archive
        self.store: Store = archive.store
        self.limits: Limits = settings.limits
        self.missing: str = missing_reason(settings)
        """Why there are no reviews on this server; empty if there are."""
        self._processes: dict[Depth, ReviewProcess] = {"instant": ReviewProcess(), "deep": ReviewProcess()}
        self._pending: dict[ReviewKey, PendingReview] = {}
        self._refused: OrderedDict[ReviewKey, Refused] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def games(self) -> list[str]:
        """The games that are reviewed: those for which a network was trained."""
        return [] if self.missing else [name for name in game_names() if game_named(name).weights]

    async def status(self, live: LiveTable, key: ReviewKey, address: str, bucket: TokenBucket) -> ReviewStatus:
        """Return a review of a finished game, or how far it has come; begin it if nobody has asked for it yet. A new
        review takes a token from the bucket of the client's address."""
        finished_game(live.state, key.game)
        if self.missing:
            raise Refused("review/off", detail=self.missing)
        if key.depth == "deep" and not 0 <= key.seat < len(live.state.seats):
            raise Refused("seat/unknown")
        if stored := await self._stored(key):
            return stored
        if refused := self._refused.pop(key, None):
            raise refused
        pending = self._pending.get(key) or self._begin(live, key, address, bucket)
        if key.depth == "instant":
            await _wait(pending)
        if pending.done.is_set():
            if stored := await self._stored(key):
                return stored
            raise self._refused.pop(key, None) or Refused("review/failed")  # it is not kept if its table was deleted
        return ReviewStatus("working" if pending.begun else "waiting", pending.progress)

    async def close(self) -> None:
        """End the processes, and drop what is waiting."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for process in self._processes.values():
            await process.close()

    async def _stored(self, key: ReviewKey) -> ReviewStatus | None:
        data = await self.store.review(key.table, key.game, key.depth, key.seat)
        return ReviewStatus("ready", 1.0, msgspec.Raw(data)) if data else None  # type: ignore[arg-type]  # encoded as it is

    def _begin(self, live: LiveTable, key: ReviewKey, address: str, bucket: TokenBucket) -> PendingReview:
        waiting = Counter(one.address for one in self._pending.values())
        if waiting[address] >= self.limits.reviews_waiting_per_address:
            raise Refused("rate/limited")
        if waiting.total() >= self.limits.reviews_waiting:
            raise Refused("review/busy")
        if not bucket.take():
            raise Refused("rate/limited")
        pending = self._pending[key] = PendingReview(address)
        seats = None if key.seat == NO_SEAT else [key.seat]
        job = ReviewJob(self.archive.record(live, key.game), key.depth, seats, self.limits.review_seconds)
        task = asyncio.create_task(self._make(key, job, pending))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return pending

    async def _make(self, key: ReviewKey, job: ReviewJob, pending: PendingReview) -> None:
        try:
            data = await self._processes[key.depth].review(job, pending.advance)
            await self.store.keep_review(key.table, key.game, key.depth, key.seat, data)
        except Refused as refused:
            self._refuse(key, refused)
        except Exception as error:  # noqa: BLE001  # whoever asks again is told, and may try again
            log("review-error", level="error", error=error)
            self._refuse(key, Refused("review/failed"))
        finally:
            del self._pending[key]
            pending.done.set()

    def _refuse(self, key: ReviewKey, refused: Refused) -> None:
        self._refused[key] = refused
        while len(self._refused) > MAX_REFUSALS:
            self._refused.popitem(last=False)


async def _wait(pending: PendingReview) -> None:
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            await pending.done.wait()
    except TimeoutError:
        return


def missing_reason(settings: Settings) -> str:
    """Return why this server reviews no games; empty if it does."""
    if not settings.reviews:
        return "the operator switched reviews off"
    try:
        check_review_installed()
    except MissingExtra as error:
        return str(error)
    return ""
