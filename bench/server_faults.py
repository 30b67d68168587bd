"""Kill a server with SIGKILL again and again while games are played on it, and see that nothing was lost or done twice.

    python -m bench.server_faults --deaths 100                       # SQLite, one server that kills itself
    python -m bench.server_faults --deaths 40 --database postgres    # two servers with PostgreSQL and NATS

The server dies before a commit, between commit and broadcast, between broadcast and acknowledgement, and shortly after
it; clients reconnect and send again. With PostgreSQL, the database and NATS are restarted now and then too. After each
round every acknowledged action must be in the record once, all clients must have seen the same, and the record must
replay. Prints lines of JSON; the exit code says whether all went well."""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import signal
import threading
import time
from collections import Counter
from http.client import HTTPException
from random import Random
from typing import Any

from tatze.client import RequestRefused
from tests.server.crew import Crew, Lazarus
from tests.server.proxy import Proxy
from tests.server.services import Nats, Node, Postgres

TABLES = (("linko", "duel", 2), ("linko", "base", 4), ("verflixxt", "combined", 3), ("verflixxt", "base", 2))
FREE = ("frames", "frames_burst", "requests", "requests_burst", "tables_per_address", "sockets_per_address")


def say(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


class Nuisance(threading.Thread):
    """Restarts the database or the bus now and then."""

    def __init__(self, postgres: Postgres, nats: Nats, seed: int) -> None:
        super().__init__(daemon=True)
        self.random = Random(seed)
        self.services = (postgres, nats)
        self.done = threading.Event()
        self.counts: Counter[str] = Counter()

    def run(self) -> None:
        while not self.done.wait(self.random.uniform(2, 5)):
            service = self.random.choice(self.services)
            how = signal.SIGINT if isinstance(service, Postgres) else signal.SIGKILL
            service.restart(how)
            self.counts[f"{type(service).__name__} restarted"] += 1


def play_round(urls: list[str], seed: int, mangled: bool) -> int:
    """Games at several tables at once; how many actions were acknowledged."""
    crews = [gather(urls, seed + place, *table) for place, table in enumerate(TABLES)]
    for crew in crews:
        crew.start(quiet=0.5 if mangled else 30)
    for crew in crews:
        crew.join(600)
        crew.check()
    return sum(len(player.acknowledged) for crew in crews for player in crew.players)


def gather(urls: list[str], seed: int, game: str, rules: str, players: int) -> Crew:
    """Sitting down has no key: whoever got no answer tries it at another table."""
    while True:
        try:
            return Crew(urls, game, rules, players, seed)
        except (OSError, HTTPException, RequestRefused):
            time.sleep(0.2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deaths", type=int, default=50)
    parser.add_argument("--likely", type=float, default=0.004, help="how likely a death is at each point")
    parser.add_argument(
        "--mangle", type=float, default=0.0, help="how likely a frame is dropped, doubled, or reordered"
    )
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    words = [word for name in FREE for word in ("--limit", f"{name}=100000")] + ["--log", "warning"]
    begun, actions, rounds = time.monotonic(), 0, 0
    with contextlib.ExitStack() as stack:
        nuisance = None
        if args.database == "postgres":
            postgres, nats = stack.enter_context(Postgres()), stack.enter_context(Nats())
            words += ["--database", postgres.database(), "--bus", nats.url]
            nuisance = Nuisance(postgres, nats, args.seed)
        faults = {"FAULTS": str(args.likely)}
        count = 2 if nuisance else 1
        nodes = [
            stack.enter_context(Node(*words, module="tests.server.faulty", environment=faults)) for _ in range(count)
        ]
        proxies = [stack.enter_context(Proxy(*order, mangle=args.mangle)) for order in orders([n.port for n in nodes])]
        undead = [Lazarus(node, args.deaths) for node in nodes]
        threads: list[Lazarus | Nuisance] = [*undead, *([nuisance] if nuisance else [])]
        for thread in threads:
            thread.start()
        while sum(lazarus.deaths for lazarus in undead) < args.deaths:
            rounds += 1
            actions += play_round([proxy.url for proxy in proxies], args.seed + 10 * rounds, args.mangle > 0)
            say(round=rounds, deaths=sum(lazarus.deaths for lazarus in undead), actions=actions)
        for thread in threads:
            thread.done.set()
            thread.join()
        places = Counter(place for node in nodes for place in re.findall(r"killed (.+)", node.log_text()))
        restarts = nuisance.counts if nuisance else {}
        say(
            deaths=sum(lazarus.deaths for lazarus in undead),
            places=places,
            restarts=restarts,
            mangled=[proxy.counts for proxy in proxies] if args.mangle else [],
            acknowledged=actions,
            games_checked=rounds * len(TABLES),
            seconds=round(time.monotonic() - begun),
        )


def orders(ports: list[int]) -> list[list[int]]:
    """Each server is the first choice of one proxy."""
    return [ports[place:] + ports[:place] for place in range(len(ports))]


if __name__ == "__main__":
    main()
