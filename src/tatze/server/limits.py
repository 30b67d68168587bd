"""How often somebody may do something: buckets that fill up again, a bounded number of them."""

from __future__ import annotations

import time
from collections import OrderedDict

MOST = 20_000
"""Buckets that are kept; the one unused for longest goes first, and would be nearly full again anyway."""


class Bucket:
    """Holds up to `burst` drops and gains `rate` a second; whatever happens takes one."""

    __slots__ = ("at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.at = time.monotonic()

    def take(self) -> bool:
        """Whether there was a drop left."""
        self._fill()
        if self.level < 1:
            return False
        self.level -= 1
        return True

    @property
    def empty(self) -> bool:
        self._fill()
        return self.level < 1

    def _fill(self) -> None:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
            if len(self._buckets) > MOST:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket

    def take(self, address: str) -> bool:
        return self.of(address).take()
