"""What a review needs beside the base install, found out without loading it."""

from __future__ import annotations

from tatze.core.errors import MissingExtra
from tatze.core.installed import is_installed


def check_review_installed() -> None:
    """Raise a MissingExtra if NumPy or Numba is missing."""
    for module in ("numpy", "numba"):
        if not is_installed(module):
            raise MissingExtra("a review needs NumPy and Numba: pip install 'tatze[compiled]'")
