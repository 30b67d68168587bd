"""Refuse a test run that covers too few branches, and name what it left uncovered.

    coverage json --quiet -o FILE && python tests/coverage_floor.py FILE

The floor holds for each package by itself, so that a well-tested one cannot hide another."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FLOOR_PERCENT = 95.0
PACKAGES = ("core", "games", "server")


def share(files: dict[str, Any]) -> float:
    """The covered share of these files' branches, in per cent."""
    branches = sum(file["summary"]["num_branches"] for file in files.values())
    covered = sum(file["summary"]["covered_branches"] for file in files.values())
    return 100.0 * float(covered) / float(branches)


def main() -> int:
    files = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["files"]
    low = False
    for package in PACKAGES:
        mine = {path: file for path, file in files.items() if f"tatze/{package}/" in path}
        percent = share(mine)
        print(f"tatze.{package}: {percent:.1f} % of branches covered, at least {FLOOR_PERCENT:.0f} % wanted")
        low = low or percent < FLOOR_PERCENT
        for path, file in sorted(mine.items()):
            if missing := file["missing_branches"]:
                ways = ", ".join(f"{line}→{'end' if to < 0 else to}" for line, to in missing)
                print(f"  {path}: {ways}")
    return int(low)


if __name__ == "__main__":
    sys.exit(main())
