"""What `bench.server_nodes` measured, as a table for the page."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import mean
from typing import Any

Facts = dict[str, Any]

COLUMNS = (
    "nodes",
    "seats of a table",
    "highest rate held, moves/s",
    "of linear",
    "p50",
    "p99",
    "p99 until all have seen it",
    "lowest rate not held",
    "a node's CPU",
    "PostgreSQL",
    "NATS",
    "a generator",
    "all cores",
)
WORDS = {"together": "at one node", "spread": "at different nodes"}


def page_text(lines: Iterable[Facts]) -> str:
    """Return the table: a row for each number of nodes and mode."""
    lines = list(lines)
    steps = [line["step"] for line in lines if "step" in line]
    rows = [line["highest"] for line in lines if "highest" in line]
    single = next((row["held"] for row in rows if row["nodes"] == 1), 0.0)
    head = [f"| {' | '.join(COLUMNS)} |", "|---:|---|" + "---:|" * (len(COLUMNS) - 2)]
    return "\n".join([machine_text(lines[0]), "", *head, *(row_text(row, steps, single) for row in rows)]) + "\n"


def machine_text(facts: Facts) -> str:
    return f"{facts['machine']}, Python {facts['python']}, {facts['at'][:10]}; load {facts['load']}."


def row_text(row: Facts, steps: Iterable[Facts], single: float) -> str:
    """Return the row of a search: the step at its highest rate."""
    place = row["nodes"], row["mode"], row["held"]
    best = next((step for step in steps if (step["nodes"], step["mode"], step["offered"]) == place), None)
    if best is None:
        return f"| {row['nodes']} | {WORDS[row['mode']]} | none |" + " |" * (len(COLUMNS) - 3)
    linear = f"{row['held'] / (row['nodes'] * single):.2f}" if single else ""
    times = [f"{best[name]:.0f} ms" for name in ("p50_ms", "p99_ms", "shown_p99_ms")]
    cpu = [mean(best["nodes_cpu"]), sum(best["postgres_cpu"]), sum(best["nats_cpu"]), max(best["generators_cpu"])]
    cells = [
        str(row["nodes"]),
        WORDS[row["mode"]],
        f"{row['held']:,.0f}",
        linear,
        *times,
        f"{row['failed']:,.0f}" if row["failed"] else "",
        *(f"{cores:.2f}" for cores in (*cpu, sum(best["all_cpu"]))),
    ]
    return f"| {' | '.join(cells)} |"
