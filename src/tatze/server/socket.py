"""The socket: hello, welcome, and then frames both ways until somebody leaves. As close to bare ASGI as can be."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from tatze.server import decide
from tatze.server.codes import Refused
from tatze.server.frames import encode
from tatze.server.limits import Bucket
from tatze.server.line import EXTENSION, Line
from tatze.server.live import Connection, Live
from tatze.server.players import ADVISER
from tatze.server.server import Scope, Server, address_of
from tatze.server.store import NO_SEAT, Grant
from tatze.wire import (
    PROTOCOL,
    Ack,
    Act,
    Advice,
    Answer,
    Ask,
    FromClient,
    Goodbye,
    Hello,
    Hint,
    Ping,
    Pong,
    RefusedFrame,
    Resync,
    ShowEmote,
    Undo,
)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

_decode = msgspec.json.Decoder(FromClient).decode
EMOTES = (0.5, 4)
"""Emotes a second, and at once."""
THROTTLE = 0.05
"""Seconds that somebody waits who sends too much."""
POLICY, LATER = 1008, 1013
"""Codes of closing: for good, and come back."""
LINGER = 3.0
"""Seconds that a client has to read its goodbye before the line is cut."""
AGAIN = {"server/draining", "server/busy", "rate/sockets"}


class Gone(Exception):
    """The other side has closed."""


async def serve(server: Server, scope: Scope, receive: Receive, send: Send) -> None:
    """One socket, from the first frame to the last."""
    await receive()
    try:
        server.check_origin(scope)
    except Refused:
        await send({"type": "websocket.close", "code": POLICY})
        return
    await send({"type": "websocket.accept"})
    address = address_of(scope)
    server.sockets[address] += 1
    try:
        connection, grant = await _enter(server, address, receive)
        await _Talk(server, connection, grant, receive, send, scope["extensions"][EXTENSION]["line"]).run()
    except Refused as refusal:
        await _turn_away(send, refusal.code)
    except Gone:
        pass
    finally:
        server.sockets[address] -= 1
        if not server.sockets[address]:
            del server.sockets[address]


async def _turn_away(send: Send, code: str) -> None:
    again = code in AGAIN
    await send({"type": "websocket.send", "text": encode(Goodbye(code, again)).decode()})
    await send({"type": "websocket.close", "code": LATER if again else POLICY})


async def _enter(server: Server, address: str, receive: Receive) -> tuple[Connection, Grant]:
    limits = server.settings.limits
    if server.draining:
        raise Refused("server/draining")
    if server.sockets[address] > limits.sockets_per_address or server.sockets.total() > limits.sockets:
        raise Refused("rate/sockets")
    try:
        hello = await asyncio.wait_for(_hello(receive), limits.hello_seconds)
    except TimeoutError:
        raise Refused("frame/slow") from None
    live, grant = await admit(server, address, hello)
    await server.hub.reach(live, hello.since or 0)
    connection = Connection(live, grant.seat, grant.host, limits.queue)
    connection.offer(live.welcome(grant.seat, grant.host, -1 if hello.since is None else hello.since))
    live.enter(connection)
    return connection, grant


async def _hello(receive: Receive) -> Hello:
    frame = _read(await receive())
    if not isinstance(frame, Hello):
        raise Refused("protocol/order")
    return frame


def _read(message: dict[str, Any]) -> Any:
    if message["type"] == "websocket.disconnect":
        raise Gone
    try:
        return _decode(message.get("text") or message.get("bytes") or b"")
    except (msgspec.DecodeError, ValueError):
        raise Refused("frame/bad") from None


async def admit(server: Server, address: str, hello: Hello) -> tuple[Live, Grant]:
    """Whether somebody may come to a table, and as whom."""
    if hello.protocol != PROTOCOL:
        raise Refused("protocol/version")
    if hello.token:
        grant = await server.grant(hello.token, hello.table)
        return await server.hub.get(hello.table), grant
    live = await server.hub.get(hello.table)
    opening = live.room.opening
    if not opening.public and not await _knows_code(server, address, hello):
        raise Refused("table/private")
    if opening.watching == "off":
        raise Refused("watch/off")
    if sum(connection.watches for connection in live.connections) >= server.settings.limits.watchers:
        raise Refused("rate/sockets")
    return live, Grant(hello.table, NO_SEAT, host=False)


async def _knows_code(server: Server, address: str, hello: Hello) -> bool:
    if not hello.code:
        return False
    if server.tries.of(address).empty:
        raise Refused("rate/tries")
    if await server.store.table_of(hello.code.strip().upper()) == hello.table:
        return True
    server.tries.take(address)
    return False


@dataclass(slots=True)
class _Talk:
    """A connection after its hello."""

    server: Server
    connection: Connection
    grant: Grant
    receive: Receive
    send: Send
    line: Line
    woken: bool = False
    closing: bool = False
    advising: bool = False
    emotes: Bucket | None = None

    async def run(self) -> None:
        live = self.connection.live
        kind = "watcher" if self.connection.watches else "seat"
        self.server.metrics.sockets.labels(kind).inc()
        self.connection.wake, self.line.resumed = self._wake, self._empty
        self._wake()
        try:
            await self._listen()
        finally:
            live.leave(self.connection)
            self.server.metrics.sockets.labels(kind).dec()
            if self.connection.farewell == "rate/slow":
                self.server.metrics.dropped.inc()
            self.connection.wake = lambda: None
            self.line.resumed = None

    def _wake(self) -> None:
        """Let the queue be emptied when everything of this moment is on it."""
        if not self.woken:
            self.woken = True
            self.server.rounds.add(self._empty)

    def _empty(self) -> None:
        self.woken = False
        connection, line = self.connection, self.line
        if line.free and connection.queue:
            line.write(connection.queue)
            connection.queue.clear()
        if connection.farewell and not self.closing:
            self.closing = True
            self.server.hub.start(self._close())
            asyncio.get_running_loop().call_later(LINGER, line.cut)

    async def _close(self) -> None:
        """Close as soon as the goodbye is out. Where it is not read the line is cut, and that is the end of it."""
        with contextlib.suppress(OSError, RuntimeError):  # the other side was quicker
            await self.send({"type": "websocket.close", "code": LATER})

    async def _listen(self) -> None:
        limits = self.server.settings.limits
        bucket = Bucket(limits.frames, limits.frames_burst)
        while True:
            message = await self.receive()
            key = ""
            try:
                frame = _read(message)
                key = getattr(frame, "key", "")
                if not bucket.take():
                    await asyncio.sleep(THROTTLE)
                    raise Refused("rate/limited")
                await self._answer(frame)
            except Refused as refusal:
                self._refuse(key, refusal)

    def _refuse(self, key: str, refusal: Refused) -> None:
        self.server.metrics.refusals.labels(refusal.code).inc()
        version = self.connection.live.room.version
        self.connection.offer(encode(RefusedFrame(key, refusal.code, version, refusal.why)))

    async def _answer(self, frame: Any) -> None:
        connection, desk = self.connection, self.server.desk
        match frame:
            case Act():
                self._require_seat()
                kept = await desk.act(self.grant, frame.key, frame.on, frame.action)
                connection.offer(encode(Ack(frame.key, kept.version)))
            case Undo():
                self._require_seat()
                kept = await desk.undo(self.grant, frame.key, frame.on)
                connection.offer(encode(Ack(frame.key, kept.version)))
            case Ping():
                connection.offer(encode(Pong()))
            case Resync():
                connection.offer(connection.live.now(connection.seat, connection.host, -1))
            case Ask():
                self._require_seat()
                why = decide.ask(connection.live.room, connection.seat, frame.action)
                connection.offer(encode(Answer(frame.key, why)))
            case ShowEmote():
                self._cheer(frame)
            case Hint():
                self._hint(frame)
            case _:
                raise Refused("protocol/order")

    def _require_seat(self) -> None:
        if self.connection.seat == NO_SEAT:
            raise Refused("seat/not-yours")
        if self.server.draining:
            raise Refused("server/draining")

    def _cheer(self, frame: ShowEmote) -> None:
        self._require_seat()
        self.emotes = self.emotes or Bucket(*EMOTES)
        if not self.emotes.take():
            raise Refused("rate/limited")
        self.server.hub.cheer(self.connection.live, self.connection.seat, frame.emote)

    def _hint(self, frame: Hint) -> None:
        self._require_seat()
        decide.require_turn(self.connection.live.room, self.connection.seat)
        if self.advising:
            raise Refused("rate/limited")
        self.advising = True
        self.server.hub.start(self._advise(frame.key))

    async def _advise(self, key: str) -> None:
        room = self.connection.live.room
        try:
            version, action, chances = await self.server.players.advise(room, self.connection.seat)
            self.connection.offer(encode(Advice(key, version, action, ADVISER, chances)))
        except Refused as refusal:
            self._refuse(key, refusal)
        finally:
            self.advising = False
