"""A seat at a table, over a socket that is made again whenever it breaks."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import Any, Self, TypeVar

import msgspec
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tatze import wire
from tatze.client.http import AGAIN, Refusal, Server, new_key, waits
from tatze.wire import Act, FromServer, Hello, LogEntry, Moment, Resync, TableInfo, Undo

T = TypeVar("T")
QUIET = 30.0
"""Seconds without a frame after which the connection is asked whether it still lives."""
_frames: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)


class Seat:
    """One seat, or a spectator where there is no token."""

    def __init__(self, server: Server, table: TableInfo, seat: int | None, token: str, code: str = "") -> None:
        self.server = server
        self.table = table
        """As it was sent last."""
        self.number = seat
        self.token = token
        """Keep it, and `server.back(table.id, token)` leads here again."""
        self.code = code
        """Lets others join."""
        self.log: list[LogEntry] = []
        """Everything that happened at the table, as this seat may know it; a version's entry stands at its number."""
        self.quiet = QUIET
        self._socket: ClientConnection | None = None
        self._moments: deque[Moment] = deque()
        self._pending: Act | Undo | None = None
        self._ended = False

    @property
    def version(self) -> int:
        """The newest version that came."""
        return len(self.log) - 1

    # --- Seeing ---

    def moments(self) -> Iterator[Moment]:
        """Every version of the table, from the present one on, until the last game is over."""
        while True:
            while self._moments:
                yield self._moments.popleft()
            if self._ended:
                return
            self._receive()

    def turns(self) -> Iterator[Moment]:
        """The moments in which this seat decides. What is yielded has `own`, and `own.legal` is not empty."""
        for moment in self.moments():
            if moment.own and moment.own.legal and moment.version == self.version:
                yield moment

    # --- Acting ---

    def act(self, action: str) -> int:
        """Act on the newest moment; the version that it became. A Refusal says why not."""
        return self._ask(Act(key=new_key(), on=self.version, action=action))

    def undo(self) -> int:
        return self._ask(Undo(key=new_key(), on=self.version))

    def command(self, do: str, **fields: Any) -> wire.Done:
        """What goes on beside the game, such as command("start"). Sent again under its key if there is no answer."""
        body = msgspec.convert({"do": do, "key": new_key(), **fields}, wire.Command)
        done = self._patiently("POST", "command", wire.Done, body)
        self.table = done.table
        return done

    def record(self, game: int = 1) -> str:
        """The record of a finished game."""
        return self._patiently("GET", f"record/{game}", str)

    def close(self) -> None:
        if self._socket:
            self._socket.close()
            self._socket = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- Inside ---

    def _patiently(self, method: str, what: str, answer: type[T], body: Any = None) -> T:
        return self.server.ask_patiently(method, f"/api/tables/{self.table.id}/{what}", answer, body, self.token)

    def _ask(self, request: Act | Undo) -> int:
        """Send until there is an answer. The key says that it is the same request each time."""
        self._pending = request
        try:
            self._send(request)
            for wait in waits():
                answer = self._answer(request.key)
                if isinstance(answer, wire.Ack):
                    return answer.version
                if answer.code not in AGAIN:
                    raise Refusal(answer.code, why=answer.why)
                time.sleep(wait)
                self._send(request)
            raise TimeoutError(f"{self.server.url} is too busy")
        finally:
            self._pending = None

    def _answer(self, key: str) -> wire.Ack | wire.RefusedFrame:
        while True:
            frame = self._receive()
            if isinstance(frame, wire.Ack | wire.RefusedFrame) and frame.key == key:
                return frame

    def _receive(self) -> FromServer:
        """The next frame; on the way moments are kept, and a broken connection is replaced."""
        while True:
            socket = self._socket or self._connect()
            try:
                frame = _frames.decode(socket.recv(self.quiet))
            except TimeoutError:
                self._send(Resync())
                if self._pending:
                    self._send(self._pending)
                continue
            except (WebSocketException, OSError):
                self.close()
                continue
            self._heed(frame)
            return frame

    def _heed(self, frame: FromServer) -> None:
        if isinstance(frame, wire.Goodbye):
            self.close()
            if not frame.again:
                self._ended = True
                raise Refusal(frame.code)
        elif isinstance(frame, wire.Welcome | wire.Now):
            self._keep(frame.moment, frame.log)
        elif isinstance(frame, wire.Update):
            moment = frame.moment
            self._keep(
                moment, [LogEntry(moment.version, moment.by, (moment.own and moment.own.events) or moment.events)]
            )

    def _keep(self, moment: Moment, entries: list[LogEntry]) -> None:
        """What is known already comes again after a resync or a new connection; what leaves a gap asks for one."""
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
        for wait in waits():
            try:
                # Entered by hand, for the connection outlives this function; `close` is what leaving would do.
                return connect(
                    url, open_timeout=self.server.seconds, close_timeout=1, compression=None, max_size=None
                ).__enter__()
            except InvalidStatus as error:
                if error.response.status_code in (400, 403):
                    raise Refusal(f"http/{error.response.status_code}", "no socket for this client") from None
                time.sleep(wait)
            except (WebSocketException, OSError):
                time.sleep(wait)
        raise TimeoutError(f"{self.server.url} does not answer")

    def _send(self, frame: Hello | Act | Undo | Resync) -> None:
        """A connection that breaks here is found broken by whoever receives next."""
        if self._socket:
            try:
                self._socket.send(msgspec.json.encode(frame).decode())
            except (WebSocketException, OSError):
                self.close()
