"""Whether a package of an extra is installed, found out without importing it."""

from __future__ import annotations

from importlib.util import find_spec


def is_installed(module: str) -> bool:
    """Return whether a module can be found."""
    try:
        return find_spec(module) is not None
    except ValueError:  # something stands in its place that is no module
        return False
