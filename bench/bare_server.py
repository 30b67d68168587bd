"""A bare durable server: sockets and group commit, but no rules, views, rights or limits. The difference between its
rate and Tatze's is what all of these cost.

    python -m bench.server_load rate --rate 3000 4000 5000 --bare

It speaks as much of the protocol as the load generator needs. A move is written to disk before it is acknowledged, and
all four seats are sent a frame as long as one of Tatze's."""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import uvicorn

from tatze.server.stores.engine import Write
from tatze.server.stores.sqlite import SqliteEngine
from tatze.server.table.rows import LogRow

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]

SEATS = 4
SHARED = '{"t":"update","moment":{"version":%d,"view":"' + "x" * 1250 + '","table":null,"own":%s}}'
"""The frame of a version, as long as that of a table of Linko."""
WAITING = '{"legal":[]}'
DECIDING = '{"legal":[' + ",".join(['{"action":"1","foresight":{"abluxxes":[]}}'] * 8) + "]}"
ACK = '{"t":"ack","key":"%s","version":%d}'


class Frame(msgspec.Struct):
    """What is read of a client's frame."""

    t: str
    table: str = ""
    token: str = ""
    key: str = ""
    action: str = ""


_read = msgspec.json.Decoder(Frame).decode


@dataclass
class BareTable:
    """A table: its version, and who is connected."""

    id: str
    version: int = 0
    sockets: dict[int, Send] = field(default_factory=dict)

    async def publish(self, deciding: int) -> None:
        for seat, send in self.sockets.items():
            text = SHARED % (self.version, DECIDING if seat == deciding else WAITING)
            await send({"type": "websocket.send", "text": text})


class BareServer:
    """The ASGI application."""

    def __init__(self, database: str) -> None:
        self.engine = SqliteEngine(database)
        self.tables: dict[str, BareTable] = {}
        self.numbers = itertools.count()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.answer(scope["path"], receive, send)
        elif scope["type"] == "websocket":
            await self.serve(receive, send)
        else:
            await self.live(receive, send)

    async def live(self, receive: Receive, send: Send) -> None:
        await receive()
        await self.engine.open()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.engine.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def answer(self, path: str, receive: Receive, send: Send) -> None:
        """Answer what the load generator asks before it connects its sockets."""
        body = (await receive()).get("body", b"")
        answer: dict[str, Any] = {"protocol": 1, "status": "playing"}
        if path == "/api/tables":
            table = BareTable(f"{next(self.numbers):016d}")
            self.tables[table.id] = table
            answer = {"token": f"{table.id}/0", "code": table.id, "table": {"id": table.id}}
        elif path == "/api/join":
            asked = msgspec.json.decode(body)
            answer = {"token": f"{asked['code']}/{asked['seat']}"}
        data = msgspec.json.encode(answer)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": data})

    async def serve(self, receive: Receive, send: Send) -> None:
        """Serve a socket: its hello, and then its moves."""
        await receive()
        await send({"type": "websocket.accept"})
        hello = _read((await receive())["text"])
        table, seat = self.tables[hello.table], int(hello.token.rpartition("/")[2])
        table.sockets[seat] = send
        if len(table.sockets) == SEATS:
            await table.publish(0)
        while (message := await receive())["type"] == "websocket.receive":
            frame = _read(message["text"])
            row = LogRow(table.id, table.version + 1, "action", seat, frame.action, frame.key, time.time())
            await self.engine.append(Write(row))
            table.version += 1
            await table.publish((seat + 1) % SEATS)
            await send({"type": "websocket.send", "text": ACK % (frame.key, table.version)})
        table.sockets.pop(seat, None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("serve")
    parser.add_argument("--port", type=int)
    parser.add_argument("--database")
    args, _ = parser.parse_known_args()
    app = BareServer(args.database)
    uvicorn.run(app, port=args.port, ws="websockets-sansio", ws_per_message_deflate=False, log_level="warning")


if __name__ == "__main__":
    main()
