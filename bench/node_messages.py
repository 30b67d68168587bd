"""What a node pays for hearing of all other nodes' tables. Prints a line of JSON: microseconds for a table's line of a
summary and for a report of who is connected there, and bytes to remember the report.

    python -m bench.node_messages"""

from __future__ import annotations

import json
import timeit
import tracemalloc
from collections.abc import Callable

from tatze.server.live.nats_bus import read_presence, read_versions, write_presence, write_versions
from tatze.server.live.presence import RemotePresence, TablePresence

TABLES = [f"abcdefgh{number:08}" for number in range(2000)]
NODE = "0123456789abcdef"
SUMMARY = write_versions(dict.fromkeys(TABLES, 1234))
REPORTS = write_presence(NODE, dict.fromkeys(TABLES, TablePresence(frozenset(range(4)), 0)))


def microseconds(work: Callable[[], object]) -> float:
    """Return how long a table takes in some work on all tables, at best of nine times."""
    return min(timeit.repeat(work, number=10, repeat=9)) / 10 / len(TABLES) * 1e6


def hear_summary() -> None:
    in_memory: dict[str, int] = {}
    for table, version in read_versions(SUMMARY).items():
        in_memory.get(table, version)


def hear_reports(remote: RemotePresence) -> None:
    for node, table, presence in read_presence(REPORTS):
        remote.report(node, table, presence)


def main() -> None:
    remote = RemotePresence()
    tracemalloc.start()
    hear_reports(remote)
    size = tracemalloc.get_traced_memory()[0] / len(TABLES)
    tracemalloc.stop()
    line, report = microseconds(hear_summary), microseconds(lambda: hear_reports(remote))
    print(json.dumps({"line_us": round(line, 2), "report_us": round(report, 2), "report_bytes": round(size)}))


if __name__ == "__main__":
    main()
