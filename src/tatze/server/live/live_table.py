"""A table in memory: its state, and the connections to it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from tatze.server.live import frames
from tatze.server.live.connection import Connection
from tatze.server.live.conversation import Conversation
from tatze.server.live.pauses import Pauses
from tatze.server.live.presence import NOBODY_CONNECTED, Attendance, TablePresence, merge_presence
from tatze.server.table.fold import apply, fold
from tatze.server.table.info import seat_or_none, table_info
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, LogRow
from tatze.server.table.state import TableState
from tatze.wire import PROTOCOL, EmoteShown, Moment, Now, Presence, RecentMessages, Said, TableInfo, Update, Welcome

SPECTATOR_DELAY = 8
"""Number of versions by which delayed spectators are behind."""


class LiveTable:
    """A table in memory. `lock` is held from a decision to its commit, so that versions follow one after the other."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.lock: asyncio.Lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.remote_presence: TablePresence = NOBODY_CONNECTED
        """Who is connected on other nodes; `set_remote_presence` changes it."""
        self.attendance: Attendance = Attendance(len(state.seats))
        self.absence_seconds: float = 30.0
        """Seconds without a connection after which a person counts as missing."""
        self.nudged: dict[int, float] = {}
        """When each seat was last nudged, on the monotonic clock."""
        self.presence_listeners: list[Callable[[LiveTable], None]] = []
        """Each is called when a connection is made or closed here."""
        self.used: float = time.monotonic()
        """When something last happened here, on the monotonic clock."""
        self.timer: asyncio.TimerHandle | None = None
        """Fires when the server has to act at this table by itself."""
        self.conversation: Conversation = Conversation()
        self.recent: deque[Moment] | None = None
        """For delayed spectators: the last moments as everybody sees them, the oldest first."""
        self._resyncs: dict[tuple[int, bool], tuple[Any, bytes]] = {}
        """The last answer to a resync, and what it was made from, by seat and host. Many may ask at once."""
        self.shown: int = state.version
        """The newest version that delayed spectators have seen."""
        if state.opening.watching == "delayed":
            self.recent = deque([self._moment()], maxlen=SPECTATOR_DELAY + 1)

    @classmethod
    async def load(cls, rows: Sequence[LogRow]) -> LiveTable:
        """Return the table of an event log. Its last rows are applied one by one, so that delayed spectators stay
        behind. A long log does not keep the event loop from its other work."""
        state, pause = fold(rows[:1]), Pauses()
        for row in rows[1 : max(1, len(rows) - SPECTATOR_DELAY)]:
            apply(state, row)
            await pause()
        live = cls(state)
        for row in rows[live.state.version + 1 :]:
            live.advance(row)
        return live

    async def acquire_in_time(self, seconds: float) -> None:
        """Take the lock. If others hold it for too long, because the database does not answer, it is refused."""
        if not self.lock.locked():
            await self.lock.acquire()
            return
        try:
            async with asyncio.timeout(seconds):
                await self.lock.acquire()
        except TimeoutError:
            raise Refused("server/busy") from None

    # --- Presence ---

    def local_presence(self) -> TablePresence:
        """Return who is connected on this node."""
        seats = [connection.seat for connection in self.connections]
        return TablePresence(frozenset(seats) - {NO_SEAT}, seats.count(NO_SEAT))

    def is_connected(self, seat: int) -> bool:
        """Return whether a seat is connected, on this node or on another."""
        return seat in self.remote_presence.seats or any(connection.seat == seat for connection in self.connections)

    def presence(self) -> TablePresence:
        """Return who is connected, on this node and on others."""
        return merge_presence([self.local_presence(), self.remote_presence])

    def set_remote_presence(self, presence: TablePresence) -> None:
        """Take note of who is connected on other nodes."""
        self.remote_presence = presence
        self.attendance.update(self.presence().seats)

    def absences(self) -> list[float | None]:
        """Return for how many seconds each seat's person has been absent; None for who is connected, for bots and for
        free seats. A person for whom a seat is reserved after a rematch is absent too."""
        return [
            self.attendance.absent_seconds(number) if seat.kind == "person" or seat.reserved else None
            for number, seat in enumerate(self.state.seats)
        ]

    def missing(self) -> frozenset[int]:
        """Return the seats of people who have been absent so long that others may act on it."""
        late = enumerate(self.absences())
        return frozenset(seat for seat, seconds in late if seconds is not None and seconds >= self.absence_seconds)

    def info(self) -> TableInfo:
        """Return the table as people with a token of it see it."""
        return table_info(self.state, self.presence().seats)

    def public_info(self) -> TableInfo:
        """Return the table as people without a token see it: without whose turn it is, unless all may watch live."""
        info = self.info()
        return info if info.watching == "live" else structs.replace(info, turn=None)

    def enter(self, connection: Connection) -> None:
        """Add a connection, tell everybody, and give a seat the last messages."""
        before, here = self.presence(), self.local_presence()
        self.connections.add(connection)
        if connection.seat != NO_SEAT and self.conversation.recent:
            connection.offer(frames.encode(RecentMessages(list(self.conversation.recent))))
        if not self._presence_changed(before, here):
            connection.offer(self._presence_frame())

    def leave(self, connection: Connection) -> None:
        """Remove a connection, and tell everybody."""
        before, here = self.presence(), self.local_presence()
        self.connections.discard(connection)
        self.used = time.monotonic()
        self._presence_changed(before, here)

    def _presence_changed(self, before: TablePresence, here: TablePresence) -> bool:
        """Tell everybody who is connected, and return True, unless it is as before: many connections may be one seat's,
        and each of them would be told of every other. Other nodes hear what changed here, even where a person is
        connected to one of them too. `here` is who was connected to this node before."""
        presence = self.presence()
        self.attendance.update(presence.seats)
        if self.local_presence() != here:
            for listener in self.presence_listeners:
                listener(self)
        if presence == before:
            return False
        self.send_presence()
        return True

    def send_presence(self) -> None:
        """Send everybody here who is connected, on this node and on others."""
        self.broadcast(self._presence_frame())

    def _presence_frame(self) -> bytes:
        presence = self.presence()
        online = [seat in presence.seats for seat in range(len(self.state.seats))]
        absent = [None if seconds is None else round(seconds, 1) for seconds in self.absences()]
        return frames.encode(Presence(online, presence.watching, absent, self.absence_seconds))

    def show_emote(self, seat: int, emote: str) -> None:
        """Send everybody here an emote."""
        self.broadcast(frames.encode(EmoteShown(seat, emote)))

    def show_message(self, said: Said) -> None:
        """Keep a message for those who connect again, and send it to every seat here. Spectators do not get it."""
        self.conversation.recent.append(said)
        frame = frames.encode(said)
        for connection in self.connections:
            if connection.seat != NO_SEAT:
                connection.offer(frame)

    def broadcast(self, frame: bytes) -> None:
        """Send a frame to every connection."""
        for connection in self.connections:
            connection.offer(frame)

    # --- Versions ---

    def advance(self, row: LogRow) -> None:
        """Apply a committed row, and send the new version to everybody."""
        change = apply(self.state, row)
        self.used = time.monotonic()
        if row.kind not in ("bot", "stand-in", "away"):
            self.attendance.show_life(row.seat)
        self.publish()
        if not self.state.messages:
            self.conversation.recent.clear()
        if row.kind in ("left", "seat", "removed"):
            self._dismiss(row.kind, change.by.seat, change.by.reason)
        if row.kind in ("joined", "came", "left", "seat"):
            self.send_presence()

    def publish(self) -> None:
        """Send the newest version to every connection, with what its seat alone may see."""
        state, delayed = self.state, self._delayed_updates(self.recent) if self.recent is not None else None
        if not self.connections:
            return
        shared = frames.update_frame(state, self.info() if state.changes[-1].table else None)
        beginning, own = frames.strip_own(shared), dict[int, bytes]()
        for connection in self.connections:
            seat = connection.seat
            if seat != NO_SEAT:
                if seat not in own:
                    own[seat] = frames.append_own(beginning, frames.encode(frames.own_part(state, seat)))
                connection.offer(own[seat])
            elif connection.host or delayed is None:
                connection.offer(shared)
            else:
                for frame in delayed:
                    connection.offer(frame)

    def _dismiss(self, kind: str, seat: int | None, reason: str) -> None:
        """Close the connections of a seat that was given up; all connections if the table was removed."""
        for connection in self.connections:
            if kind == "removed":
                connection.dismiss("table/removed")
            elif connection.seat == seat:
                connection.dismiss("seat/removed" if reason == "removed" else "seat/freed", again=connection.host)

    # --- Delayed spectators ---

    def _moment(self) -> Moment:
        return frames.moment(self.state, self.info())

    def _delayed_updates(self, recent: deque[Moment]) -> list[bytes]:
        """Return what delayed spectators get now: the versions that are old enough, or all at the end of a game."""
        recent.append(self._moment())
        until = self.state.version - (0 if self.state.status == "over" else SPECTATOR_DELAY)
        due = [moment for moment in recent if self.shown < moment.version <= until]
        self.shown = max(self.shown, until)
        return [frames.encode(Update(moment)) for moment in due]

    def _spectators_moment(self) -> Moment:
        return next((moment for moment in self.recent or () if moment.version == self.shown), None) or self._moment()

    # --- The present moment ---

    def welcome(self, seat: int, host: bool, since: int) -> bytes:
        """Return the answer to a hello of a client that has the versions up to `since`."""
        return self._present(seat, host, since, lambda *parts: Welcome(PROTOCOL, seat_or_none(seat), host, *parts))

    def resync(self, seat: int, host: bool) -> bytes:
        """Return the answer to a resync: the present moment and the whole log."""
        game = self.state.current_game
        online = self.local_presence().seats | self.remote_presence.seats
        made_from = (self.state.version, online, id(game.state) if game else 0)
        known = self._resyncs.get((seat, host))
        if known is None or known[0] != made_from:
            known = self._resyncs[seat, host] = made_from, self._present(seat, host, -1, Now)
        return known[1]

    def _present(self, seat: int, host: bool, since: int, frame: Callable[..., Welcome | Now]) -> bytes:
        state = self.state
        if seat == NO_SEAT and not host:
            moment = self._spectators_moment()
        else:
            moment = frames.moment(state, self.info(), frames.own_part(state, seat) if seat != NO_SEAT else None)
        return frames.encode(frame(moment, frames.log_entries(state, seat, since, moment.version)))
