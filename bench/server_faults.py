"""Let everything go wrong while games are played, and see that no promise of the server is broken.

    python -m bench.server_faults --each 100             # one server with SQLite
    python -m bench.server_faults --each 100 --nodes 3   # three servers with PostgreSQL and NATS

Faults of six kinds happen at the same time: servers die by SIGKILL (before a commit, between commit and broadcast,
between broadcast and acknowledgement, shortly after it), connections are cut, servers stop for a while and go on as if
nothing had happened (zombies), and frames are dropped, doubled or change places. With three servers, PostgreSQL and
NATS are restarted now and then too. It ends when there were `--each` faults of each kind. Every frame is checked as it
comes (two truths for one version, leaked fields), and every game when it is over (lost, doubled, out of order, unread
by a new connection; the record must replay). Prints lines of JSON with the seed; the exit code says whether all went
well."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import threading
import time
from collections import Counter
from http.client import HTTPException
from random import Random
from typing import Any

from bench.fault_checks import check, watch
from tatze.client import RequestRefused
from tests.server.crew import Crew, Lazarus
from tests.server.proxy import Proxy
from tests.server.services import Nats, Node, Postgres

TABLES = (("linko", "duel", 2), ("linko", "base", 4), ("verflixxt", "combined", 3), ("verflixxt", "base", 2))
FREE = (
    "frames",
    "frames_burst",
    "frames_per_address",
    "frames_per_address_burst",
    "requests",
    "requests_burst",
    "new_connections",
    "new_connections_burst",
    "tables_per_address",
    "sockets_per_address",
)
KINDS = ("killed", "cut", "stopped", "dropped", "doubled", "reordered")
QUIET_SECONDS = 0.5
"""Seconds without a frame after which a client asks, since the frame may have been dropped."""


ROUND_SECONDS = 3600.0
"""Seconds after which a game that is not over counts as stuck; a loaded machine starts servers slowly."""


def say(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


class Trouble(threading.Thread):
    """Cuts connections, stops servers for a while, and restarts the database and the bus, until it is told to end."""

    def __init__(self, nodes: list[Node], proxies: list[Proxy], services: list[Postgres | Nats], seed: int) -> None:
        super().__init__(daemon=True)
        self.random = Random(seed)
        self.nodes = nodes
        self.proxies = proxies
        self.services = services
        self.done = threading.Event()
        self.counts: Counter[str] = Counter()

    def run(self) -> None:
        restart_at = time.monotonic() + 20
        while not self.done.wait(self.random.uniform(0.02, 0.3)):
            self.random.choice(self.proxies).cut()
            if self.random.random() < 0.5:
                self.stop(self.random.choice(self.nodes))
            if self.services and time.monotonic() > restart_at:
                service = self.random.choice(self.services)
                service.restart(signal.SIGINT if isinstance(service, Postgres) else signal.SIGKILL)
                self.counts[f"{type(service).__name__} restarted"] += 1
                restart_at = time.monotonic() + self.random.uniform(15, 30)

    def stop(self, node: Node) -> None:
        """Let a server sleep for a while in the middle of whatever it does."""
        process = node.process
        if process is None or process.poll() is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGSTOP)
            time.sleep(self.random.choice((0.02, 0.1, 0.5)))
            os.kill(process.pid, signal.SIGCONT)
            self.counts["stopped"] += 1


def play_round(urls: list[str], seed: int) -> int:
    """Play games at several tables at once, check them, and return how many actions were acknowledged."""
    crews = [gather(urls, seed + place, *table) for place, table in enumerate(TABLES)]
    for crew in crews:
        watch(crew)
        crew.start(quiet=QUIET_SECONDS)
    for crew in crews:
        crew.join(ROUND_SECONDS)
    for crew in crews:
        check(crew)
    return sum(len(player.acknowledged) for crew in crews for player in crew.players)


def gather(urls: list[str], seed: int, game: str, rules: str, players: int) -> Crew:
    """Whoever got no answer for too long tries it at another table."""
    while True:
        try:
            return Crew(urls, game, rules, players, seed)
        except (OSError, HTTPException, RequestRefused):
            time.sleep(0.2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=50, help="how many faults of each kind there are at least")
    parser.add_argument("--nodes", type=int, choices=(1, 3), default=1)
    parser.add_argument("--likely", type=float, default=0.01, help="how likely a death is at each point")
    parser.add_argument("--mangle", type=float, default=0.02, help="how likely a frame is dropped, doubled, reordered")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0, help="after so long it ends, whatever was reached")
    args = parser.parse_args()
    words = [word for name in FREE for word in ("--limit", f"{name}=100000")] + ["--log", "warning"]
    with contextlib.ExitStack() as stack:
        services: list[Postgres | Nats] = []
        if args.nodes > 1:
            postgres, nats = stack.enter_context(Postgres()), stack.enter_context(Nats())
            services = [postgres, nats]
            words += ["--database", postgres.database(), "--bus", nats.url]
        faults = {"FAULTS": str(args.likely), "FAULT_SEED": str(args.seed)}
        nodes = [Node(*words, module="tests.server.faulty", environment=faults) for _ in range(args.nodes)]
        for node in nodes:
            stack.enter_context(node)
        ports = [node.port for node in nodes]
        proxies = [
            stack.enter_context(Proxy(*ports[place:], *ports[:place], mangle=args.mangle, seed=args.seed + place))
            for place in range(args.nodes)
        ]
        run(args, nodes, proxies, services)


def run(args: argparse.Namespace, nodes: list[Node], proxies: list[Proxy], services: list[Postgres | Nats]) -> None:
    """Play rounds until there were enough faults, and say what happened."""
    begun, actions, rounds = time.monotonic(), 0, 0
    undead = [Lazarus(node, 10**9) for node in nodes]
    trouble = Trouble(nodes, proxies, services, args.seed)
    threads: list[Lazarus | Trouble] = [*undead, trouble]
    for thread in threads:
        thread.start()

    def counts() -> dict[str, int]:
        mangled = Counter[str]()
        for proxy in proxies:
            mangled.update(proxy.counts)
        died = sum(lazarus.deaths for lazarus in undead)
        return {"killed": died, **trouble.counts, **{kind: mangled[kind] for kind in KINDS if kind in mangled}}

    late = begun + 60 * args.minutes
    while time.monotonic() < late and min(counts().get(kind, 0) for kind in KINDS) < args.each:
        rounds += 1
        actions += play_round([proxy.url for proxy in proxies], args.seed + 10 * rounds)
        say(round=rounds, faults=counts(), acknowledged=actions)
    for thread in threads:
        thread.done.set()
        thread.join()
    say(
        seed=args.seed,
        nodes=args.nodes,
        faults=counts(),
        places=Counter(place for node in nodes for place in re.findall(r"killed (.+)", node.log_text())),
        acknowledged=actions,
        games_checked=rounds * len(TABLES),
        seconds=round(time.monotonic() - begun),
    )


if __name__ == "__main__":
    main()
