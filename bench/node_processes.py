"""The processes with which several nodes are measured: PostgreSQL, NATS, nodes, load generators; and their CPU time."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.server_load import LIMITS
from tests.server.services import Nats, Node, Postgres, Service

TICKS = os.sysconf("SC_CLK_TCK")


class Generator:
    """A process of `bench.node_clients`."""

    def __init__(self, number: int) -> None:
        command = [sys.executable, "-m", "bench.node_clients", str(number)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, **command: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("a load generator has ended; its error is above")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


class Cluster:
    """Nodes on one database, with as many load generators as are needed to keep them busy."""

    def __init__(self, postgres: Postgres, nats: Nats, nodes: int, generators: int) -> None:
        words = [word for limit in LIMITS for word in ("--limit", limit)]
        words += ["--log", "warning", "--database", postgres.database(), "--bus", nats.url]
        self.nodes = [Node(*words) for _ in range(nodes)]
        self.generators = [Generator(number) for number in range(generators)]
        self._services: dict[str, Sequence[Service]] = {"postgres": [postgres], "nats": [nats], "nodes": self.nodes}

    def __enter__(self) -> Cluster:
        with ThreadPoolExecutor() as pool:
            list(pool.map(Node.start, self.nodes))
        return self

    def __exit__(self, *_: object) -> None:
        for generator in self.generators:
            generator.close()
        for node in self.nodes:
            node.close()

    @property
    def ports(self) -> list[int]:
        return [node.port for node in self.nodes]

    def log_text(self) -> str:
        """Return what the nodes have logged, which is nothing but warnings and errors."""
        lines = [line for node in self.nodes for line in node.log_text().splitlines()]
        return "\n".join(line for line in lines if line.startswith("{"))

    def tell_all(self, **command: Any) -> list[dict[str, Any]]:
        """Have every generator carry out a command at the same time, and return their answers."""
        for generator in self.generators:
            generator.tell(**command)
        return [generator.answer() for generator in self.generators]

    def cpu(self) -> dict[str, list[float]]:
        """Return the CPU seconds so far of each process of each kind; "all" is the whole machine."""
        kinds = {kind: [family_cpu(pid_of(service)) for service in some] for kind, some in self._services.items()}
        return kinds | {"generators": [family_cpu(one.process.pid) for one in self.generators], "all": [machine_cpu()]}

    def commits(self) -> tuple[float, float, float]:
        """Return the number of writes and of commits so far, and the seconds that all writes took together."""
        found = [metrics(node) for node in self.nodes]
        names = ("tatze_batch_rows_sum", "tatze_batch_rows_count", "tatze_commit_seconds_sum")
        writes, commits, seconds = (sum(one[name] for one in found) for name in names)
        return writes, commits, seconds


class Meter:
    """Measures what a cluster uses from the meter's making on."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._begun, self._cpu, self._commits = time.monotonic(), cluster.cpu(), cluster.commits()

    def read(self) -> dict[str, Any]:
        """Return the cores that each process used, writes per commit, and milliseconds from arrival to commit."""
        passed, now = time.monotonic() - self._begun, self._cluster.cpu()
        used = {
            f"{kind}_cpu": [round((after - before) / passed, 2) for before, after in zip(was, now[kind], strict=True)]
            for kind, was in self._cpu.items()
        }
        pairs = zip(self._commits, self._cluster.commits(), strict=True)
        writes, commits, seconds = (after - before for before, after in pairs)
        ratios = {"writes_per_commit": writes / max(commits, 1), "commit_ms": 1000 * seconds / max(writes, 1)}
        return used | {name: round(value, 1) for name, value in ratios.items()}


def pid_of(service: Service) -> int:
    assert service.process
    return service.process.pid


def family_cpu(pid: int) -> float:
    """Return the CPU seconds of a process and its children, those that have ended included."""
    total = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if int(stat.parent.name) == pid:
                total += sum(map(int, fields[11:15])) / TICKS
            elif int(fields[1]) == pid:
                total += sum(map(int, fields[11:13])) / TICKS
    return total


def machine_cpu() -> float:
    """Return the CPU seconds that all cores of the machine have used so far."""
    fields = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:9]
    user, nice, system, _idle, _waiting, *interrupts_and_others = map(int, fields)
    return (user + nice + system + sum(interrupts_and_others)) / TICKS


def metrics(node: Node) -> dict[str, float]:
    """Return the metrics of a node that have no labels."""
    with urllib.request.urlopen(f"{node.url}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


@contextlib.contextmanager
def services() -> Iterator[tuple[Postgres, Nats]]:
    """PostgreSQL and NATS, as operators would start them: with their own defaults."""
    with Postgres() as postgres, Nats() as nats:
        yield postgres, nats
