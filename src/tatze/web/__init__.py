"""The page and the documentation as static files, built from web/ and docs/ and shipped in the package."""

from __future__ import annotations

from pathlib import Path

STATIC = Path(__file__).parent / "static"
"""The built page; the folder is missing where nobody has built it yet."""
DOCS = Path(__file__).parent / "docs"
"""The built site of the documentation; the folder is missing where nobody has built it yet."""
