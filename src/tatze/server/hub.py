"""The tables in memory, and the one way by which a version comes to be: decided, committed, told."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from tatze.server.bus import Bus
from tatze.server.codes import Refused
from tatze.server.decide import Draft
from tatze.server.elsewhere import EVERY, NOBODY, Crowd, Elsewhere
from tatze.server.live import Live
from tatze.server.logs import log
from tatze.server.metrics import Metrics
from tatze.server.room import Room
from tatze.server.store import NO_SEAT, Row, Statement, Store, Write, set_status

IDLE = 60.0
"""Seconds after which a table that nobody is connected to leaves the memory."""
SOON = 300.0
"""A table at which something is due within so many seconds stays."""
POLL = 10.0
"""Seconds between two looks whether a message of the bus was lost."""
MOST = 50_000
"""Versions of one table: more than any series has, so that nobody fills the store with one."""
STATUS = {"started": "playing", "paused": "paused", "resumed": "playing", "next": "waiting", "removed": "removed"}
Decide = Callable[[Room], Draft]


def alone(_: Draft) -> Sequence[Statement]:
    """Nothing is written with the row."""
    return ()


class Kept(NamedTuple):
    """A version that was committed, now or, with the same key, before."""

    live: Live
    version: int


class Hub:
    """Holds nothing that the store does not have."""

    def __init__(self, store: Store, bus: Bus, metrics: Metrics, lonely: bool = True) -> None:
        """`lonely` says that no other node writes to the store."""
        self.store = store
        self.bus = bus
        self.metrics = metrics
        self.lonely = lonely
        self.tables: dict[str, Live] = {}
        self.elsewhere = Elsewhere()
        self.moved: Callable[[Live, bool], None] = lambda *_: None
        """Called after each version, with whether it was committed here."""
        self._counted = {"action": metrics.moves.labels("person"), "bot": metrics.moves.labels("bot")}
        self._loading: dict[str, asyncio.Future[Live | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        bus.subscribe(self)

    # --- Loading ---

    async def get(self, table: str) -> Live:
        """A table, from memory or from the store."""
        live = self.tables.get(table) or await self._load(table)
        if live is None:
            raise Refused("table/unknown")
        if live.room.removed:
            raise Refused("table/removed")
        live.used = time.monotonic()
        return live

    async def _load(self, table: str) -> Live | None:
        """Load a table once, however many ask for it meanwhile."""
        waiting = self._loading.get(table)
        if waiting is None:
            waiting = self._loading[table] = asyncio.ensure_future(self._read(table))
            waiting.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(waiting)

    async def _read(self, table: str) -> Live | None:
        rows = await self.store.rows(table)
        return self.add(Live.load(rows), here=False) if rows else None

    def add(self, live: Live, here: bool) -> Live:
        """Take a table into the memory, unless somebody was quicker: there is only one of each."""
        known = self.tables.setdefault(live.room.id, live)
        if known is not live:
            return known
        self.metrics.tables.set(len(self.tables))
        if not self.lonely:
            live.elsewhere, live.crowded = self.elsewhere.at(live.room.id), self._attend
        self.moved(live, here)
        return live

    # --- Committing ---

    async def commit(
        self, table: str, key: str | None, seat: int, plan: Decide, more: Callable[[Draft], Sequence[Statement]] = alone
    ) -> Kept:
        """Decide and keep. A request whose key was carried out before is answered as it was then. Where another node
        was quicker, or knows more, the decision is made again on what is there now."""
        live, behind = await self.get(table), not self.lonely
        async with live.lock:
            while True:
                room = live.room
                if key is not None and (version := room.keys.get((seat, key))) is not None:
                    return Kept(live, version)
                if room.version >= MOST:
                    raise Refused("seat/busy")
                try:
                    draft = plan(room)
                except Refused:
                    if not behind:
                        raise
                    behind = False
                    await self._catch_up(live)
                    continue
                row = Row(room.id, room.version + 1, draft.kind, draft.seat, draft.data, key, time.time())
                if await self.keep(row, [*more(draft), *_status(row)]):
                    self._advance(live, row, here=True)
                    return Kept(live, row.version)
                if not await self._catch_up(live):
                    raise Refused("server/busy")

    async def keep(self, row: Row, more: Sequence[Statement] = ()) -> bool:
        """Write a row with what belongs to it; False if its place is taken."""
        begun = time.perf_counter()
        try:
            kept = await self.store.append(Write(row, more))
        except Exception as error:
            log("not-kept", level="error", error=error, table=row.table_id)
            raise Refused("server/busy") from error
        self.metrics.commit.observe(time.perf_counter() - begun)
        return kept

    def _advance(self, live: Live, row: Row, here: bool) -> None:
        before = live.room.status
        live.advance(row)
        if here:
            self.bus.publish(row.table_id, row.version)
            if row.kind in ("action", "bot"):
                self._counted[row.kind].inc()
            if live.room.status == "over" != before:
                self.start(self._note_end(live.room))
        if live.room.removed:
            self.tables.pop(row.table_id, None)
        self.moved(live, here)

    async def _note_end(self, room: Room) -> None:
        """The log says it too, so this may come late, or not at all if the server dies here."""
        await self.store.append(Write(None, [set_status(room.id, "over", room.at)]))

    # --- Other nodes ---

    def heard(self, table: str, version: int) -> None:
        """The bus says that a table has moved on elsewhere."""
        live = self.tables.get(table)
        if live and version > live.room.version and not live.catching:
            live.catching = True
            self.start(self._follow(live))

    def cheer(self, live: Live, seat: int, emote: str) -> None:
        """Show an emote to everybody at the table, wherever they are connected."""
        live.cheer(seat, emote)
        self.bus.cheer(live.room.id, seat, emote)

    def cheered(self, table: str, seat: int, emote: str) -> None:
        live = self.tables.get(table)
        if live and seat < len(live.room.seats):
            live.cheer(seat, emote)

    def missed(self) -> None:
        """The bus was away: look after everything that is in memory."""
        self.start(self.poll(list(self.tables)))
        self._summarise()

    # --- Who is connected to other nodes ---

    def attended(self, node: str, table: str, crowd: Crowd) -> None:
        if self.elsewhere.hear(node, table, crowd):
            self._show_crowd(table)

    def _show_crowd(self, table: str) -> None:
        if live := self.tables.get(table):
            live.elsewhere = self.elsewhere.at(table)
            live.tell_presence()

    def _attend(self, live: Live) -> None:
        self.bus.attend(live.room.id, live.crowd())

    def _summarise(self) -> None:
        """Say again who is connected here."""
        for live in self.tables.values():
            if (crowd := live.crowd()) != NOBODY:
                self.bus.attend(live.room.id, crowd)

    async def run_presence(self) -> None:
        """Say again and again who is here, and forget whom others speak of no more."""
        while not self.lonely:
            await asyncio.sleep(EVERY)
            try:
                self._summarise()
                for table in self.elsewhere.fade():
                    self._show_crowd(table)
            except Exception as error:  # noqa: BLE001  # the next round tries again
                log("presence-error", level="error", error=error)

    async def reach(self, live: Live, version: int) -> None:
        """Somebody has seen a version that may have been committed elsewhere: have it too, if it is there."""
        if version > live.room.version and not self.lonely:
            await self._follow(live)

    async def _follow(self, live: Live) -> None:
        async with live.lock:
            live.catching = False
            await self._catch_up(live)

    async def _catch_up(self, live: Live) -> int:
        """Have what others committed; says how much that was."""
        rows = await self.store.rows(live.room.id, live.room.version)
        for row in rows:
            self._advance(live, row, here=False)
        return len(rows)

    async def poll(self, tables: Sequence[str]) -> None:
        for start in range(0, len(tables), 500):
            for table, version in (await self.store.versions(tables[start : start + 500])).items():
                self.heard(table, version)

    # --- Looking after it ---

    async def run(self) -> None:
        """Let go of tables that nobody needs, and find what the bus may have lost."""
        while True:
            await asyncio.sleep(POLL * random.uniform(0.8, 1.2))
            try:
                self.unload()
                if not self.lonely:
                    await self.poll([table for table, live in self.tables.items() if live.connections])
            except Exception as error:  # noqa: BLE001  # the next round tries again
                log("hub-error", level="error", error=error)

    def unload(self, idle: float = IDLE) -> None:
        now = time.monotonic()
        for table, live in list(self.tables.items()):
            duty = live.room.duty
            due = duty is not None and duty.at < time.time() + SOON
            if not (live.connections or live.lock.locked() or due) and now - live.used > idle:
                if live.timer:
                    live.timer.cancel()
                del self.tables[table]
        self.metrics.tables.set(len(self.tables))

    def start(self, work: Awaitable[None]) -> None:
        """Let something run beside."""

        async def guarded() -> None:
            try:
                await work
            except Refused as refusal:
                log("refused", level="debug", code=refusal.code)
            except Exception as error:  # noqa: BLE001  # nobody else would hear of it
                log("task-error", level="error", error=error)

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self, table: str) -> None:
        """Start what starts by itself, at once."""
        live = await self.get(table)
        if (duty := live.room.duty) and duty.kind == "start":
            await self.commit(table, None, NO_SEAT, start_if_full)


def _status(row: Row) -> Sequence[Statement]:
    """What listings are made of, where a row changes it whatever the game does."""
    status = STATUS.get(row.kind)
    return [set_status(row.table_id, status, row.at)] if status else ()


def start_if_full(room: Room) -> Draft:
    if room.duty is None or room.duty.kind != "start":
        raise Refused("table/status")
    return Draft("started", NO_SEAT)
