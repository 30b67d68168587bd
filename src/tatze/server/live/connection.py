"""A connection to a table: a bounded queue of frames, which a socket or a stream empties."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from tatze.server.live.frames import encode
from tatze.server.table.rows import NO_SEAT
from tatze.wire import Goodbye


@dataclass(eq=False, slots=True)
class Connection:
    """Frames that wait for one client. Backpressure: a client that reads too slowly is disconnected."""

    seat: int
    """The client's seat; NO_SEAT for spectators and for a host who does not play."""
    host: bool
    max_waiting: int
    """Maximum number of frames that may wait."""
    max_waiting_bytes: int = 262_144
    """Maximum number of bytes that may wait behind the first frame."""
    queue: deque[bytes] = field(default_factory=deque)
    listeners: list[Callable[[], None]] = field(default_factory=list)
    """Each is called when there is something on the queue."""
    closing_code: str = ""
    """The code of the reason why the connection is to be closed; empty while it is open."""

    @property
    def watches(self) -> bool:
        """Whether the client is a spectator."""
        return self.seat == NO_SEAT and not self.host

    def offer(self, frame: bytes) -> None:
        """Put a frame on the queue. A client that reads too slowly is told to reconnect, which brings everything."""
        if self.closing_code:
            return
        self.queue.append(frame)
        waiting = len(self.queue)
        if waiting > self.max_waiting or (waiting > 1 and self._waiting_bytes() > self.max_waiting_bytes):
            self.queue.clear()
            self.dismiss("rate/slow", again=True)
        for listener in self.listeners:
            listener()

    def offer_once(self, frame: bytes) -> None:
        """Put a frame on the queue unless this very frame waits there already, because it was asked for again."""
        if not any(waiting is frame for waiting in self.queue):
            self.offer(frame)

    def take(self, size: int) -> list[bytes]:
        """Take frames from the queue: the first, and those that follow until they have this number of bytes."""
        taken = [self.queue.popleft()]
        total = len(taken[0])
        while self.queue and total < size:
            taken.append(self.queue.popleft())
            total += len(taken[-1])
        return taken

    def _waiting_bytes(self) -> int:
        """The number of bytes that wait behind the first frame. An empty queue takes a frame of any length."""
        return sum(map(len, self.queue)) - len(self.queue[0]) if len(self.queue) > 1 else 0

    def dismiss(self, code: str, again: bool = False) -> None:
        """Say goodbye. The socket or stream closes once the goodbye is sent."""
        if not self.closing_code:
            self.closing_code = code
            self.queue.append(encode(Goodbye(code, again)))
            for listener in self.listeners:
                listener()
