"""How many moves a second several nodes hold on one PostgreSQL and one NATS. Prints a line of JSON for each step.

    python -m bench.server_nodes --out nodes.jsonl                       # 1, 2, 4 and 8 nodes: needs 16 cores
    python -m bench.server_nodes --nodes 1 2 --seconds 3 --minutes 2     # a trial on a small machine
    python -m bench.server_nodes --read nodes.jsonl --write docs/performance.md

With `together` the seats of a table are connected to one node, as behind a proxy that chooses the node by the table;
with `spread` to different nodes, so that every move crosses NATS. Load and limits are those of `bench.server_load`:
actions are due at fixed times, and a rate is held where 99 % of it is achieved with a p99 under 60 ms. Every process is
on this machine: PostgreSQL, NATS, nodes, and about as many load generators."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.node_page import page_text
from bench.node_processes import Cluster, Meter, services
from bench.server_load import HELD_P99, HELD_SHARE, part
from tatze.bench.machine import load, processor
from tatze.bench.page import write_between

MODES = ("together", "spread")
TOLERANCE = 0.06
"""The search ends when the lowest rate that was not held is at most this share above the highest one that was."""
STEP_OVERHEAD_SECONDS = 4.0
"""Seconds that a step takes beside the load, at most: late answers, and a pause."""
PAUSE_SECONDS = 1.0
"""Seconds between two steps."""
LOG_LENGTH = 2000
"""Number of characters of the nodes' logs that are reported."""
NEXT_START = 0.9
"""Share of the rate of each node that the next search tries first."""


class Search:
    """Looks for the highest rate that is held."""

    def __init__(self, start: float) -> None:
        self.rate = start
        """The rate to try next, in moves per second."""
        self.held = 0.0
        self.failed = 0.0

    def take(self, held: bool) -> None:
        """Take note of whether the rate was held, and choose the next one."""
        if held:
            self.held = self.rate
        else:
            self.failed = self.rate
        if not self.failed:
            following = 1.25 * self.held
        elif not self.held:
            following = 0.75 * self.failed
        else:
            following = (self.held + self.failed) / 2
        self.rate = round(following, -1)

    @property
    def done(self) -> bool:
        return 0 < self.failed <= (1 + TOLERANCE) * self.held


class Report:
    """Where results go: to standard output and, line by line, into a file."""

    def __init__(self, path: Path | None) -> None:
        self.lines: list[dict[str, Any]] = []
        self._path = path
        if path:
            path.write_text("", encoding="utf-8")

    def add(self, **facts: Any) -> None:
        self.lines.append(facts)
        text = json.dumps(facts)
        print(text, flush=True)
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(text + "\n")


def one_step(cluster: Cluster, rate: float, seconds: float, warm: float) -> dict[str, Any]:
    """Offer a rate to all nodes together; what came of it."""
    meter, share = Meter(cluster), rate / len(cluster.generators)
    answers = cluster.tell_all(do="drive", rate=share, seconds=seconds, warm=warm)
    used = meter.read()
    taken, shown = (sorted(took for one in answers for took in one[what]) for what in ("taken_ms", "shown_ms"))
    achieved = sum(one["achieved"] for one in answers)
    refused: Counter[str] = sum((Counter(one["refused"]) for one in answers), Counter())
    times = {"p50_ms": part(taken, 0.5), "p99_ms": part(taken, 0.99)}
    times |= {"shown_p50_ms": part(shown, 0.5), "shown_p99_ms": part(shown, 0.99)}
    held = achieved >= HELD_SHARE * rate and times["p99_ms"] < 1000 * HELD_P99
    playing = sum(one["playing"] for one in answers)
    return {"offered": rate, "achieved": round(achieved), "held": held, **times, **used} | {
        "refused": dict(refused),
        "playing": playing,
    }


def find(cluster: Cluster, args: argparse.Namespace, start: float, late: float, about: dict[str, Any]) -> float:
    """Look for the highest rate that is held, until `late` on the monotonic clock, and return it."""
    search = Search(start)
    for _ in range(args.steps):
        if search.done or time.monotonic() + args.seconds + args.warm + STEP_OVERHEAD_SECONDS > late:
            break
        facts = one_step(cluster, search.rate, args.seconds, args.warm)
        args.report.add(step=about | facts)
        search.take(facts["held"])
        time.sleep(PAUSE_SECONDS)
    args.report.add(highest=about | {"held": search.held, "failed": search.failed, "ended": search.done})
    return search.held


def measure(args: argparse.Namespace) -> None:
    """Measure every number of nodes in its modes. The time is shared evenly between these."""
    end = time.monotonic() + 60 * args.minutes
    cells = [(nodes, mode) for nodes in args.nodes for mode in args.modes if nodes > 1 or mode == args.modes[0]]
    start = args.start
    with services() as (postgres, nats):
        for nodes in args.nodes:
            modes = [mode for number, mode in cells if number == nodes]
            left = [cell for cell in cells if cell[0] >= nodes]
            try:
                with Cluster(postgres, nats, nodes, args.generators or max(2, nodes)) as cluster:
                    start = measure_modes(cluster, args, modes, start, deadlines(end, len(left)))
                    args.report.add(nodes=nodes, log=cluster.log_text()[-LOG_LENGTH:])
            except (OSError, RuntimeError) as error:  # the other numbers of nodes are measured all the same
                args.report.add(nodes=nodes, error=f"{type(error).__name__}: {error}")


def measure_modes(
    cluster: Cluster, args: argparse.Namespace, modes: Sequence[str], start: float, late: Iterator[float]
) -> float:
    """Measure one number of nodes in some modes, each until its time on the monotonic clock; `start` is the rate of
    each node that is tried first. Return the rate that is to be tried first with more nodes."""
    nodes, first = len(cluster.nodes), start
    until = next(late)
    seat(cluster, args)
    for mode in modes:
        cluster.tell_all(do="connect", ports=cluster.ports, spread=mode == "spread")
        about = {"nodes": nodes, "mode": mode, "tables": args.tables * nodes}
        held = find(cluster, args, round(start * nodes, -1), until, about)
        start = NEXT_START * held / nodes if held else start
        first = start if mode == modes[0] else first
        until = next(late)
    return first


def deadlines(end: float, parts: int) -> Iterator[float]:
    """Yield until when each of some parts of the remaining time lasts; they are equal if each keeps to its own."""
    for left in range(parts, 0, -1):
        now = time.monotonic()
        yield now + (end - now) / left
    yield end


def seat(cluster: Cluster, args: argparse.Namespace) -> None:
    """Open the tables, and fill them."""
    begun, number = time.monotonic(), len(cluster.generators)
    tables = -(-args.tables * len(cluster.nodes) // number)
    answers = cluster.tell_all(do="open", ports=cluster.ports, tables=tables)
    opened, seconds = sum(one["tables"] for one in answers), round(time.monotonic() - begun, 1)
    args.report.add(opened=opened, nodes=len(cluster.nodes), generators=number, seconds=seconds)


def read(path: Path) -> Iterable[dict[str, Any]]:
    """Return what an earlier run found out."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--modes", nargs="+", choices=MODES, default=MODES)
    parser.add_argument("--tables", type=int, default=200, help="tables of four for each node")
    parser.add_argument("--generators", type=int, default=0, help="load generators; as many as nodes, and at least 2")
    parser.add_argument("--start", type=float, default=2400.0, help="moves/s for each node that are tried first")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long a step is measured")
    parser.add_argument("--warm", type=float, default=1.5, help="seconds before that which do not count")
    parser.add_argument("--steps", type=int, default=7, help="steps at most for each number of nodes and mode")
    parser.add_argument("--minutes", type=float, default=8.0, help="how long all of it takes at most")
    parser.add_argument("--out", type=Path, help="a file for the lines, each written as soon as it is known")
    parser.add_argument("--read", type=Path, help="measure nothing, and take the lines of an earlier run")
    parser.add_argument("--write", type=Path, help="a page that gets the table between its markers")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the other processes end too
    if args.read:
        lines = read(args.read)
    else:
        args.report = Report(args.out)
        args.report.add(
            at=datetime.now(UTC).isoformat(timespec="seconds"),
            machine=f"{processor()}, {os.cpu_count()} cores",
            python=sys.version.split()[0],
            load=load(),
        )
        measure(args)
        lines = args.report.lines
    if args.write:
        write_between(args.write, page_text(lines), "nodes")


if __name__ == "__main__":
    main()
