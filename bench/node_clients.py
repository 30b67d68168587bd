"""A process of load clients for several nodes. `bench.server_nodes` starts some of them, because one core drives 3,000
to 4,000 moves a second at most. Each line of its input is a command as JSON; each is answered with a line of JSON."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from collections.abc import Sequence
from typing import Any

import uvloop

from bench.load_clients import LoadClients

OPENED_AT_ONCE = 8
"""Number of tables that are opened at the same time."""
CONNECTED_AT_ONCE = 25
"""Number of tables whose seats connect at the same time."""
COMMAND_SECONDS = 120.0
"""Seconds that a command may take; this process ends with an error after that."""
LATE_SECONDS = 1.5
"""Seconds after the end of a step for which its last actions may still be sent."""

Answer = dict[str, Any]


class NodeClients:
    """Tables on several nodes, and the commands that this process understands."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.clients: LoadClients = LoadClients(0, seed=number)

    async def do_open(self, ports: list[int], tables: int) -> Answer:
        """Open tables, and fill them; their requests go to the nodes in turns."""
        gate = asyncio.Semaphore(OPENED_AT_ONCE)

        async def open_one(place: int) -> None:
            async with gate:
                await self.clients.open(ports[(self.number + place) % len(ports)])

        await asyncio.gather(*(open_one(place) for place in range(tables)))
        await self.clients.start()
        return {"tables": len(self.clients.tables)}

    async def do_connect(self, ports: list[int], spread: bool) -> Answer:
        """Connect every seat: those of one table to different nodes, or all to one."""
        self.clients.ready.clear()
        gate = asyncio.Semaphore(CONNECTED_AT_ONCE)

        async def connect_one(place: int) -> None:
            table = self.clients.tables[place]
            async with gate:
                await table.connect(ports_of_seats(ports, table.home, len(table.tokens), spread))

        await asyncio.gather(*(connect_one(place) for place in range(len(self.clients.tables))))
        await asyncio.sleep(1)
        return {"ready": len(self.clients.ready)}

    async def do_drive(self, rate: float, seconds: float, warm: float) -> Answer:
        """Offer a rate for some seconds; what comes in the first of them, `warm`, does not count."""
        clients, cpu = self.clients, time.process_time()
        clients.taken.clear()
        clients.shown.clear()
        clients.refusals.clear()
        begun = clients.clock()
        await clients.drive(rate, seconds + warm, longest=seconds + warm + LATE_SECONDS)
        passed, cpu = clients.clock() - begun, time.process_time() - cpu
        counted = [(due, took) for due, took in clients.taken if due >= begun + warm]
        last = max((due + took for due, took in counted), default=begun)
        return {
            "achieved": len(counted) / max(seconds, last - begun - warm),
            "taken_ms": [round(1000 * took, 1) for _, took in counted],
            "shown_ms": [round(1000 * took, 1) for due, took in clients.shown if due >= begun + warm],
            "cpu": round(cpu / passed, 2),
            "refused": dict(clients.refusals),
            "playing": sum(bool(table.turn or table.sent) for table in clients.tables),
        }


def ports_of_seats(ports: Sequence[int], home: int, seats: int, spread: bool) -> list[int]:
    """Return the port to which each seat of a table connects: all to `home`, or one after the other from there on."""
    first = ports.index(home)
    return [ports[(first + seat * spread) % len(ports)] for seat in range(seats)]


async def main() -> None:
    """Carry out commands until the input ends."""
    node_clients = NodeClients(int(sys.argv[1]))
    while line := await asyncio.to_thread(sys.stdin.readline):
        command = json.loads(line)
        async with asyncio.timeout(COMMAND_SECONDS):
            answer = await getattr(node_clients, f"do_{command.pop('do')}")(**command)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    node_clients.clients.close()


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    uvloop.run(main())
