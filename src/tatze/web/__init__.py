"""The page as static files, built from web/ and shipped in the package."""

from __future__ import annotations

from pathlib import Path

STATIC = Path(__file__).parent / "static"
"""The built page; the folder is missing where nobody has built it yet."""
