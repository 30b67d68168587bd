"""CPU time of a move on the whole path of a server but the kernel's sockets: from the bytes of a client's frame to the
bytes of everybody's, with rights, limits, rules, views and the database.

    python -m bench.server_path --moves 20000
    python -m bench.server_path --profile

The server runs in this process. What its connections write is kept in memory, so the figure is steadier than that of
a server with sockets. As many moves as `--together` says are under way at the same time and share a commit. The median
of several rounds, with the lowest and the highest, is printed as a line of JSON."""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import uvloop
from uvicorn.server import ServerState

from bench.raw_socket import HANDSHAKE
from bench.server_load import LIMITS
from tatze.server.app import App
from tatze.server.live.live_table import LiveTable
from tatze.server.process import collect_garbage_seldom, config_for
from tatze.server.settings import Limits, Settings
from tatze.server.table.rows import DraftRow
from tatze.server.web.transport import SocketTransport
from tatze.wire import PROTOCOL, Join, NewTable, SeatPlan

SEATS = 4
PORT = 8000


class MemoryTransport(asyncio.Transport):
    """A connection that keeps what was written to it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 50_000), "sockname": ("127.0.0.1", PORT)})
        self.written: list[bytes] = []

    def write(self, data: Any) -> None:
        self.written.append(data)

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def close(self) -> None:
        pass


class Client:
    """One seat's connection."""

    def __init__(self, config: Any, state: ServerState) -> None:
        self.transport = MemoryTransport()
        self.protocol = SocketTransport(config, state, {})
        self.protocol.connection_made(self.transport)
        self.protocol.data_received(HANDSHAKE.format(host="127.0.0.1", port=PORT).encode())

    def send(self, text: str) -> None:
        """Send a text frame. A mask of zeros is a mask too."""
        data = text.encode()
        head = bytes((0x81, 0x80 | len(data))) if len(data) < 126 else b"\x81\xfe" + len(data).to_bytes(2)
        self.protocol.data_received(head + b"\0\0\0\0" + data)


class Tables:
    """Tables at which one game after another is played."""

    def __init__(self, app: App, game: str) -> None:
        self.app = app
        self.game = game
        self.random = Random(1)
        self.live: list[LiveTable] = []
        self.clients: list[list[Client]] = []
        self.state = ServerState()
        self.config = config_for(app, app.services.settings)
        self.config.load()
        self.number = 0
        self.waiting = 0
        """Number of moves that are under way."""
        self.done: asyncio.Future[None] | None = None
        app.services.hub.version_listeners.append(self.moved)

    def moved(self, _: LiveTable, __: bool) -> None:
        """Count a version as a move that is done."""
        self.waiting -= 1
        if not self.waiting and self.done:
            self.done.set_result(None)

    async def open(self) -> tuple[LiveTable, list[Client]]:
        """Open a table with four connected people, and start the game."""
        lobby, seats = self.app.services.lobby, [SeatPlan("host"), *[SeatPlan("open")] * (SEATS - 1)]
        opened = await lobby.open(NewTable(game=self.game, name="A", seats=seats, games=12, public=True))
        tokens = [opened.token]
        for seat in range(1, SEATS):
            tokens.append((await lobby.join(Join(name=f"P{seat}", table=opened.table.id, seat=seat))).token)
        clients = [Client(self.config, self.state) for _ in tokens]
        await asyncio.sleep(0)
        for client, token in zip(clients, tokens, strict=True):
            hello = {"t": "hello", "protocol": PROTOCOL, "table": opened.table.id, "token": token}
            client.send(json.dumps(hello))
        live = await self.app.services.hub.get(opened.table.id)
        while len(live.connections) < SEATS or live.state.status != "playing":
            await asyncio.sleep(0.01)
        return live, clients

    async def again(self, index: int, live: LiveTable) -> None:
        """Start the next game of a table's series; after the last one, open another table."""
        if live.state.number == live.state.opening.games:
            self.live[index], self.clients[index] = await self.open()
            return
        hub, table = self.app.services.hub, live.state.id
        await hub.commit(table, None, 0, lambda _: DraftRow("next", 0, "00" * 32))
        await hub.start_if_full(table)

    async def close(self) -> None:
        for clients in self.clients:
            for client in clients:
                client.protocol.connection_lost(None)
        await asyncio.sleep(0.1)

    async def fill(self, count: int) -> None:
        for _ in range(count):
            live, clients = await self.open()
            self.live.append(live)
            self.clients.append(clients)

    async def moves(self, count: int, together: int) -> float:
        """Play random actions, and return the CPU seconds that they took."""
        before, spent = time.process_time(), 0.0
        for _ in range(count // together):
            indices = [(self.number + offset) % len(self.live) for offset in range(together)]
            self.number += together
            lives = [self.live[index] for index in indices]
            self.waiting, self.done = together, asyncio.get_running_loop().create_future()
            for index, live in zip(indices, lives, strict=True):
                self.act(index, live)
            await self.done
            await asyncio.sleep(0.001)  # so that all frames have been written
            for index, live in zip(indices, lives, strict=True):
                for client in self.clients[index]:
                    client.transport.written.clear()
                if live.state.status == "over":
                    spent -= time.process_time()
                    await self.again(index, live)
                    spent += time.process_time()
        return time.process_time() - before - spent

    def act(self, index: int, live: LiveTable) -> None:
        current = live.state.current_game
        assert current is not None
        action = live.state.game.write(self.random.choice(current.legal_actions))
        self.clients[index][live.state.actor].send(
            f'{{"t":"act","key":"k{live.state.version}","on":{live.state.version},"action":"{action}"}}'
        )


async def measure(args: argparse.Namespace, folder: Path) -> None:
    limits = Limits(**{name: int(value) for name, value in (limit.split("=") for limit in LIMITS)})
    collect_garbage_seldom()
    app = App(Settings(database=f"sqlite:///{folder}/games.sqlite", limits=limits))
    await app.services.open()
    tables = Tables(app, args.game)
    await tables.fill(args.tables)
    await tables.moves(2_000, args.together)
    if args.profile:
        profile = cProfile.Profile()
        profile.enable()
        await tables.moves(args.moves, args.together)
        profile.disable()
        pstats.Stats(profile).sort_stats("tottime").print_stats(60)
        await tables.close()
        return
    costs = [1e6 * await tables.moves(args.moves, args.together) / args.moves for _ in range(args.rounds)]
    facts = {"us_per_move": round(statistics.median(costs)), "lowest": round(min(costs)), "highest": round(max(costs))}
    print(json.dumps({"game": args.game, **facts}), flush=True)
    await tables.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="linko")
    parser.add_argument("--moves", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--together", type=int, default=6)
    parser.add_argument("--profile", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measure(args, Path(folder)))


if __name__ == "__main__":
    main()
