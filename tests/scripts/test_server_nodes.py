"""The bench of several nodes finds the highest rate that is held, and plays at real nodes in both modes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.node_clients import ports_of_seats
from bench.node_page import page_text
from bench.server_nodes import TOLERANCE, Search


@pytest.mark.parametrize("capacity", [700.0, 2400.0, 2990.0, 9000.0])
def test_the_search_finds_what_is_held_in_few_steps(capacity: float) -> None:
    search, steps = Search(2400.0), 0
    while not search.done:
        search.take(search.rate <= capacity)
        steps += 1
    assert search.held <= capacity < search.failed <= (1 + TOLERANCE) * search.held
    assert steps <= 10


def test_the_seats_of_a_table_connect_to_its_own_node_or_to_as_many_as_there_are() -> None:
    ports = [7001, 7002, 7003]
    assert ports_of_seats(ports, 7002, 4, spread=False) == [7002] * 4
    assert ports_of_seats(ports, 7002, 4, spread=True) == [7002, 7003, 7001, 7002]


def step(nodes: int, mode: str, rate: float) -> dict[str, Any]:
    cpu = {"nodes_cpu": [0.5] * nodes, "postgres_cpu": [0.7], "nats_cpu": [0.1], "generators_cpu": [0.2, 0.3]}
    times = {"p50_ms": 3.0, "p99_ms": 20.0, "shown_p99_ms": 25.0}
    return {"step": {"nodes": nodes, "mode": mode, "offered": rate, **times, **cpu, "all_cpu": [3.2]}}


def test_the_page_compares_each_rate_with_that_of_one_node() -> None:
    lines = [
        {"machine": "A processor, 16 cores", "python": "3.12.3", "at": "2026-11-19T10:00:00+00:00", "load": "low"},
        step(1, "together", 2000.0),
        {"highest": {"nodes": 1, "mode": "together", "held": 2000.0, "failed": 2100.0}},
        step(2, "spread", 3000.0),
        {"highest": {"nodes": 2, "mode": "spread", "held": 3000.0, "failed": 0.0}},
    ]
    rows = page_text(lines).splitlines()[-2:]
    assert rows[0].startswith("| 1 | at one node | 2,000 | 1.00 | 3 ms | 20 ms | 25 ms | 2,100 | 0.50 | 0.70 |")
    assert rows[1].startswith("| 2 | at different nodes | 3,000 | 0.75 | 3 ms | 20 ms | 25 ms |  | 0.50 |")


def test_two_real_nodes_are_measured_in_both_modes(tmp_path: Path) -> None:
    out = tmp_path / "nodes.jsonl"
    short = "--nodes 2 --tables 5 --start 20 --seconds 1 --warm 0.2 --steps 1 --minutes 0.5"
    command = [sys.executable, "-m", "bench.server_nodes", *short.split(), "--out", str(out)]
    subprocess.run(command, check=True, timeout=120)
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    steps = [line["step"] for line in lines if "step" in line]
    assert [one["mode"] for one in steps] == ["together", "spread"]
    assert all(one["achieved"] > 0 and one["shown_p99_ms"] > 0 and not one["refused"] for one in steps)
    assert [line["log"] for line in lines if "log" in line] == [""]
