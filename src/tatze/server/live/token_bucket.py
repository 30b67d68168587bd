"""A rate limit as a bucket of tokens."""

from __future__ import annotations

import time


class TokenBucket:
    """A rate limit: the bucket holds up to `burst` tokens and gains `rate` tokens a second; each request takes one."""

    __slots__ = ("at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.at = time.monotonic()

    def take(self) -> bool:
        """Take a token, and return whether there was one."""
        if self.empty:
            return False
        self.level -= 1
        return True

    @property
    def empty(self) -> bool:
        """Whether there is no whole token in the bucket."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        return self.level < 1
