"""What only a bench does with states, in the rules' style."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

copy_state: Callable[[Any, Any], None]


def copy_around(states: Any, times: int) -> None:
    """Copy from each state to the next, around and around."""
    size = len(states)
    for n in range(times):
        copy_state(states[n % size], states[(n + 1) % size])
