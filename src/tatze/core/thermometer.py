"""Thermometer encoding of counts as zeros and ones, for networks; in the rules' style.

A count of 3 in five places is 1 1 1 0 0. All functions write ones onto zeros."""

from __future__ import annotations

from tatze.core.layout import Row


def thermometer(out: Row, at: int, count: int, most: int) -> None:
    """Write a count into `most` places from `at` on; larger counts fill all of them."""
    for i in range(min(count, most)):
        out[at + i] = 1


def two_scale_thermometer(out: Row, at: int, count: int, fine: int, step: int, coarse: int) -> None:
    """Write a count with two resolutions: `fine` places for single units, then `coarse` places of `step` units each."""
    thermometer(out, at, count, fine)
    thermometer(out, at + fine, (count - fine) // step, coarse)


def exact_thermometer(out: Row, at: int, count: int, fine: int, step: int, coarse: int) -> None:
    """Write a count like `two_scale_thermometer`, and behind it its remainder within the last coarse step, in step − 1
    places."""
    two_scale_thermometer(out, at, count, fine, step, coarse)
    if count > fine:
        thermometer(out, at + fine + coarse, (count - fine) % step, step - 1)
