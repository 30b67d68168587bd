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
    "docs/arena.md": rf"(?<=tatze-){VERSION}(?=-py3)",
    "docs/operating.md": rf"(?<=tatze-){VERSION}(?=-py3)",
    "docs/studies.md": rf"(?<=tatze-){VERSION}(?=-py3)",
}
"""The files in which the version stands, and how it is found in each."""
DAY = r"(?<=^date-released: )\d{4}-\d{2}-\d{2}$"
"""Where the day of the release stands in CITATION.cff."""


def write_version(root: Path, version: str, day: date) -> None:
    """Write a version into a checkout; "Unreleased" of the changelog becomes its section, below a new empty one.

    A checkout that cannot be given the version is left as it is."""
    changes, head = read(root / "CHANGELOG.md"), "\n## Unreleased\n"
    if head not in changes or f"\n## {version} " in changes:
        sys.exit(f"CHANGELOG.md has no section Unreleased, or has {version} already.")
    texts = {"CHANGELOG.md": changes.replace(head, f"{head}\n## {version} ({day})\n", 1)}
    for name, pattern in PLACES.items():
        texts[name], times = re.subn(pattern, version, read(root / name), flags=re.MULTILINE)
        if not times:
            sys.exit(f"{name} names no version.")
    texts["CITATION.cff"] = re.sub(DAY, str(day), texts["CITATION.cff"], flags=re.MULTILINE)
    for name, text in texts.items():
        (root / name).write_text(text, encoding="utf-8")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def main() -> None:
    if len(sys.argv) != 2 or not re.fullmatch(VERSION, sys.argv[1]):
        sys.exit("usage: python tools/set_version.py 1.2.3")
    write_version(ROOT, sys.argv[1], datetime.now(tz=UTC).date())
    print(f"Everything says {sys.argv[1]} now. Read the difference, run make dist, commit, and tag v{sys.argv[1]}.")


if __name__ == "__main__":
    main()
