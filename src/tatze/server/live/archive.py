"""Finished games: their records and replays, and the deletion of old tables."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from datetime import UTC, datetime
from typing import Any

import msgspec

from tatze.core.record import SubstituteEntries, record_data, record_text
from tatze.core.table import Table
from tatze.server.live.frames import encode, open_moment
from tatze.server.live.hub import Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.live.pauses import Pauses
from tatze.server.logs import log
from tatze.server.stores.store import Store
from tatze.server.table.fold import apply, fold
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT
from tatze.server.table.state import TableState
from tatze.wire import GameReplay

MAX_WAITING_REPLAYS = 20
"""Maximum number of replays that wait to be made."""
MAX_REPLAY_BYTES = 16 << 20
"""Maximum number of bytes of replays that are kept in memory."""
DAY_SECONDS = 86_400.0
DELETION_SECONDS = 3600.0
"""Seconds between two deletions of old tables."""


class Archive:
    """Gives finished games out, and deletes tables that are older than the operator keeps them."""

    def __init__(self, hub: Hub, retention_days: int) -> None:
        self.hub = hub
        self.store: Store = hub.store
        self.retention_days = retention_days
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0
        """Number of replays that are being made or wait for it."""
        self._replays: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        """The moments of replays that were asked for lately, as JSON, by table and number of the game."""

    def record(self, live: LiveTable, number: int) -> str:
        """Return the record of a finished game; games are counted from 1."""
        return record_of(live.state, number)

    def record_data(self, live: LiveTable, number: int) -> dict[str, Any]:
        """Return the record of a finished game as JSON data; games are counted from 1."""
        return record_data(finished_game(live.state, number), substitutes_of(live.state, number))

    async def replay(self, live: LiveTable, number: int) -> GameReplay:
        """Return a finished game decision by decision, with every card open and without what was undone; games are
        counted from 1."""
        finished_game(live.state, number)
        if self._waiting >= MAX_WAITING_REPLAYS:
            raise Refused("rate/limited")
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                moments = await self._moments(live.state.id, number)
        finally:
            self._waiting -= 1
        return GameReplay(live.info(), number, msgspec.Raw(moments))  # type: ignore[arg-type]  # encoded as it is

    async def _moments(self, table: str, number: int) -> bytes:
        """Return the moments of a finished game as a JSON array, from memory if somebody asked lately."""
        known = self._replays.pop((table, number), None)
        self._replays[table, number] = known or await self._make_moments(table, number)
        while len(self._replays) > 1 and sum(map(len, self._replays.values())) > MAX_REPLAY_BYTES:
            self._replays.popitem(last=False)
        return self._replays[table, number]

    async def _make_moments(self, table: str, number: int) -> bytes:
        rows, pause = await self.store.rows(table), Pauses()
        state, moments = fold(rows[:1]), []
        for row in rows[1:]:
            change = apply(state, row)
            if state.number == number and change.by.kind in ("started", "action"):
                moments.append(encode(open_moment(state, change)))
            elif state.number == number and change.by.kind == "undo":
                del moments[1 + len(state.decisions) :]
            await pause()
        return b"[" + b",".join(moments) + b"]"

    async def past_decision(self, live: LiveTable, number: int, version: int) -> TableState:
        """Return a table as it was at a version of a finished game at which a seat had to decide; games are counted
        from 1. The log is folded beside the event loop, because it may be long."""
        finished_game(live.state, number)
        rows = [row for row in await self.store.rows(live.state.id) if row.version <= version]
        state = await asyncio.to_thread(fold, rows)
        if state.version != version or state.number != number or state.actor == NO_SEAT:
            raise Refused("hint/none")
        return state

    async def delete_old(self) -> int:
        """Delete tables that nobody has used for as long as the operator keeps them, and return their number. Tables
        that a host removed are deleted after a day, when every node has read of it."""
        await self.store.delete(await self.store.removed_tables(time.time() - DAY_SECONDS))
        if not self.retention_days:
            return 0
        count, before = 0, time.time() - DAY_SECONDS * self.retention_days
        while old := [table for table in await self.store.unused_tables(before) if table not in self.hub.tables]:
            await self.store.delete(old)
            count += len(old)
        return count

    async def run(self) -> None:
        """Delete old tables again and again, until cancelled."""
        while True:
            try:
                if count := await self.delete_old():
                    log("tables-forgotten", count=count)
            except Exception as error:  # noqa: BLE001  # the next hour tries again
                log("retention-error", level="error", error=error)
            await asyncio.sleep(DELETION_SECONDS)


def record_of(state: TableState, number: int) -> str:
    """Return the record of a finished game of a table; games are counted from 1."""
    game = finished_game(state, number)
    seats = ["you" if seat.kind == "person" else seat.level for seat in state.seats]
    games = state.opening.games
    day = datetime.fromtimestamp(state.start_times[number - 1], UTC).date().isoformat()
    series = f"{number}/{games}" if games > 1 else ""
    stand_ins = Counter(one.seat for one in state.bot_entries[number - 1] if one.stand_in)
    return record_text(game, seats, series, day, stand_ins=stand_ins, substitutes=substitutes_of(state, number))


def substitutes_of(state: TableState, number: int) -> list[SubstituteEntries]:
    """Return which entries of a finished game bots decided on in a person's place; games are counted from 1. A seat at
    which a bot made every decision is the bot's own, unless a person sits there now."""
    entries, found = finished_game(state, number).entries, []
    for seat, now in enumerate(state.seats):
        by_bots = [one for one in state.bot_entries[number - 1] if one.seat == seat]
        made = sum(entry.actor == seat and entry.action >= 0 for entry in entries)
        if by_bots and (now.kind == "person" or len(by_bots) < made):
            found.append(SubstituteEntries(seat, by_bots[-1].level, tuple(one.entry + 1 for one in by_bots)))
    return found


def finished_game(state: TableState, number: int) -> Table[Any]:
    """Return a finished game of a table; games are counted from 1."""
    if not 1 <= number <= len(state.finished_games):
        raise Refused("game/unknown")
    return state.finished_games[number - 1]
