"""A driver that only measurements need, in the rules' style."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

copy_state: Callable[[Any, Any], None]


def copy_around(states: Any, times: int) -> None:
    """Copy states this many times, each to the next one in a circle."""
    size = len(states)
    for n in range(times):
        copy_state(states[n % size], states[(n + 1) % size])
