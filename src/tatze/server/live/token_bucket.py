"""A rate limit as a bucket of tokens."""

from __future__ import annotations

import time


class TokenBucket:
    """A rate limit: the bucket holds up to `burst` tokens and gains `rate` tokens a second; each request takes one."""

    __slots__ = ("at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate: float = rate
        self.burst: float = burst
        self.level: float = burst
        self.at: float = time.monotonic()

    def take(self, tokens: int = 1) -> bool:
        """Take tokens, and return whether there were enough."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < tokens:
            return False
        self.level -= tokens
        return True

    def give_back(self) -> None:
        """Put a token back that was taken for something that did not count."""
        self.level = min(self.burst, self.level + 1)
