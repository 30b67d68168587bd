"""Whoever acts for nobody: bots on their seats, substitutes for people who are away, clocks. They think beside the
event loop, and act through the same door as people."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from tatze.bots import THINKING_SECONDS, Bot, bot_named
from tatze.bots.learned.bot import chances
from tatze.core.errors import TatzeError
from tatze.core.layout import State
from tatze.lessons import LessonTable
from tatze.server.codes import Refused
from tatze.server.decide import Draft, require_turn
from tatze.server.hub import Hub, start_if_full
from tatze.server.live import Live
from tatze.server.logs import log
from tatze.server.room import Duty, Room
from tatze.server.store import NO_SEAT

QUICK = {"random", "thumb", "learned", "kitten", "cat"}
"""Bots that decide at once; they do not wait behind those that search."""
ADVISER = "tiger"
"""The bot that gives hints."""
ADVICE_SECONDS = 0.6
BACKUP = 1.0
"""Whoever filled the last seat starts the game; after so many seconds the server does it."""
GRACE = 4.0
"""Seconds that a node waits for the one that committed the last version to act, before it does so itself."""
AGAIN = 2.0
"""Seconds after which a duty is tried again that the database could not keep."""
SWEEP = 30.0
"""Seconds between two looks at tables for which nobody may be acting any more."""
SWEPT = 2000


class Players:
    def __init__(self, hub: Hub, workers: int) -> None:
        self.hub = hub
        hub.moved = self.moved
        self._workers = max(1, workers)
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="quick-bot")
        self._deep = ThreadPoolExecutor(self._workers, thread_name_prefix="deep-bot")
        self._thinking = 0
        """How many deep thoughts are under way or wait."""
        self._own = threading.local()
        self._looked: dict[str, tuple[int, float]] = {}
        """The tables that were looked at: in which version, and when something is due then."""

    def close(self) -> None:
        for pool in (self._quick, self._deep):
            pool.shutdown(wait=False, cancel_futures=True)

    # --- When to act ---

    def moved(self, live: Live, here: bool) -> None:
        """A table moved on: wind the clock for what the server has to do next. The node that committed the last version
        acts; the others only if it does not."""
        if live.timer:
            live.timer.cancel()
            live.timer = None
        duty = live.room.duty
        if duty is None or live.room.removed:
            return
        wait = max(0.0, duty.at - time.time()) if duty.kind != "start" else BACKUP
        if not here and not self.hub.lonely:
            wait += GRACE * random.uniform(1, 2)
        if wait < 5e-3:
            self._begin(live, duty)
        else:
            live.timer = asyncio.get_running_loop().call_later(wait, self._begin, live, duty)

    def _begin(self, live: Live, duty: Duty) -> None:
        live.timer = None
        self.hub.start(self._do(live, duty))

    async def _do(self, live: Live, duty: Duty) -> None:
        """What could not be kept, because the database was away, is tried again."""
        try:
            await DUTIES[duty.kind](self, live, duty)
        except Refused as refusal:
            if refusal.code == "server/busy" and live.timer is None and self.hub.tables.get(live.room.id) is live:
                live.timer = asyncio.get_running_loop().call_later(AGAIN, self.moved, live, True)
            raise

    async def start(self, live: Live, duty: Duty) -> None:
        await self.hub.commit(live.room.id, None, NO_SEAT, start_if_full)

    async def run_out(self, live: Live, duty: Duty) -> None:
        """The time of the person who decides is over: the substitute takes the seat."""

        def away(room: Room) -> Draft:
            if room.deadline is None or room.deadline > time.time() + 0.01:
                raise Refused("action/stale")
            return Draft("away", room.actor, "clock")

        await self.hub.commit(live.room.id, None, NO_SEAT, away)

    async def move(self, live: Live, duty: Duty) -> None:
        """A bot decides. If the table has moved on by then, its thoughts are forgotten."""
        room, version = live.room, live.room.version
        if room.actor != duty.seat or room.table is None:
            return
        scripted = room.table.scripted if isinstance(room.table, LessonTable) else None
        action = await self.think(room, duty.seat, duty.level) if scripted is None else scripted
        text = room.game.write(action)

        def draft(room: Room) -> Draft:
            if room.version != version or not room.seats[duty.seat].by_bot:
                raise Refused("action/stale")
            return Draft("bot", duty.seat, text)

        await self.hub.commit(room.id, None, NO_SEAT, draft)

    # --- Thinking ---

    async def think(self, room: Room, seat: int, level: str, seconds: float | None = None) -> int:
        """What a bot would do in place of a seat. It gets the seat's view and the legal actions, nothing else. Where
        many think deeply at once, each gets less time, so that nobody waits long."""
        if room.table is None:
            raise Refused("hint/none")
        view, legal = room.table.view(seat), room.table.legal_actions
        begun, deep = time.perf_counter(), level not in QUICK
        self._thinking += deep
        if level in THINKING_SECONDS:
            seconds = (seconds or THINKING_SECONDS[level]) / max(1, self._thinking / self._workers)
        work = partial(self._choose, room.game.name, level, view, legal, seconds)
        try:
            pool = self._deep if deep else self._quick
            action = await asyncio.get_running_loop().run_in_executor(pool, work)
        finally:
            self._thinking -= deep
        self.hub.metrics.decisions.labels(level).observe(time.perf_counter() - begun)
        return action

    def _choose(self, game: str, level: str, view: State, legal: list[int], seconds: float | None) -> int:
        """In a thread of the pool. A bot that fails must not hold up the table."""
        try:
            action = self._bot(game, level).choose(view, legal, seconds)
            if action in legal:
                return action
            log("bot-illegal", level="error", game=game, kind=level)
        except Exception as error:  # noqa: BLE001  # whatever it was, somebody waits for a decision
            log("bot-error", level="error", error=error, game=game, kind=level)
        return self._bot(game, "thumb").choose(view, legal)

    def _bot(self, game: str, level: str) -> Bot:
        """Each thread has its own bots; they keep nothing of a game."""
        bots: dict[tuple[str, str], Bot] = self._own.__dict__.setdefault("bots", {})
        if (game, level) not in bots:
            bots[game, level] = bot_named(game, level)
        return bots[game, level]

    async def advise(self, room: Room, seat: int) -> tuple[int, str, list[float] | None]:
        """A hint: the version it is for, the action, and everybody's chance to win as the seat sees it."""
        require_turn(room, seat)
        if room.table is None:
            raise Refused("hint/none")
        version, view = room.version, room.table.view(seat)
        action = await self.think(room, seat, ADVISER, ADVICE_SECONDS)
        work = partial(foresee, room.game.name, view)
        return version, room.game.write(action), await asyncio.get_running_loop().run_in_executor(self._quick, work)

    # --- After a restart ---

    async def run(self) -> None:
        """Now and then load the tables that wait for the server: after a restart, or when another node has gone."""
        while True:
            try:
                await self.sweep()
            except Exception as error:  # noqa: BLE001  # the next round tries again
                log("sweep-error", level="error", error=error)
            await asyncio.sleep(SWEEP * random.uniform(0.8, 1.2))

    async def sweep(self) -> None:
        running = await self.hub.store.running(SWEPT)
        self._looked = {table: looked for table, looked in self._looked.items() if table in running}
        for table, version in running.items():
            looked, due = self._looked.get(table, (-1, 0.0))
            if table in self.hub.tables or (looked == version and time.time() < due):
                continue
            with contextlib.suppress(Refused):
                duty = (await self.hub.get(table)).room.duty
                self._looked[table] = version, duty.at if duty else float("inf")
            await asyncio.sleep(0)


def foresee(game: str, view: State) -> list[float] | None:
    """Chances, or None where NumPy is not installed."""
    try:
        return list(chances(game, view))
    except TatzeError:
        return None


DUTIES: dict[str, Callable[[Players, Live, Duty], Awaitable[Any]]] = {
    "start": Players.start,
    "bot": Players.move,
    "clock": Players.run_out,
}
