"""Does what a table needs without a person: starts games, lets bots and substitutes decide, and watches clocks."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from tatze.lessons import LessonTable
from tatze.server.live.bot_pool import BotPool
from tatze.server.live.hub import Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.live.program_bots import BotChoice
from tatze.server.logs import log
from tatze.server.table import decide
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT
from tatze.server.table.state import ScheduledAction, TableState

START_BACKUP_SECONDS = 1.0
"""Seconds after which the scheduler starts a full table. The request that fills the last seat usually starts it."""
OTHER_NODE_SECONDS = 4.0
"""Seconds, up to twice as many, that a node waits for the node that committed the last version to act."""
RETRY_SECONDS = 2.0
"""Seconds after which an action is tried again that could not be stored."""
AT_ONCE_SECONDS = 5e-3
"""An action that is due within this many seconds needs no timer."""
SWEEP_SECONDS = 30.0
"""Mean number of seconds between two sweeps for tables at which no node acts."""
MAX_SWEPT_TABLES = 2000
"""Maximum number of tables that one sweep looks at."""


class Scheduler:
    """Acts at the tables in memory when the server has to. Listens to the versions of the hub's tables."""

    def __init__(self, hub: Hub, bots: BotPool) -> None:
        self.hub = hub
        self.bots = bots
        self._swept: dict[str, tuple[int, float]] = {}
        """The tables that a sweep has looked at: their version then, and when something is due at them."""
        self._deciding: set[tuple[str, int]] = set()
        """The tables at which a bot is deciding, with the version since which its game has not changed. The timer may
        be set again meanwhile, because the table changed and the game did not."""

    def table_moved(self, live: LiveTable, here: bool) -> None:
        """Set a table's timer for what the server has to do next. The node that committed the last version acts; the
        others act later, if it does not."""
        if live.timer:
            live.timer.cancel()
            live.timer = None
        scheduled = live.state.scheduled
        if scheduled is None or live.state.removed:
            return
        wait = max(0.0, scheduled.at - time.time()) if scheduled.kind != "start" else START_BACKUP_SECONDS
        if not here and not self.hub.single_node:
            wait += OTHER_NODE_SECONDS * random.uniform(1, 2)
        if wait < AT_ONCE_SECONDS:
            self._begin(live, scheduled)
        else:
            live.timer = asyncio.get_running_loop().call_later(wait, self._begin, live, scheduled)

    def _begin(self, live: LiveTable, scheduled: ScheduledAction) -> None:
        live.timer = None
        self.hub.start_task(self._perform(live, scheduled))

    async def _perform(self, live: LiveTable, scheduled: ScheduledAction) -> None:
        """Do what is scheduled. If the database cannot store it, it is tried again."""
        try:
            await PERFORM[scheduled.kind](self, live, scheduled)
        except Refused as refusal:
            if (
                refusal.code in ("server/busy", "server/unknown")
                and live.timer is None
                and self.hub.tables.get(live.state.id) is live
            ):
                live.timer = asyncio.get_running_loop().call_later(RETRY_SECONDS, self.table_moved, live, True)
            raise

    async def start_game(self, live: LiveTable, _: ScheduledAction) -> None:
        """Start a game for which every seat is taken."""
        await self.hub.commit(live.state.id, None, NO_SEAT, decide.start_when_full)

    async def run_out(self, live: LiveTable, scheduled: ScheduledAction) -> None:
        """Give the seat of a person whose time has run out to the substitute. The timer ran on the monotonic clock, so
        it counts even if the time of day was set back meanwhile."""
        now = max(time.time(), scheduled.at)
        await self.hub.commit(live.state.id, None, NO_SEAT, lambda state: decide.run_out(state, now))

    async def let_bot_act(self, live: LiveTable, scheduled: ScheduledAction) -> None:
        """Let a bot decide. Its choice is dropped if the game has changed meanwhile."""
        state, seat = live.state, scheduled.seat
        decision = state.id, state.game_version
        if state.actor != seat or decision in self._deciding:
            return
        self._deciding.add(decision)
        try:
            await self._decide(state, seat, scheduled.level)
        finally:
            self._deciding.discard(decision)

    async def _decide(self, state: TableState, seat: int, level: str) -> None:
        version, game = state.version, state.current_game
        scripted = game.scripted if isinstance(game, LessonTable) else None
        choice = BotChoice(scripted or 0, stand_in="")
        if scripted is None:
            choice = await self.bots.choose(state, seat, level)
        text, by = state.game.write(choice.action), choice.kind
        act = partial(decide.act, seat=seat, on=version, text=text, by=by)
        await self.hub.commit(state.id, None, NO_SEAT, act)

    # --- After a restart ---

    async def run(self) -> None:
        """Sweep again and again, until cancelled."""
        while True:
            try:
                await self.sweep()
            except Exception as error:  # noqa: BLE001  # the next round tries again
                log("sweep-error", level="error", error=error)
            await asyncio.sleep(SWEEP_SECONDS * random.uniform(0.8, 1.2))

    async def sweep(self) -> None:
        """Load the tables at which the server has to act: after a restart, or because another node is gone."""
        running = await self.hub.store.running_tables(MAX_SWEPT_TABLES)
        self._swept = {table: looked for table, looked in self._swept.items() if table in running}
        for table, version in running.items():
            looked, due = self._swept.get(table, (-1, 0.0))
            if table in self.hub.tables or (looked == version and time.time() < due):
                continue
            scheduled = None
            with contextlib.suppress(Refused):  # a table that cannot be read must not keep the others waiting
                scheduled = (await self.hub.get(table)).state.scheduled
            self._swept[table] = version, scheduled.at if scheduled else float("inf")
            await asyncio.sleep(0)


PERFORM: dict[str, Callable[[Scheduler, LiveTable, ScheduledAction], Awaitable[Any]]] = {
    "start": Scheduler.start_game,
    "bot": Scheduler.let_bot_act,
    "clock": Scheduler.run_out,
}
