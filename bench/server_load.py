"""How much a server bears: open-loop load, idle sockets, and a soak of bot tables. Prints lines of JSON.

    python -m bench.server_load rate --rate 2500            # 200 tables of four, this rate, SQLite
    python -m bench.server_load find --database postgres    # the highest rate that is held
    python -m bench.server_load rate --rate 4000 --bare     # a server without rules and views, for comparison
    python -m bench.server_load idle --sockets 5000
    python -m bench.server_load soak --minutes 60

Load is open: actions are due at fixed times, and latency counts from then to the acknowledgement. A rate is held where
at least 99 % of it is achieved with a p99 under 60 ms. Server and generator are two processes on this machine."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import resource
import time
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.load_clients import LoadClients, http
from tatze.bench.machine import load, processor
from tests.server.services import Node, Postgres

LIMITS = (
    "sockets=100000",
    "sockets_per_address=100000",
    "tables_per_address=100000",
    "tables=100000",
    "requests=100000",
    "requests_burst=100000",
    "frames=100000",
    "frames_burst=100000",
    "frames_per_address=100000",
    "frames_per_address_burst=100000",
    "new_connections=100000",
    "new_connections_burst=100000",
)
HELD_P99 = 0.060
HELD_SHARE = 0.99
WARM = 2.0
"""Seconds of each run that do not count."""


@contextlib.contextmanager
def server(database: str, bare: bool = False) -> Iterator[Node]:
    """A server of its own, with its limits out of the way; or the bare one, which has none."""
    words = [word for limit in LIMITS for word in ("--limit", limit)]
    with contextlib.ExitStack() as stack:
        if database == "postgres":
            words += ["--database", stack.enter_context(Postgres()).database()]
        module = "bench.bare_server" if bare else "tatze"
        yield stack.enter_context(Node(*words, "--log", "warning", module=module))


def memory(pid: int) -> int:
    """Resident bytes of a process and its children."""
    total = 0
    for process in [pid, *children(pid)]:
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
            total += int(text.split("VmRSS:")[1].split()[0]) * 1024
    return total


def children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    return [int(child) for child in listed]


def cpu(pid: int) -> float:
    """CPU seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def say(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


def part(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


async def one_rate(clients: LoadClients, pid: int, rate: float, seconds: float) -> dict[str, Any]:
    """Offer a rate; what came of it."""
    clients.taken.clear()
    clients.refusals.clear()
    begun, mine, theirs = clients.clock(), time.process_time(), cpu(pid)
    await clients.drive(rate, seconds + WARM)
    passed = clients.clock() - begun
    counted = [(due, took) for due, took in clients.taken if begun + WARM <= due]
    last = max((due + took for due, took in counted), default=begun + WARM)
    times = [took for _, took in counted]
    achieved = len(counted) / max(seconds, last - begun - WARM)
    facts = {
        "offered": rate,
        "achieved": round(achieved),
        "p50_ms": round(1000 * part(times, 0.5), 1),
        "p99_ms": round(1000 * part(times, 0.99), 1),
        "max_ms": round(1000 * max(times, default=0), 1),
        "server_cpu": round((cpu(pid) - theirs) / passed, 2),
        "generator_cpu": round((time.process_time() - mine) / passed, 2),
        "refused": dict(clients.refusals),
    }
    facts["held"] = achieved >= HELD_SHARE * rate and part(times, 0.99) < HELD_P99
    return facts


async def measure(args: argparse.Namespace) -> None:
    with server(args.database, args.bare) as node:
        assert node.process
        pid, clients = node.process.pid, LoadClients(node.port)
        await clients.seat(args.tables, args.game)
        await clients.start()
        say(tables=args.tables, game=args.game, database=args.database, bare=args.bare, memory_mib=memory(pid) >> 20)
        if args.what == "rate":
            for rate in args.rate:
                say(**await one_rate(clients, pid, rate, args.seconds))
        else:
            await find(clients, pid, args.seconds)
        say(memory_mib=memory(pid) >> 20)
        clients.close()


async def find(clients: LoadClients, pid: int, seconds: float) -> None:
    """Raise the rate until it is not held, then halve the distance."""
    good, bad, rate = 0.0, 0.0, 1000.0
    while not bad or bad - good > 100:
        facts = await one_rate(clients, pid, rate, seconds)
        say(**facts)
        good, bad = (rate, bad) if facts["held"] else (good, rate)
        rate = round((good + bad) / 2, -1) if bad else 1.5 * rate
        await asyncio.sleep(2)
    say(highest_held=good)


async def idle(args: argparse.Namespace) -> None:
    with server(args.database) as node:
        assert node.process
        pid, clients = node.process.pid, LoadClients(node.port)
        say(sockets=0, memory_mib=memory(pid) >> 20)
        while 4 * len(clients.tables) < args.sockets:
            await clients.seat(min(250, -(-args.sockets // 4) - len(clients.tables)))
            say(sockets=4 * len(clients.tables), memory_mib=memory(pid) >> 20)
        await clients.start()
        before = cpu(pid)
        await asyncio.sleep(args.seconds)
        alive = sum(not socket.closed for table in clients.tables for socket in table.sockets)
        share = (cpu(pid) - before) / args.seconds
        say(sockets=alive, started=True, memory_mib=memory(pid) >> 20, server_cpu=round(share, 3))
        clients.close()


async def soak(args: argparse.Namespace) -> None:
    """Bot tables, played one after another; memory should not grow."""
    with server(args.database) as node:
        assert node.process
        pid, end, opened = node.process.pid, time.monotonic() + 60 * args.minutes, 0
        tables: list[tuple[str, str]] = []
        while time.monotonic() < end:
            running = []
            for table, token in tables:
                info = await http(node.port, "GET", f"/api/tables/{table}", token=token)
                if info["status"] == "over":
                    await http(node.port, "POST", f"/api/tables/{table}/command", {"do": "remove", "key": "r"}, token)
                else:
                    running.append((table, token))
            while len(running) < args.tables:
                seats = [{"kind": "bot", "level": args.level}] * 4
                new = {"game": ("linko", "verflixxt")[opened % 2], "name": "A", "seats": seats, "pace": args.pace}
                made = await http(node.port, "POST", "/api/tables", new)
                running.append((made["table"]["id"], made["token"]))
                opened += 1
            tables = running
            say(
                minute=round(args.minutes - (end - time.monotonic()) / 60, 1),
                memory_mib=memory(pid) >> 20,
                own_mib=memory_alone(pid) >> 20,
                tables=opened,
                moves=moves(node),
            )
            await asyncio.sleep(args.every)


def memory_alone(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(text.split("VmRSS:")[1].split()[0]) * 1024


def moves(node: Node) -> int:
    with urllib.request.urlopen(f"{node.url}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return int(sum(float(line.split()[-1]) for line in lines if line.startswith("tatze_moves_total{")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("rate", "find", "idle", "soak"))
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--bare", action="store_true", help="measure bench.bare_server instead, for comparison")
    parser.add_argument("--game", default="linko")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, nargs="+", default=[2500.0])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--level", default="cat")
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--every", type=float, default=5.0)
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    say(
        what=args.what,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        machine=f"{processor()}, {os.cpu_count()} cores",
        load=load(),
    )
    asyncio.run({"idle": idle, "soak": soak}.get(args.what, measure)(args))


if __name__ == "__main__":
    main()
