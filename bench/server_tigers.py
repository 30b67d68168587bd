"""Many tables with a strong bot each: how long do its decisions take, and do people wait for them?

    python -m bench.server_tigers                              # 200 tables of Verflixxt, each tiger decides every 20 s
    python -m bench.server_tigers --game linko --bots 2

At each table a person plays random legal actions against one bot, so that the bot decides about once in `--every`
seconds. Prints a line of JSON: how long a decision took from the version before it to its own, waiting for a thread
included, and how long people waited for the acknowledgement of their actions. Server and clients are two processes on
this machine."""

from __future__ import annotations

import argparse
import asyncio
import json
from random import Random
from typing import Any

from bench.load_clients import http
from bench.raw_socket import RawSocket, open_socket
from bench.server_load import LIMITS, cpu, memory, part, say
from tests.server.services import Node


class TigerTable:
    """A table with a person and a bot."""

    def __init__(self, bench: TigerBench, table: str, token: str, seed: int) -> None:
        self.bench, self.id, self.token = bench, table, token
        self.random = Random(seed)
        self.socket: RawSocket | None = None
        self.sent = 0.0
        """When the action that is under way was sent; 0 without one."""
        self.asked = 0.0
        """When the bot was asked to decide; 0 while the person decides."""
        self.number = 0
        self.version = -1

    async def connect(self) -> None:
        self.socket = await open_socket(self.bench.port, self.receive)
        hello = {"t": "hello", "protocol": 1, "table": self.id, "token": self.token}
        self.socket.send(json.dumps(hello).encode())

    def receive(self, data: bytes) -> None:
        frame = json.loads(data)
        now = self.bench.clock()
        if frame["t"] == "ack" and self.sent:
            self.bench.people.append((now, now - self.sent))
            self.sent = 0.0
        elif moment := frame.get("moment"):
            self.see(moment, now)

    def see(self, moment: dict[str, Any], now: float) -> None:
        """Take note of a version: the bot has decided, or is asked to; or the person is."""
        self.version = moment["version"]
        if moment["by"]["kind"] == "action" and moment["by"].get("bot") and self.asked:
            self.bench.bots.append((now, now - self.asked))
            self.bench.stand_ins += bool(moment["by"].get("stand_in"))
        legal = (moment.get("own") or {}).get("legal") or []
        self.asked = 0.0 if legal or moment.get("outcome") else now
        if legal:
            wait = self.random.uniform(0.5, 1.5) * self.bench.every
            asyncio.get_running_loop().call_later(wait, self.act, self.random.choice(legal)["action"])
        elif moment.get("outcome"):
            self.bench.start_task(self.next_game())

    def act(self, action: str) -> None:
        self.number += 1
        self.sent = self.bench.clock()
        assert self.socket
        request = {"t": "act", "key": f"k{self.number}", "on": self.version, "action": action}
        self.socket.send(json.dumps(request).encode())

    async def next_game(self) -> None:
        for command in ("next", "start"):
            body = {"do": command, "key": f"{command}{self.version}"}
            await http(self.bench.port, "POST", f"/api/tables/{self.id}/command", body, self.token)


class TigerBench:
    """All tables, and what was measured at them."""

    def __init__(self, port: int, every: float) -> None:
        self.port, self.every = port, every
        self.clock = asyncio.get_running_loop().time
        self.people: list[tuple[float, float]] = []
        """Of each acknowledged action: when, and after how long."""
        self.bots: list[tuple[float, float]] = []
        """Of each decision of a bot: when, and after how long."""
        self.stand_ins = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def open(self, game: str, level: str, tables: int) -> None:
        for number in range(tables):
            seats = [{"kind": "host"}, {"kind": "bot", "level": level}]
            new = {"game": game, "name": "Ada", "seats": seats, "games": 12, "pace": 0, "start": "host"}
            if game == "linko":
                new["rules"] = "duel"
            opened = await http(self.port, "POST", "/api/tables", new)
            table = TigerTable(self, opened["table"]["id"], opened["token"], number)
            await table.connect()
            await http(self.port, "POST", f"/api/tables/{table.id}/command", {"do": "start", "key": "s"}, table.token)

    def start_task(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def run(args: argparse.Namespace, node: Node) -> None:
    assert node.process
    pid, bench = node.process.pid, TigerBench(node.port, args.every)
    await bench.open(args.game, args.level, args.tables)
    await asyncio.sleep(args.warm)
    begun, before, stand_ins = bench.clock(), cpu(pid), bench.stand_ins
    await asyncio.sleep(args.seconds)
    people = [took for at, took in bench.people if at >= begun]
    bots = [took for at, took in bench.bots if at >= begun]
    say(
        game=args.game,
        level=args.level,
        tables=args.tables,
        decisions=len(bots),
        stand_ins=bench.stand_ins - stand_ins,
        decision_s={"p50": round(part(bots, 0.5), 2), "p99": round(part(bots, 0.99), 2), "max": round(max(bots), 2)},
        people_ms={name: round(1000 * part(people, share), 1) for name, share in (("p50", 0.5), ("p99", 0.99))},
        server_cpu=round((cpu(pid) - before) / args.seconds, 2),
        memory_mib=memory(pid) >> 20,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="verflixxt")
    parser.add_argument("--level", default="tiger")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--every", type=float, default=20.0, help="seconds between two decisions of a bot, on average")
    parser.add_argument("--bots", type=int, default=1, help="number of threads in which bots search")
    parser.add_argument("--warm", type=float, default=45.0, help="seconds that do not count")
    parser.add_argument("--seconds", type=float, default=60.0)
    args = parser.parse_args()
    limits = [word for limit in LIMITS for word in ("--limit", limit)]
    with Node("--log", "warning", "--bots", str(args.bots), *limits) as node:
        asyncio.run(run(args, node))


if __name__ == "__main__":
    main()
