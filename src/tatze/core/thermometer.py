"""Numbers as zeros and ones, for networks; in the rules' style."""

from __future__ import annotations

from tatze.core.layout import Row


def thermometer(out: Row, at: int, count: int, most: int) -> None:
    """As many ones as there are, at most `most`."""
    for i in range(min(count, most)):
        out[at + i] = 1


def gauge(out: Row, at: int, count: int, fine: int, step: int, coarse: int) -> None:
    """A thermometer that goes on in larger steps."""
    thermometer(out, at, count, fine)
    thermometer(out, at + fine, (count - fine) // step, coarse)


def exact(out: Row, at: int, count: int, fine: int, step: int, coarse: int) -> None:
    """A gauge, and behind it where between two of its larger steps the count is: step − 1 places more."""
    gauge(out, at, count, fine, step, coarse)
    if count > fine:
        thermometer(out, at + fine + coarse, (count - fine) % step, step - 1)
