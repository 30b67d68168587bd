"""An evening at a server, for an hour or as long as you like: does its memory grow?

    python -m bench.server_soak --minutes 60

At each of some tables two people and a bot play random legal actions, send an emote or a message now and then, and
lose their connections and come back. A spectator watches by a socket, and a program reads the stream. When a game is
over, somebody fetches its record and its replay, some have it reviewed, and the next table is opened. Each minute a
line of JSON has the memory of the server and of the processes that it started. The last line has its growth per hour:
the slope of a straight line fitted to the second half."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import time
from collections import Counter
from random import Random
from typing import Any

from bench.load_clients import http
from bench.raw_socket import RawSocket, open_socket
from bench.server_load import LIMITS, cpu, memory, say
from tests.server.services import HOST, Node

VARIANTS = (("linko", "base", 3), ("verflixxt", "combined", 3))
LEVELS = ("kitten", "cat", "wildcat", "lynx")
REVIEWED, REVIEWED_DEEPLY = 0.3, 0.1
"""The share of games that somebody has reviewed, and of these the share that is reviewed deeply too."""
LIMITS_OF_COST = ("replays=100", "replays_burst=1000", "reviews_per_address=100000", "review_seconds=10")
MESSAGES = ("Hello!", "Good luck", "That was close", "Once more?")


class SoakTable:
    """One table after another, from its opening to its record."""

    def __init__(self, port: int, counts: Counter[str], seed: int, pause: float) -> None:
        self.port = port
        self.counts = counts
        self.random = Random(seed)
        self.pause = pause
        """Seconds for which a person thinks, on average."""
        self.number = 0

    async def run(self) -> None:
        while True:
            await self.play(*VARIANTS[self.number % len(VARIANTS)])
            self.number += 1

    async def play(self, game: str, rules: str, seats: int) -> None:
        level = self.random.choice(LEVELS)
        plan = [{"kind": "host"}, {"kind": "open"}, *[{"kind": "bot", "level": level}] * (seats - 2)]
        new = {"game": game, "rules": rules, "name": "Ada", "seats": plan, "public": True, "pace": 0}
        opened = await http(self.port, "POST", "/api/tables", new)
        joined = await http(self.port, "POST", "/api/join", {"name": "Ben", "code": opened["code"]})
        table, tokens = opened["table"]["id"], (opened["token"], joined["token"])
        watching = [asyncio.create_task(self.watch(table)), asyncio.create_task(self.stream(table))]
        try:
            await asyncio.gather(*[self.person(table, token) for token in tokens])
            for what in ("record", "replay"):
                await http(self.port, "GET", f"/api/tables/{table}/{what}/1", token=tokens[0])
                self.counts[what] += 1
            if self.random.random() < REVIEWED:
                await self.review(table, tokens[0])
        finally:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
        self.counts["games"] += 1
        if self.random.random() < 0.5:
            await http(self.port, "POST", f"/api/tables/{table}/command", {"do": "remove", "key": "end"}, tokens[0])
            self.counts["removed"] += 1

    async def review(self, table: str, token: str) -> None:
        """Look at the review of the game that is over, and now and then at a deep one of the own seat."""
        deep = self.random.random() < REVIEWED_DEEPLY
        for query in ("", "?depth=deep&seat=0") if deep else ("",):
            state = "waiting"
            while state in ("waiting", "working"):
                await asyncio.sleep(1)
                path = f"/api/tables/{table}/review/1{query}"
                state = (await http(self.port, "GET", path, token=token))["state"]
            self.counts[f"review {state}{query[:11]}"] += 1

    async def person(self, table: str, token: str) -> None:
        """Play until the game is over, over one connection after another."""
        over = False
        while not over:
            frames: asyncio.Queue[bytes] = asyncio.Queue()
            socket = await open_socket(self.port, frames.put_nowait)
            socket.send(json.dumps({"t": "hello", "protocol": 1, "table": table, "token": token}).encode())
            over = await self.act(socket, frames, self.random.randrange(20, 200))
            socket.close()
            self.counts["connections"] += 1

    async def act(self, socket: RawSocket, frames: asyncio.Queue[bytes], actions: int) -> bool:
        """Act a number of times; return whether the game is over."""
        while actions and not socket.closed:
            with contextlib.suppress(TimeoutError):
                frame = json.loads(await asyncio.wait_for(frames.get(), 60))
                moment = frame.get("moment") or {}
                if moment.get("outcome"):
                    return True
                if legal := (moment.get("own") or {}).get("legal"):
                    await asyncio.sleep(self.random.uniform(0, 2 * self.pause))
                    self.talk(socket)
                    action = {"action": self.random.choice(legal)["action"], "on": moment["version"]}
                    socket.send(json.dumps({"t": "act", "key": f"k{self.random.getrandbits(60)}", **action}).encode())
                    self.counts["actions"] += 1
                    actions -= 1
        return False

    def talk(self, socket: RawSocket) -> None:
        if self.random.random() < 0.05:
            socket.send(b'{"t":"emote","emote":"wow"}')
        if self.random.random() < 0.05:
            message = {"t": "say", "text": self.random.choice(MESSAGES), "key": f"m{self.random.getrandbits(60)}"}
            socket.send(json.dumps(message).encode())

    async def watch(self, table: str) -> None:
        frames: list[int] = []
        socket = await open_socket(self.port, lambda data: frames.append(len(data)))
        socket.send(json.dumps({"t": "hello", "protocol": 1, "table": table}).encode())
        try:
            await asyncio.Event().wait()
        finally:
            socket.close()
            self.counts["watched"] += len(frames)

    async def stream(self, table: str) -> None:
        reader, writer = await asyncio.open_connection(HOST, self.port)
        writer.write(f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: {HOST}:{self.port}\r\n\r\n".encode())
        try:
            while piece := await reader.read(65_536):
                self.counts["streamed"] += piece.count(b"data:")
        finally:
            writer.close()


def growth(samples: list[tuple[float, int]]) -> float:
    """The slope of a straight line fitted to memory over time, in MiB per hour."""
    count = len(samples)
    hours, sizes = [at / 3600 for at, _ in samples], [size / 2**20 for _, size in samples]
    middle, usual = sum(hours) / count, sum(sizes) / count
    spread = sum((hour - middle) ** 2 for hour in hours)
    return sum((hour - middle) * (size - usual) for hour, size in zip(hours, sizes, strict=True)) / (spread or 1.0)


async def soak(args: argparse.Namespace, node: Node) -> dict[str, Any]:
    assert node.process
    pid, counts, begun = node.process.pid, Counter[str](), time.monotonic()
    tables = [SoakTable(node.port, counts, number, args.pause) for number in range(args.tables)]
    tasks = [asyncio.create_task(table.run()) for table in tables]
    samples: list[tuple[float, int]] = []
    while (passed := time.monotonic() - begun) < 60 * args.minutes:
        if failed := [task for task in tasks if task.done()]:
            failed[0].result()
        samples.append((passed, memory(pid)))
        say(minute=round(passed / 60, 1), memory_mib=samples[-1][1] >> 20, cpu_s=round(cpu(pid), 1), **counts)
        await asyncio.sleep(min(60.0, 6 * args.minutes))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    half = samples[len(samples) // 2 :]
    return {
        "minutes": round(args.minutes, 1),
        "tables": args.tables,
        "first_mib": samples[0][1] >> 20,
        "most_mib": max(size for _, size in samples) >> 20,
        "last_mib": samples[-1][1] >> 20,
        "growth_mib_per_hour": round(growth(half), 1),
        "errors_logged": node.log_text().count('"error"'),
        **counts,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=12, help="how many tables play at the same time")
    parser.add_argument("--pause", type=float, default=0.5, help="how many seconds a person thinks, on average")
    args = parser.parse_args()
    limits = [word for limit in (*LIMITS, *LIMITS_OF_COST) for word in ("--limit", limit)]
    with Node("--log", "warning", *limits) as node:
        say(**asyncio.run(soak(args, node)))


if __name__ == "__main__":
    main()
