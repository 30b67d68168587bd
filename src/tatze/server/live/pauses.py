"""Pauses in long work on the event loop, so that everybody else is served meanwhile."""

from __future__ import annotations

import asyncio
import time

WORK_SECONDS = 0.005
"""Seconds of work between two pauses."""


class Pauses:
    """Awaited after each small step of long work: it lets other tasks run whenever the work has taken its share."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    async def __call__(self) -> None:
        if time.perf_counter() - self._since > WORK_SECONDS:
            await asyncio.sleep(0)
            self._since = time.perf_counter()
