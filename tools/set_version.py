"""Makes a release of what is unreleased: writes its version wherever it stands, and its day into the changelog.

    python tools/set_version.py 1.0.0

It changes files and nothing else: read the difference, then commit and tag (docs/releasing.md)."""

from __future__ import annotations

import re
import sys
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSION = r"\d+\.\d+\.\d+"
PLACES = {
    "src/tatze/core/version.py": rf'(?<=__version__ = "){VERSION}(?=")',
    "CITATION.cff": rf"(?<=^version: ){VERSION}$",
    "README.md": rf"(?<=tatze-){VERSION}(?=-py3)",
    "README.de.md": rf"(?<=tatze-){VERSION}(?=-py3)",
    "docs/installing.md": rf"(?<=tatze-){VERSION}(?=-py3)",
    "docs/installing.de.md": rf"(?<=tatze-){VERSION}(?=-py3)",
}
"""The files in which the version stands, and how it is found in each."""
DAY = r"(?<=^date-released: )\d{4}-\d{2}-\d{2}$"
"""Where the day of the release stands in CITATION.cff."""


def write_version(root: Path, version: str, day: date) -> None:
    """Write a version into a checkout; "Unreleased" of the changelog becomes its section, below a new empty one."""
    for name, pattern in PLACES.items():
        text, times = re.subn(pattern, version, read(root / name), flags=re.MULTILINE)
        if not times:
            sys.exit(f"{name} names no version.")
        (root / name).write_text(text, encoding="utf-8")
    citation = root / "CITATION.cff"
    citation.write_text(re.sub(DAY, str(day), read(citation), flags=re.MULTILINE), encoding="utf-8")
    changes = root / "CHANGELOG.md"
    head = "\n## Unreleased\n"
    if head not in read(changes) or f"\n## {version} " in read(changes):
        sys.exit(f"CHANGELOG.md has no section Unreleased, or has {version} already.")
    changes.write_text(read(changes).replace(head, f"{head}\n## {version} ({day})\n", 1), encoding="utf-8")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def main() -> None:
    if len(sys.argv) != 2 or not re.fullmatch(VERSION, sys.argv[1]):
        sys.exit("usage: python tools/set_version.py 1.2.3")
    write_version(ROOT, sys.argv[1], datetime.now(tz=UTC).date())
    print(f"Everything says {sys.argv[1]} now. Read the difference, run make dist, commit, and tag v{sys.argv[1]}.")


if __name__ == "__main__":
    main()
