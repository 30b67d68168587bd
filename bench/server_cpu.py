"""CPU time of a server for each move, of several source trees in turns, so that a busy machine is busy for all of them.

    python -m bench.server_cpu --rate 600 OTHER_CHECKOUT .

A tree is the folder of a checkout; its `src` is put before everything else. All servers are up the whole time and have
short turns. Prints a line of JSON for each tree: the median, lowest and highest cost of its turns."""

from __future__ import annotations

import argparse
import asyncio
import os
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.load_clients import LoadClients
from bench.server_load import LIMITS, part, say
from tests.server.services import Node

WARM_SECONDS = 3.0
"""Seconds for which clients play at a new server before anything is measured."""


def limits_of(tree: Path) -> list[str]:
    """The limits that a tree knows, out of the way."""
    known = (tree / "src/tatze/server/settings.py").read_text(encoding="utf-8")
    names = [limit for limit in LIMITS if f"    {limit.split('=')[0]}:" in known]
    return [word for limit in names for word in ("--limit", limit)]


def cpu_seconds(pid: int) -> float:
    """CPU seconds of all threads of a process so far, as the scheduler counts them."""
    times = [path.read_text(encoding="ascii").split()[0] for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    return sum(map(int, times)) / 1e9


class Contender:
    """The server of one source tree, with clients at its tables."""

    def __init__(self, tree: Path, node: Node) -> None:
        assert node.process
        self.tree = tree
        self.pid = node.process.pid
        self.clients = LoadClients(node.port)
        self.costs: list[float] = []
        """Microseconds of CPU time for each move, of each turn."""

    async def open(self, tables: int, rate: float) -> None:
        await self.clients.seat(tables)
        await self.clients.start()
        await self.clients.drive(rate, WARM_SECONDS)

    async def turn(self, rate: float, seconds: float) -> None:
        self.clients.taken.clear()
        before = cpu_seconds(self.pid)
        await self.clients.drive(rate, seconds)
        self.costs.append(1e6 * (cpu_seconds(self.pid) - before) / len(self.clients.taken))

    def report(self) -> None:
        costs, waited = self.costs, [waited for _, waited in self.clients.taken]
        say(
            tree=str(self.tree),
            us_per_move=round(median(costs)),
            lowest=round(min(costs)),
            highest=round(max(costs)),
            last_p50_ms=round(1000 * part(waited, 0.5), 1),
            last_p99_ms=round(1000 * part(waited, 0.99)),
            load=round(os.getloadavg()[0], 1),
        )


async def compare(trees: list[Path], args: argparse.Namespace) -> None:
    with ExitStack() as stack:
        contenders = []
        for tree in trees:
            environment = {"PYTHONPATH": str(tree / "src")}
            node = stack.enter_context(Node(*limits_of(tree), "--log", "warning", environment=environment))
            contender = Contender(tree, node)
            await contender.open(args.tables, args.rate)
            contenders.append(contender)
        for _ in range(args.rounds):
            for contender in contenders:
                await contender.turn(args.rate, args.seconds)
        for contender in contenders:
            contender.report()
            contender.clients.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--rate", type=float, default=600.0)
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--tables", type=int, default=200)
    args = parser.parse_args()
    asyncio.run(compare([tree.resolve() for tree in args.trees], args))


if __name__ == "__main__":
    main()
