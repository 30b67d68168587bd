"""A seat at a table, over a socket that is connected again whenever it breaks."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from math import inf
from typing import Any, Self, TypeVar
from urllib.parse import urlencode

import msgspec
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tatze import wire
from tatze.client.errors import MalformedAnswer, RequestRefused, ServerUnreachable
from tatze.client.http import (
    FIRST_RETRY_SECONDS,
    MAX_ANSWER_BYTES,
    MAX_RETRY_SECONDS,
    RETRY_CODES,
    Server,
    checked,
    new_key,
    retry_delays,
)
from tatze.core.arguments import text_of, whole_number
from tatze.core.text import is_message, shown
from tatze.wire import Act, FromServer, Hello, LogEntry, Moment, Resync, Said, Say, TableInfo, Undo

T = TypeVar("T")
QUIET_SECONDS = 30.0
"""Seconds without a frame after which the client asks for a resync, to find out whether the connection is alive."""
_frames: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)


class Seat:
    """A client's seat at a table; without a token, a spectator."""

    def __init__(self, server: Server, table: TableInfo, seat: int | None, token: str, code: str = "") -> None:
        self.server = server
        """The server of the table."""
        self.table: TableInfo = table
        """The table as it was sent last."""
        self.number = seat
        """The seat's number; None for a spectator, and after `Server.back`."""
        self.token = token
        """The seat's token; `server.back(table.id, token)` returns to the seat."""
        self.code: str = code
        """The code by which others join."""
        self.log: list[LogEntry] = []
        """Everything that happened at the table, as this seat may know it, indexed by version."""
        self.messages: list[Said] = []
        """Messages of people at the table, the oldest first: the last ones before it connected, and all since."""
        self.quiet_seconds = QUIET_SECONDS
        """Seconds without a frame after which the client asks whether the connection is alive."""
        self._socket: ClientConnection | None = None
        self._moments: deque[Moment] = deque()
        self._pending: Act | Undo | Say | None = None
        self._ended = False

    @property
    def version(self) -> int:
        """The newest version that has been received."""
        return len(self.log) - 1

    # --- Seeing ---

    def moments(self) -> Iterator[Moment]:
        """Yield every version of the table, from the present one on, until the last game is over."""
        while True:
            while self._moments:
                yield self._moments.popleft()
            if self._ended:
                return
            self._receive()

    def turns(self) -> Iterator[Moment]:
        """Yield the moments in which this seat decides: their `own.legal` is not empty."""
        for moment in self.moments():
            if moment.own and moment.own.legal and moment.version == self.version:
                yield moment

    # --- Acting ---

    def act(self, action: str) -> int:
        """Act on the newest moment, and return the version of the action. A RequestRefused says why it is refused."""
        return self._ask(checked({"key": new_key(), "on": self._present(), "action": action}, Act))

    def undo(self) -> int:
        """Take the last action of this seat back, and return the version of the undo."""
        return self._ask(Undo(key=new_key(), on=self._present()))

    def say(self, text: str) -> Said:
        """Send a message to everybody who plays at the table, and return it as the others get it."""
        if not is_message(text_of(text, "text")):
            raise RequestRefused("message/bad")
        answer = self._answer_to(Say(key=new_key(), text=text))
        if not isinstance(answer, Said):
            raise MalformedAnswer(f"{self.server.url}: a message was answered as if it were an action")
        return answer

    def command(self, do: str, **fields: Any) -> wire.Done:
        """Carry out a command outside the game, such as command("start"). It is repeated until it is answered."""
        body: Any = checked({"do": do, "key": new_key(), **fields}, wire.Command)
        done = self._ask_server("POST", "command", wire.Done, body)
        self.table = done.table
        self.code = done.code or self.code
        return done

    def rematch(self) -> Seat:
        """Ask for a rematch after the last game, and return this seat at the rematch's table."""
        opened = self.command("rematch").opened
        if not opened:
            raise MalformedAnswer(f"{self.server.url}: the rematch has no table")
        return Seat(self.server, opened.table, opened.seat, opened.token, opened.code)

    def record(self, game: int = 1) -> str:
        """Return the record of a finished game; games are counted from 1."""
        return self._ask_server("GET", f"record/{whole_number(game, 'game')}", str)

    def close(self) -> None:
        """Close the socket, if it is open."""
        if self._socket:
            self._socket.close()
            self._socket = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- Inside ---

    def _ask_server(self, method: str, what: str, answer: type[T], body: Any = None) -> T:
        return self.server.ask_until_answered(method, f"/api/tables/{self.table.id}/{what}", answer, body, self.token)

    def _ask(self, request: Act | Undo) -> int:
        """Send an action or undo until it is answered, and return its version."""
        answer = self._answer_to(request)
        if not isinstance(answer, wire.Ack):
            raise MalformedAnswer(f"{self.server.url}: an action was answered as if it were a message")
        return answer.version

    def _present(self) -> int:
        """Return the newest version. Before the first moment has come, wait for it."""
        end = time.monotonic() + self.server.retry_seconds
        while self.version < 0:
            self._receive(end)
        return self.version

    def _answer_to(self, request: Act | Undo | Say) -> wire.Ack | Said:
        """Send a request until it is answered, always with the same key, and return the answer."""
        self._pending = request
        end = time.monotonic() + self.server.retry_seconds
        try:
            self._send(request)
            for wait in retry_delays(self.server.retry_seconds):
                answer = self._answer(request.key, end)
                if not isinstance(answer, wire.RefusedFrame):
                    return answer
                if answer.code not in RETRY_CODES:
                    raise RequestRefused(answer.code, why=answer.why)
                time.sleep(wait)
                self._send(request)
            raise ServerUnreachable(f"{self.server.url} is too busy")
        finally:
            self._pending = None

    def _answer(self, key: str, end: float) -> wire.Ack | Said | wire.RefusedFrame:
        while True:
            frame = self._receive(end)
            if isinstance(frame, wire.Ack | Said | wire.RefusedFrame) and frame.key == key:
                return frame

    def _receive(self, end: float = inf) -> FromServer:
        """Return the next frame. Moments in it are stored, and a broken connection is made again.

        A ServerUnreachable is raised at the time `end`, and when connections break for so long that no request would
        be repeated any more."""
        failing_since, wait, timeouts = 0.0, FIRST_RETRY_SECONDS, 0
        while True:
            now = time.monotonic()
            if now > end or (failing_since and now - failing_since > self.server.retry_seconds):
                raise ServerUnreachable(f"{self.server.url} does not answer")
            try:
                socket = self._socket or self._connect(end)
                frame = _frames.decode(socket.recv(max(0.01, min(self.quiet_seconds, end - now))))
            except TimeoutError as error:
                if isinstance(error, ServerUnreachable):
                    raise
                timeouts += 1
                self._ask_for_life(again=timeouts > 1)
                failing_since = failing_since or (now if timeouts > 1 else 0.0)
                continue
            except (WebSocketException, OSError):
                self.close()
                failing_since = failing_since or now
                time.sleep(wait)
                wait = min(2 * wait, MAX_RETRY_SECONDS)
                continue
            except msgspec.ValidationError:  # a frame of a newer server
                continue
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                self.close()
                raise MalformedAnswer(f"{self.server.url}: a frame that is not JSON: {shown(error)}") from None
            self._handle(frame)
            return frame

    def _ask_for_life(self, again: bool) -> None:
        """Find out whether a quiet connection is alive; one that stays quiet when it is asked is closed."""
        if again:
            self.close()
            return
        self._send(Resync())
        if self._pending:
            self._send(self._pending)

    def _handle(self, frame: FromServer) -> None:
        if isinstance(frame, wire.Goodbye):
            self.close()
            if not frame.again:
                self._ended = True
                raise RequestRefused(frame.code)
        elif isinstance(frame, wire.Welcome | wire.Now):
            self._store(frame.moment, frame.log)
        elif isinstance(frame, wire.RecentMessages):
            self.messages = frame.messages
        elif isinstance(frame, Said):
            self.messages = [*(said for said in self.messages if said != frame), frame]
        elif isinstance(frame, wire.Update):
            moment = frame.moment
            self._store(
                moment, [LogEntry(moment.version, moment.by, (moment.own and moment.own.events) or moment.events)]
            )

    def _store(self, moment: Moment, entries: list[LogEntry]) -> None:
        """Add a moment and its log entries. Known versions are ignored; a gap before them asks for a resync."""
        fresh = [entry for entry in entries if entry.version > self.version]
        if not fresh and moment.version <= self.version:
            return
        if not fresh or fresh[0].version != self.version + 1:
            self._send(Resync())
            return
        self.log += fresh
        self.table = moment.table or self.table
        self._moments.append(moment)
        series = self.table.series
        self._ended = self.table.status == "over" and series.number >= series.games

    def _connect(self, end: float) -> ClientConnection:
        socket = self._open(end)
        self._socket = socket
        since = self.version if self.version >= 0 else None
        code = "" if self.token else self.code
        self._send(Hello(wire.PROTOCOL, self.table.id, self.token, code, since))
        if self._pending:
            self._send(self._pending)
        return socket

    def _open(self, end: float) -> ClientConnection:
        url = f"ws{self.server.url.removeprefix('http')}/api/socket?{urlencode({'table': self.table.id})}"
        for wait in retry_delays(min(self.server.retry_seconds, end - time.monotonic())):
            try:
                # Entered by hand, because the connection outlives this function; `close` closes it.
                return connect(
                    url, open_timeout=self.server.seconds, close_timeout=1, compression=None, max_size=MAX_ANSWER_BYTES
                ).__enter__()
            except InvalidStatus as error:
                if error.response.status_code in (400, 403):
                    raise RequestRefused(f"http/{error.response.status_code}", "no socket for this client") from None
                time.sleep(wait)
            except (WebSocketException, OSError):
                time.sleep(wait)
        raise ServerUnreachable(f"{self.server.url} does not answer")

    def _send(self, frame: Hello | Act | Undo | Say | Resync) -> None:
        """Send a frame, if the socket is open. The next receive notices a connection that breaks here."""
        if self._socket:
            try:
                self._socket.send(msgspec.json.encode(frame).decode())
            except (WebSocketException, OSError):
                self.close()
