"""Tables full of clients that play random legal actions, for load: one process, raw sockets, no rules."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from bench.raw_socket import RawSocket, open_socket, source

Action = dict[str, Any]


class Choice(msgspec.Struct):
    action: str


class OwnPart(msgspec.Struct):
    legal: list[Choice]


class TablePart(msgspec.Struct):
    status: str


class MomentPart(msgspec.Struct):
    version: int
    own: OwnPart | None
    table: TablePart | None


class FramePart(msgspec.Struct):
    """What the generator reads of a frame; the rest is skipped."""

    t: str
    moment: MomentPart | None = None
    key: str = ""
    code: str = ""


_read = msgspec.json.Decoder(FramePart).decode


async def http(port: int, method: str, path: str, body: Action | None = None, token: str = "") -> Any:
    """One request over a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source())
    data = json.dumps(body).encode() if body is not None else b""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {len(data)}\r\n"
    head += "Content-Type: application/json\r\n" if data else ""
    head += f"Authorization: Bearer {token}\r\n" if token else ""
    writer.write(head.encode() + b"\r\n" + data)
    answer = await reader.read()
    writer.close()
    top, _, rest = answer.partition(b"\r\n\r\n")
    status = int(top.split()[1])
    if status >= 300:
        raise RuntimeError(f"{method} {path}: {status} {rest[:200].decode(errors='replace')}")
    if b"transfer-encoding: chunked" in top.lower():
        raise RuntimeError("a chunked answer was not expected")
    return json.loads(rest) if b"application/json" in top else rest.decode()


class LoadTable:
    """One table: its four sockets, and whose turn it is."""

    def __init__(self, clients: LoadClients, table: str, tokens: list[str], home: int) -> None:
        self.clients = clients
        self.id = table
        self.tokens = tokens
        self.home = home
        """The port to which the table's requests go that are no actions."""
        self.sockets: list[RawSocket] = []
        self.turn: tuple[int, int, list[Choice]] | None = None
        self.sent = 0.0
        """When the action that is under way was due; 0 without one."""
        self.number = 0
        self.version = -1
        self.awaited: tuple[int, float, int] = (-1, 0.0, 0)
        """The version of the last action, when it was due, and how many seats have not seen it yet."""

    async def connect(self, ports: Sequence[int] = ()) -> None:
        """Connect every seat, to its own one of the ports if there are any; former connections are closed."""
        self.close()
        for seat, token in enumerate(self.tokens):
            port = ports[seat] if ports else self.home
            socket = await open_socket(port, lambda data, seat=seat: self.receive(seat, data))  # type: ignore[misc]  # seat is bound here
            self.sockets.append(socket)
            socket.send(
                json.dumps({"t": "hello", "protocol": self.clients.protocol, "table": self.id, "token": token}).encode()
            )

    def receive(self, seat: int, data: bytes) -> None:
        frame = _read(data)
        if frame.t == "ack":
            self.clients.acked(self)
        elif frame.t == "refused":
            self.clients.refused(self, frame.code)
        elif frame.moment:
            self.see(seat, frame.moment)

    def see(self, seat: int, moment: MomentPart) -> None:
        self.version = max(self.version, moment.version)
        version, due, unseen = self.awaited
        if moment.version == version:
            self.awaited = version, due, unseen - 1
            if unseen == 1:
                self.clients.shown.append((due, self.clients.clock() - due))
        if moment.own and moment.own.legal:
            self.turn = (seat, moment.version, moment.own.legal)
            if not self.sent:
                self.clients.ready.append(self)
        elif moment.table and moment.table.status == "over" and seat == 0:
            self.clients.over(self)

    def act(self, due: float) -> None:
        assert self.turn is not None
        seat, version, legal = self.turn
        self.turn, self.sent, self.number = None, due, self.number + 1
        self.awaited = version + 1, due, len(self.sockets)
        action = self.clients.random.choice(legal).action
        self.sockets[seat].send(
            b'{"t":"act","key":"k%d","on":%d,"action":"%s"}' % (self.number, version, action.encode())
        )

    def close(self) -> None:
        """Close every connection."""
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()
        self.turn, self.sent = None, 0.0


class LoadClients:
    """All tables, which of them can act, and how long each action took."""

    def __init__(self, port: int, seed: int = 1) -> None:
        self.port = port
        self.protocol = 1
        self.random = Random(seed)
        self.tables: list[LoadTable] = []
        self.ready: deque[LoadTable] = deque()
        self.taken: list[tuple[float, float]] = []
        """Of each acknowledged action: when it was due, and how long it took from then."""
        self.shown: list[tuple[float, float]] = []
        """The same until every seat was sent the new version."""
        self.refusals: dict[str, int] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.clock: Callable[[], float] = time.monotonic

    async def seat(self, tables: int, game: str = "linko", seats: int = 4) -> None:
        """Open tables, fill them, and connect everybody."""
        for _ in range(tables):
            table = await self.open(self.port, game, seats)
            await table.connect()

    async def open(self, port: int, game: str = "linko", seats: int = 4) -> LoadTable:
        """Open a table at a port, and fill it; nobody is connected yet."""
        if not self.tables:
            self.protocol = (await http(port, "GET", "/api/about"))["protocol"]
        plan = [{"kind": "host"}] + [{"kind": "open"}] * (seats - 1)
        new = {"game": game, "name": "A", "seats": plan, "games": 12, "pace": 0}
        opened = await http(port, "POST", "/api/tables", new)
        tokens = [opened["token"]]
        for seat in range(1, seats):
            join = {"name": f"P{seat}", "code": opened["code"], "seat": seat}
            tokens.append((await http(port, "POST", "/api/join", join))["token"])
        table = LoadTable(self, opened["table"]["id"], tokens, port)
        self.tables.append(table)
        return table

    async def start(self) -> None:
        """Full tables may have started by themselves."""
        for table in self.tables:
            info = await http(table.home, "GET", f"/api/tables/{table.id}", token=table.tokens[0])
            if info["status"] == "waiting":
                await http(
                    table.home, "POST", f"/api/tables/{table.id}/command", {"do": "start", "key": "s"}, table.tokens[0]
                )

    def acked(self, table: LoadTable) -> None:
        self.taken.append((table.sent, self.clock() - table.sent))
        table.sent = 0.0
        if table.turn:
            self.ready.append(table)

    def refused(self, table: LoadTable, code: str) -> None:
        self.refusals[code] = self.refusals.get(code, 0) + 1
        table.sent = 0.0
        if table.turn:
            self.ready.append(table)

    def over(self, table: LoadTable) -> None:
        """The next game of the series."""
        body = {"do": "next", "key": f"n{table.version}"}
        path = f"/api/tables/{table.id}/command"
        task = asyncio.create_task(http(table.home, "POST", path, body, table.tokens[0]))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def drive(self, rate: float, seconds: float, longest: float = 0.0) -> None:
        """Offer `rate` actions per second, each due at a fixed time, whether or not the server keeps up. Actions for
        which there was no time within `longest` seconds are not sent; without it there is much time."""
        start, sent, total = self.clock(), 0, int(rate * seconds)
        while sent < total:
            due = min(total, int((self.clock() - start) * rate) + 1)
            while sent < due and self.ready:
                self.ready.popleft().act(start + sent / rate)
                sent += 1
            await asyncio.sleep(0.001)
            if self.clock() - start > (longest or 3 * seconds + 5):
                break
        end = self.clock() + 3
        while any(table.sent for table in self.tables) and self.clock() < end:
            await asyncio.sleep(0.01)

    def close(self) -> None:
        for table in self.tables:
            table.close()
