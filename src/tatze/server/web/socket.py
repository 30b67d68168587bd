"""Sockets: hello, welcome, and then frames both ways until one side closes. This is bare ASGI, for speed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from tatze.server.live.bot_pool import HINT_LEVEL
from tatze.server.live.connection import Connection
from tatze.server.live.frames import encode
from tatze.server.live.live_table import LiveTable
from tatze.server.live.token_bucket import TokenBucket
from tatze.server.table import decide
from tatze.server.table.checks import check_owner
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, Grant
from tatze.server.web.actions import carry_out
from tatze.server.web.admission import admit, check_host, check_origin
from tatze.server.web.limits import client_address
from tatze.server.web.services import Services
from tatze.server.web.transport import EXTENSION, SocketTransport
from tatze.wire import (
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
    Say,
    ShowEmote,
    Undo,
)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

_decode = msgspec.json.Decoder(FromClient).decode
RESYNC_COST = 10
"""How many frames a request for the whole table counts as, because its answer is long."""
THROTTLE_SECONDS = 0.05
"""Seconds that a client waits for an answer if it sends too many frames."""
WRITE_BYTES = 65_536
"""Number of bytes of frames that are written at once, at least one frame. What a client does not read yet stays on the
queue, where clients share it."""
CLOSE_FOR_GOOD = 1008
"""WebSocket close code (policy violation): reconnecting is of no use."""
CLOSE_TRY_AGAIN = 1013
"""WebSocket close code (try again later)."""
GOODBYE_SECONDS = 3.0
"""Seconds that a client has to read its goodbye before the connection is aborted."""
RETRY_CODES = {"server/draining", "server/busy", "server/unknown", "rate/sockets", "rate/limited"}
"""Refusals of a hello after which a client should try again."""


class Disconnected(Exception):
    """The client has closed the socket."""


async def serve(services: Services, scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve one socket, from its first frame to its last."""
    await receive()
    try:
        check_host(services.settings, scope)
        check_origin(services.settings, scope)
    except Refused:
        await send({"type": "websocket.close", "code": CLOSE_FOR_GOOD})
        return
    await send({"type": "websocket.accept"})
    address = client_address(scope)
    services.limits.sockets.add(address)
    try:
        live, connection, grant = await _enter(services, address, receive)
        transport = scope["extensions"][EXTENSION]["transport"]
        session = SocketSession(
            services=services,
            live=live,
            connection=connection,
            grant=grant,
            shared_frames=services.limits.frames.of(address),
            receive=receive,
            send=send,
            transport=transport,
        )
        await session.run()
    except Refused as refusal:
        await _turn_away(send, refusal.code)
    except Disconnected:
        pass
    finally:
        services.limits.sockets.remove(address)


async def _turn_away(send: Send, code: str) -> None:
    again = code in RETRY_CODES
    await send({"type": "websocket.send", "text": encode(Goodbye(code, again)).decode()})
    await send({"type": "websocket.close", "code": CLOSE_TRY_AGAIN if again else CLOSE_FOR_GOOD})


async def _enter(services: Services, address: str, receive: Receive) -> tuple[LiveTable, Connection, Grant]:
    """Read a client's hello, and connect it to its table."""
    limits = services.settings.limits
    if services.draining:
        raise Refused("server/draining")
    if services.limits.sockets.exceeded(address):
        raise Refused("rate/sockets")
    if not services.limits.requests.take(address):
        raise Refused("rate/limited")
    try:
        hello = await asyncio.wait_for(_receive_hello(receive), limits.hello_seconds)
    except TimeoutError:
        raise Refused("frame/slow") from None
    live, grant = await admit(services, address, hello)
    await services.hub.reach(live, hello.since or 0)
    connection = Connection(grant.seat, grant.host, limits.queue, limits.queue_bytes)
    connection.offer(live.welcome(grant.seat, grant.host, -1 if hello.since is None else hello.since))
    live.enter(connection)
    services.returns.entered(live, grant.seat)
    return live, connection, grant


async def _receive_hello(receive: Receive) -> Hello:
    frame = _decode_message(await receive())
    if not isinstance(frame, Hello):
        raise Refused("protocol/order")
    return frame


def _decode_message(message: dict[str, Any]) -> Any:
    if message["type"] == "websocket.disconnect":
        raise Disconnected
    try:
        return _decode(message.get("text") or message.get("bytes") or b"")
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Refused("frame/bad") from None


@dataclass(slots=True)
class SocketSession:
    """A socket after its hello."""

    services: Services
    live: LiveTable
    connection: Connection
    grant: Grant
    shared_frames: TokenBucket
    """The bucket of frames of all sockets of the client's address."""
    receive: Receive
    send: Send
    transport: SocketTransport
    flush_pending: bool = False
    closing: bool = False

    async def run(self) -> None:
        """Send and receive frames until the client has gone."""
        metrics, kind = self.services.metrics, "watcher" if self.connection.watches else "seat"
        metrics.sockets.labels(kind).inc()
        self.connection.listeners.append(self._schedule_flush)
        self.transport.resume_listeners.append(self._flush)
        self._schedule_flush()
        try:
            await self._receive_frames()
        finally:
            self.live.leave(self.connection)
            metrics.sockets.labels(kind).dec()
            if self.connection.closing_code == "rate/slow":
                metrics.dropped.inc()
            self.connection.listeners.clear()
            self.transport.resume_listeners.clear()

    # --- Sending ---

    def _schedule_flush(self) -> None:
        """Have the queue sent once everything of this turn of the event loop is on it."""
        if not self.flush_pending:
            self.flush_pending = True
            self.services.writes.add(self._flush)

    def _flush(self) -> None:
        self.flush_pending = False
        connection, transport = self.connection, self.transport
        while connection.queue and transport.ready:
            transport.write_frames(connection.take(WRITE_BYTES))
        if connection.closing_code and not self.closing:
            self.closing = True
            self.services.hub.start_task(self._close())
            asyncio.get_running_loop().call_later(GOODBYE_SECONDS, transport.abort)

    async def _close(self) -> None:
        """Close once the goodbye is sent. If the client does not read it, the transport is aborted."""
        with contextlib.suppress(OSError, RuntimeError):  # the client has closed first
            await self.send({"type": "websocket.close", "code": CLOSE_TRY_AGAIN})

    # --- Receiving ---

    async def _receive_frames(self) -> None:
        limits = self.services.settings.limits
        bucket = TokenBucket(limits.frames, limits.frames_burst)
        while True:
            message = await self.receive()
            key = ""
            try:
                # paid before decoding, so that frames that cannot be read count as well
                paid = self._pay(bucket, 1) or await self._throttle()
                frame = _decode_message(message)
                key = getattr(frame, "key", "")
                if paid and isinstance(frame, Resync):
                    paid = self._pay(bucket, RESYNC_COST - 1) or await self._throttle()
                if not paid:
                    raise Refused("rate/limited")
                await self._answer(frame)
            except Refused as refusal:
                self._refuse(key, refusal)

    def _pay(self, bucket: TokenBucket, tokens: int) -> bool:
        """Pay for a frame from the buckets of its connection and its address, and return whether both had enough."""
        return bucket.take(tokens) and self.shared_frames.take(tokens)

    async def _throttle(self) -> bool:
        """Let a client wait a little that sends too many frames, and return False: its frame is not paid for."""
        if self.transport.disconnected:
            raise Disconnected
        await asyncio.sleep(THROTTLE_SECONDS)
        return False

    def _refuse(self, key: str, refusal: Refused) -> None:
        self.services.metrics.refusals.labels(refusal.code).inc()
        version = self.live.state.version
        self.connection.offer(encode(RefusedFrame(key, refusal.code, version, refusal.why)))

    async def _answer(self, frame: Any) -> None:
        connection = self.connection
        match frame:
            case Act() | Undo():
                self._check_seat()
                connection.offer(encode(await carry_out(self.services.hub, self.grant, frame)))
            case Ping():
                connection.offer(encode(Pong()))
            case Resync():
                connection.offer_once(self.live.resync(connection.seat, connection.host))
            case Ask():
                self._check_seat()
                why = decide.ask(self.live.state, connection.seat, frame.action)
                connection.offer(encode(Answer(frame.key, why)))
            case ShowEmote():
                self._check_seat()
                self.services.cluster.show_emote(self.live, connection.seat, frame.emote)
            case Say():
                self._say(frame)
            case Hint():
                self._check_seat()
                self.services.hub.start_task(self._send_hint(frame.key))
            case _:
                raise Refused("protocol/order")

    def _check_seat(self) -> None:
        """Refuse what only a seat may ask for, and everything new while the server ends."""
        if self.connection.seat == NO_SEAT:
            raise Refused("seat/not-yours")
        check_owner(self.live.state, self.grant)
        if self.services.draining:
            raise Refused("server/draining")

    def _say(self, frame: Say) -> None:
        """Send a message on. Its sender gets it like everybody else; if it was sent before, only the sender gets it."""
        self._check_seat()
        if said := self.live.conversation.find(self.connection.seat, frame.key):
            self.connection.offer(encode(said))
        else:
            self.services.cluster.say(self.live, self.connection.seat, frame)

    async def _send_hint(self, key: str) -> None:
        """Let a bot think about a hint, in the background, and send it."""
        try:
            hint = await self.services.bots.hint(self.live.state, self.connection.seat)
            self.connection.offer(
                encode(Advice(key, hint.version, hint.action, HINT_LEVEL, hint.chances, hint.stand_in))
            )
        except Refused as refusal:
            self._refuse(key, refusal)
