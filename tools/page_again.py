"""Builds the page a second time, in another folder, and compares: `make dist`.

    python tools/page_again.py

Others can make a release's wheel again only if they can make its page again. It ends with an error that names the files
which differ."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = Path("src", "tatze", "web", "static")
SOURCES = ("web", "src/tatze", "docs/rules")
"""What the page is built from; `web/node_modules` is copied too, so that no path of it can be the same."""
MADE = ("fixtures", "static", "__pycache__")
"""Folders in them that are no sources."""


def build_in(folder: Path) -> Path:
    """Copy the page's sources into a folder and build the page there; return where it lies."""
    for name in SOURCES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*MADE))
    subprocess.run([sys.executable, folder / "web" / "node.py", "vite", "build", "--logLevel", "error"], check=True)
    return folder / PAGE


def differences(one: Path, other: Path) -> list[str]:
    """Return the names of the files that only one of two folders has, or that are not the same in both."""
    files = {str(path.relative_to(top)) for top in (one, other) for path in top.rglob("*") if path.is_file()}
    return sorted(name for name in files if content(one / name) != content(other / name))


def content(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def main() -> None:
    page = ROOT / PAGE
    if not (page / "index.html").is_file():
        sys.exit("There is no page to compare with: run make web first.")
    with tempfile.TemporaryDirectory(prefix="tatze-page-") as name:
        if wrong := differences(page, build_in(Path(name))):
            sys.exit(f"The page differs if it is built in another folder: {', '.join(wrong[:5])}")
    print(f"{PAGE}: the same files from another folder")


if __name__ == "__main__":
    main()
