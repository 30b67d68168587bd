"""CPU time of a server for each move, of several source trees in turns, so that a busy machine is busy for all of them.

    python -m bench.server_cpu --rounds 4 --rate 600 OTHER_CHECKOUT .

A tree is the folder of a checkout; its `src` is put before everything else. Prints lines of JSON."""

from __future__ import annotations

import argparse
import asyncio
import os
from pathlib import Path

from bench.load_clients import LoadClients
from bench.server_load import LIMITS, part, say
from tests.server.services import Node

WARM_SECONDS = 3.0
"""Seconds of each turn that do not count."""


def limits_of(tree: Path) -> list[str]:
    """The limits that a tree knows, out of the way."""
    known = (tree / "src/tatze/server/settings.py").read_text(encoding="utf-8")
    names = [limit for limit in LIMITS if f"    {limit.split('=')[0]}:" in known]
    return [word for limit in names for word in ("--limit", limit)]


def cpu_seconds(pid: int) -> float:
    """CPU seconds of all threads of a process so far, as the scheduler counts them."""
    times = [path.read_text(encoding="ascii").split()[0] for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    return sum(map(int, times)) / 1e9


async def turn(tree: Path, rate: float, seconds: float) -> None:
    environment = {"PYTHONPATH": str(tree / "src")}
    with Node(*limits_of(tree), "--log", "warning", environment=environment) as node:
        assert node.process
        clients = LoadClients(node.port)
        await clients.seat(200)
        await clients.start()
        await clients.drive(rate, WARM_SECONDS)
        clients.taken.clear()
        before = cpu_seconds(node.process.pid)
        await clients.drive(rate, seconds)
        took, moves = cpu_seconds(node.process.pid) - before, len(clients.taken)
        clients.close()
        p99 = part([waited for _, waited in clients.taken], 0.99)
        load = round(os.getloadavg()[0], 1)
        say(tree=str(tree), moves=moves, us_per_move=round(1e6 * took / moves), p99_ms=round(1000 * p99), load=load)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--rate", type=float, default=600.0)
    parser.add_argument("--seconds", type=float, default=10.0)
    args = parser.parse_args()
    for _ in range(args.rounds):
        for tree in args.trees:
            asyncio.run(turn(tree.resolve(), args.rate, args.seconds))


if __name__ == "__main__":
    main()
