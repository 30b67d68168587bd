"""A seat at a table, over a socket that is connected again whenever it breaks."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import Any, Self, TypeVar

import msgspec
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tatze import wire
from tatze.client.http import RETRY_CODES, RequestRefused, Server, new_key, retry_delays
from tatze.wire import Act, FromServer, Hello, LogEntry, Moment, Resync, Said, Say, TableInfo, Undo

T = TypeVar("T")
QUIET_SECONDS = 30.0
"""Seconds without a frame after which the client asks for a resync, to find out whether the connection is alive."""
_frames: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)


class Seat:
    """A client's seat at a table; without a token, a spectator."""

    def __init__(self, server: Server, table: TableInfo, seat: int | None, token: str, code: str = "") -> None:
        self.server = server
        self.table = table
        """The table as it was sent last."""
        self.number = seat
        """The seat's number; None for a spectator, and after `Server.back`."""
        self.token = token
        """The seat's token; `server.back(table.id, token)` returns to the seat."""
        self.code = code
        """The code by which others join."""
        self.log: list[LogEntry] = []
        """Everything that happened at the table, as this seat may know it, indexed by version."""
        self.messages: list[Said] = []
        """Messages of people at the table, the oldest first: the last ones before it connected, and all since."""
        self.quiet_seconds = QUIET_SECONDS
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
        return self._ask(Act(key=new_key(), on=self.version, action=action))

    def undo(self) -> int:
        """Take the last action of this seat back, and return the version of the undo."""
        return self._ask(Undo(key=new_key(), on=self.version))

    def say(self, text: str) -> Said:
        """Send a message to everybody who plays at the table, and return it as the others get it."""
        answer = self._answer_to(Say(key=new_key(), text=text))
        assert isinstance(answer, Said)
        return answer

    def command(self, do: str, **fields: Any) -> wire.Done:
        """Carry out a command outside the game, such as command("start"). It is repeated until it is answered."""
        body = msgspec.convert({"do": do, "key": new_key(), **fields}, wire.Command)
        done = self._ask_server("POST", "command", wire.Done, body)
        self.table = done.table
        self.code = done.code or self.code
        return done

    def rematch(self) -> Seat:
        """Ask for a rematch after the last game, and return this seat at the rematch's table."""
        opened = self.command("rematch").opened
        assert opened
        return Seat(self.server, opened.table, opened.seat, opened.token, opened.code)

    def record(self, game: int = 1) -> str:
        """Return the record of a finished game; games are counted from 1."""
        return self._ask_server("GET", f"record/{game}", str)

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
        assert isinstance(answer, wire.Ack)
        return answer.version

    def _answer_to(self, request: Act | Undo | Say) -> wire.Ack | Said:
        """Send a request until it is answered, always with the same key, and return the answer."""
        self._pending = request
        try:
            self._send(request)
            for wait in retry_delays():
                answer = self._answer(request.key)
                if not isinstance(answer, wire.RefusedFrame):
                    return answer
                if answer.code not in RETRY_CODES:
                    raise RequestRefused(answer.code, why=answer.why)
                time.sleep(wait)
                self._send(request)
            raise TimeoutError(f"{self.server.url} is too busy")
        finally:
            self._pending = None

    def _answer(self, key: str) -> wire.Ack | Said | wire.RefusedFrame:
        while True:
            frame = self._receive()
            if isinstance(frame, wire.Ack | Said | wire.RefusedFrame) and frame.key == key:
                return frame

    def _receive(self) -> FromServer:
        """Return the next frame. Moments in it are stored, and a broken connection is made again."""
        while True:
            socket = self._socket or self._connect()
            try:
                frame = _frames.decode(socket.recv(self.quiet_seconds))
            except TimeoutError:
                self._send(Resync())
                if self._pending:
                    self._send(self._pending)
                continue
            except (WebSocketException, OSError):
                self.close()
                continue
            except msgspec.ValidationError:  # a frame of a newer server
                continue
            self._handle(frame)
            return frame

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

    def _connect(self) -> ClientConnection:
        socket = self._open()
        self._socket = socket
        since = self.version if self.version >= 0 else None
        code = "" if self.token else self.code
        self._send(Hello(wire.PROTOCOL, self.table.id, self.token, code, since))
        if self._pending:
            self._send(self._pending)
        return socket

    def _open(self) -> ClientConnection:
        url = "ws" + self.server.url.removeprefix("http") + "/api/socket"
        for wait in retry_delays():
            try:
                # Entered by hand, because the connection outlives this function; `close` closes it.
                return connect(
                    url, open_timeout=self.server.seconds, close_timeout=1, compression=None, max_size=None
                ).__enter__()
            except InvalidStatus as error:
                if error.response.status_code in (400, 403):
                    raise RequestRefused(f"http/{error.response.status_code}", "no socket for this client") from None
                time.sleep(wait)
            except (WebSocketException, OSError):
                time.sleep(wait)
        raise TimeoutError(f"{self.server.url} does not answer")

    def _send(self, frame: Hello | Act | Undo | Say | Resync) -> None:
        """Send a frame, if the socket is open. The next receive notices a connection that breaks here."""
        if self._socket:
            try:
                self._socket.send(msgspec.json.encode(frame).decode())
            except (WebSocketException, OSError):
                self.close()
