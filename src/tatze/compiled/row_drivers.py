"""Rows of numbers cleared, copied and summed up at once: what stands in the place of the core's functions in compiled
forms.

`memory_clear`, `memory_move`, `memory_spread`, `memory_interleave`, `memory_sum`, `memory_count` and `same_place` are
filled in by the builder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

memory_clear: Callable[[Any, int], None]
memory_move: Callable[[Any, int, Any, int, int], None]
memory_spread: Callable[[Any, int, Any, int, int], None]
memory_interleave: Callable[[Any, int, int, int, Any, int, int], None]
same_place: Callable[[Any, int, Any, int], bool]
memory_sum: Callable[[Any, int], int]
memory_count: Callable[[Any, int, int], int]


def clear_memory(row: Any, n: int) -> None:
    """Stand in for `clear` on the CPU: fill the memory at once."""
    if n < 0 or n > len(row):
        raise IndexError("clear reaches beyond the row")
    memory_clear(row, n)


def copy_memory(source: Any, first: int, out: Any, at: int, n: int) -> None:
    """Stand in for `copy_numbers` on the CPU: copy the memory at once."""
    if first < 0 or at < 0 or first + n > len(source) or at + n > len(out):
        raise IndexError("copy_numbers reaches beyond a row")
    memory_move(source, first, out, at, n)


def spread_memory(source: Any, n: int, out: Any, at: int, step: int) -> None:
    """Stand in for `spread_numbers` on the CPU: check once that the row is long enough."""
    if at < 0 or step < 1 or n > len(source) or at + (n - 1) * step >= len(out):
        raise IndexError("spread_numbers reaches beyond a row")
    memory_spread(source, n, out, at, step)


def interleave_memory(grid: Any, first: int, count: int, n: int, out: Any, at: int, step: int) -> None:
    """Stand in for `interleave_numbers` on the CPU: check once that both rows are long enough, then write unchecked."""
    if first < 0 or first >= count or count > len(grid) or n > len(grid[0]) or step < 1:
        raise IndexError("interleave_numbers reaches beyond the grid")
    if at < 0 or at + (n - 1) * step + count > len(out):
        raise IndexError("interleave_numbers reaches beyond the row")
    memory_interleave(grid, first, count, n, out, at, step)


def sum_memory(row: Any, n: int) -> int:
    """Stand in for `sum_numbers` on the CPU: check once that the row is long enough, then add without checks."""
    if n < 0 or n > len(row):
        raise IndexError("sum_numbers reaches beyond the row")
    return memory_sum(row, n)


def count_memory(row: Any, n: int, wanted: int) -> int:
    """Stand in for `count_numbers` on the CPU: check once that the row is long enough, then count without checks."""
    if n < 0 or n > len(row):
        raise IndexError("count_numbers reaches beyond the row")
    return memory_count(row, n, wanted)


def clear_unchecked(row: Any, n: int) -> None:
    """Stand in for `clear` on CUDA devices, without checks."""
    memory_clear(row, n)


def copy_unchecked(source: Any, first: int, out: Any, at: int, n: int) -> None:
    """Stand in for `copy_numbers` on CUDA devices. A row that is copied to where it is, as most of a view are, is left
    alone."""
    if not same_place(source, first, out, at):
        memory_move(source, first, out, at, n)


def spread_unchecked(source: Any, n: int, out: Any, at: int, step: int) -> None:
    """Stand in for `spread_numbers` on CUDA devices, without checks."""
    memory_spread(source, n, out, at, step)


def interleave_unchecked(grid: Any, first: int, count: int, n: int, out: Any, at: int, step: int) -> None:
    """Stand in for `interleave_numbers` on CUDA devices, without checks."""
    memory_interleave(grid, first, count, n, out, at, step)


def sum_unchecked(row: Any, n: int) -> int:
    """Stand in for `sum_numbers` on CUDA devices, without checks."""
    return memory_sum(row, n)


def count_unchecked(row: Any, n: int, wanted: int) -> int:
    """Stand in for `count_numbers` on CUDA devices, without checks."""
    return memory_count(row, n, wanted)


def clear_each(row: Any, n: int) -> None:
    """Stand in for `clear` in CUDA's simulator."""
    for i in range(n):
        row[i] = 0


def spread_each(source: Any, n: int, out: Any, at: int, step: int) -> None:
    """Stand in for `spread_numbers` in CUDA's simulator."""
    for i in range(n):
        out[at + i * step] = source[i]


def interleave_each(grid: Any, first: int, count: int, n: int, out: Any, at: int, step: int) -> None:
    """Stand in for `interleave_numbers` in CUDA's simulator."""
    for k in range(count):
        row = grid[first]
        for i in range(n):
            out[at + k + i * step] = row[i]
        first += 1
        if first == count:
            first = 0


def copy_each(source: Any, first: int, out: Any, at: int, n: int) -> None:
    """Stand in for `copy_numbers` in CUDA's simulator."""
    for i in range(n):
        out[at + i] = source[first + i]


def sum_each(row: Any, n: int) -> int:
    """Stand in for `sum_numbers` in CUDA's simulator."""
    total = 0
    for i in range(n):
        total += row[i]
    return total


def count_each(row: Any, n: int, wanted: int) -> int:
    """Stand in for `count_numbers` in CUDA's simulator."""
    count = 0
    for i in range(n):
        count += int(row[i] == wanted)
    return count
