"""A table in memory: its room, and whoever is connected to it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msgspec import structs

from tatze.server import frames
from tatze.server.elsewhere import NOBODY, Crowd, together
from tatze.server.fold import apply, fold
from tatze.server.room import Room
from tatze.server.store import NO_SEAT, Row
from tatze.wire import PROTOCOL, EmoteShown, Goodbye, Moment, Now, Presence, TableInfo, Update, Welcome

DELAY = 8
"""Versions by which delayed spectators are behind."""


@dataclass(eq=False, slots=True)
class Connection:
    """Somebody who is told what happens, over a socket or a stream: a bounded queue that is emptied elsewhere."""

    live: Live
    seat: int
    """NO_SEAT for spectators, and for a host who does not play."""
    host: bool
    limit: int
    queue: deque[bytes] = field(default_factory=deque)
    wake: Callable[[], None] = lambda: None
    """Called when something is on the queue."""
    farewell: str = ""
    """The code of the reason why it is to be closed."""

    @property
    def watches(self) -> bool:
        return self.seat == NO_SEAT and not self.host

    def offer(self, frame: bytes) -> None:
        """Put a frame on the queue. Who reads too slowly is dropped: coming back brings everything."""
        if self.farewell:
            return
        self.queue.append(frame)
        if len(self.queue) > self.limit:
            self.queue.clear()
            self.dismiss("rate/slow", again=True)
        self.wake()

    def dismiss(self, code: str, again: bool = False) -> None:
        """Say goodbye; whoever empties the queue closes then."""
        if not self.farewell:
            self.farewell = code
            self.queue.append(frames.encode(Goodbye(code, again)))
            self.wake()


class Live:
    """A loaded table. `lock` is held from a decision to its commit, so that versions come one after the other."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.elsewhere = NOBODY
        """Who is connected to other nodes."""
        self.crowded: Callable[[Live], None] = lambda _: None
        """Called when somebody came or went."""
        self.used = time.monotonic()
        """When something last happened here."""
        self.timer: asyncio.TimerHandle | None = None
        self.catching = False
        self.past: deque[Moment] | None = None
        """For delayed spectators: what everybody could see lately, the oldest first."""
        self.shown = room.version
        """The version up to which they have seen it."""
        if room.opening.watching == "delayed":
            self.past = deque([self._moment()], maxlen=DELAY + 1)

    @classmethod
    def load(cls, rows: Sequence[Row]) -> Live:
        """From a log. Its last versions are told one by one, so that delayed spectators stay behind."""
        live = cls(fold(rows[: max(1, len(rows) - DELAY)]))
        for row in rows[live.room.version + 1 :]:
            live.advance(row)
        return live

    # --- Who is there ---

    def crowd(self) -> Crowd:
        """Who is connected here."""
        seats = [connection.seat for connection in self.connections]
        return Crowd(frozenset(seats) - {NO_SEAT}, seats.count(NO_SEAT))

    def online(self) -> frozenset[int]:
        """The seats that are connected, here or elsewhere."""
        return self.crowd().seats | self.elsewhere.seats

    def info(self) -> TableInfo:
        return self.room.info(self.online())

    def info_outside(self) -> TableInfo:
        """The same for those who have no token: whose turn it is they learn only where everybody may watch at once."""
        info = self.info()
        return info if info.watching == "live" else structs.replace(info, turn=None)

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.tell_presence()
        self.crowded(self)

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.used = time.monotonic()
        self.tell_presence()
        self.crowded(self)

    def tell_presence(self) -> None:
        crowd = together([self.crowd(), self.elsewhere])
        online = [seat in crowd.seats for seat in range(len(self.room.seats))]
        self.tell(frames.encode(Presence(online, crowd.watching)))

    def cheer(self, seat: int, emote: str) -> None:
        self.tell(frames.encode(EmoteShown(seat, emote)))

    def tell(self, frame: bytes) -> None:
        for connection in self.connections:
            connection.offer(frame)

    # --- What happens ---

    def advance(self, row: Row) -> None:
        """Move on by one committed version, and tell everybody."""
        change = apply(self.room, row)
        self.used = time.monotonic()
        self.publish()
        if row.kind in ("left", "seat", "removed"):
            self._dismiss(row.kind, change.by.seat)

    def publish(self) -> None:
        """Tell the newest version, to each what he may see of it."""
        room, delayed = self.room, self._watch(self.past) if self.past is not None else None
        if not self.connections:
            return
        shared = frames.update(room, self.info() if room.changes[-1].info else None)
        beginning, own = frames.up_to_own(shared), dict[int, bytes]()
        for connection in self.connections:
            seat = connection.seat
            if seat != NO_SEAT:
                if seat not in own:
                    own[seat] = frames.with_own(beginning, frames.encode(frames.own(room, seat)))
                connection.offer(own[seat])
            elif connection.host or delayed is None:
                connection.offer(shared)
            else:
                for frame in delayed:
                    connection.offer(frame)

    def _dismiss(self, kind: str, seat: int | None) -> None:
        """Whoever lost the seat, or all when the table is gone, has to go."""
        for connection in self.connections:
            if kind == "removed":
                connection.dismiss("table/removed")
            elif connection.seat == seat:
                connection.dismiss("seat/not-yours", again=connection.host)

    # --- Spectators who see everything later ---

    def _moment(self) -> Moment:
        return frames.moment(self.room, self.info())

    def _watch(self, past: deque[Moment]) -> list[bytes]:
        """What delayed spectators get now: the versions that are old enough, or at the end of a game all."""
        past.append(self._moment())
        until = self.room.version - (0 if self.room.status == "over" else DELAY)
        fresh = [moment for moment in past if self.shown < moment.version <= until]
        self.shown = max(self.shown, until)
        return [frames.encode(Update(moment)) for moment in fresh]

    def _seen_by_watchers(self) -> Moment:
        return next((moment for moment in self.past or () if moment.version == self.shown), None) or self._moment()

    # --- Where a connection stands ---

    def welcome(self, seat: int, host: bool, since: int) -> bytes:
        return self._present(seat, host, since, lambda moment, log: Welcome(PROTOCOL, _seat(seat), host, moment, log))

    def now(self, seat: int, host: bool, since: int) -> bytes:
        return self._present(seat, host, since, lambda moment, log: Now(moment, log))

    def _present(self, seat: int, host: bool, since: int, pack: Callable[..., Welcome | Now]) -> bytes:
        room = self.room
        if seat == NO_SEAT and not host:
            moment = self._seen_by_watchers()
        else:
            moment = frames.moment(room, self.info(), frames.own(room, seat) if seat != NO_SEAT else None)
        return frames.encode(pack(moment, frames.entries(room, seat, since, moment.version)))


def _seat(seat: int) -> int | None:
    return None if seat == NO_SEAT else seat
