"""Rows are cleared and copied the same way in every form, and compiled code looks whether the places are there."""

from __future__ import annotations

from types import FunctionType
from typing import Any, cast

import numpy as np
import pytest

from tatze.compiled import row_drivers
from tatze.compiled.builder import build
from tatze.compiled.dispatchers import inner, outer
from tatze.core.layout import (
    clear,
    copy_numbers,
    count_numbers,
    interleave_numbers,
    spread_numbers,
    sum_numbers,
)
from tests.compiled.test_builder import module_of

SOURCE = """
from tatze.core.layout import clear, copy_numbers, interleave_numbers, spread_numbers, sum_numbers, count_numbers
def do_clear(row, n):
    clear(row, n)
def do_copy(source, first, out, at, n):
    copy_numbers(source, first, out, at, n)
def do_spread(source, n, out, at, step):
    spread_numbers(source, n, out, at, step)
def do_interleave(grid, first, count, n, out, at, step):
    interleave_numbers(grid, first, count, n, out, at, step)
def do_sum(row, n):
    return sum_numbers(row, n)
def do_count(row, n, wanted):
    return count_numbers(row, n, wanted)
"""
USERS = module_of("row_users", SOURCE)
USERS.__dict__["GENERATED"] = SOURCE
FORM = build("cpu", [USERS], {})
SIMULATOR = build("plain", [row_drivers], {})


def rows(bits: int, order: str = "C") -> Any:
    """Two rows of twenty numbers; in the order F their numbers do not lie side by side."""
    return np.array([range(1, 21), [0] * 20], f"i{bits // 8}", order=order)  # type: ignore[call-overload]  # its stub knows literals only


@pytest.mark.parametrize(("bits", "order", "other"), [(8, "C", 8), (16, "C", 16), (8, "C", 16), (8, "F", 8)])
def test_compiled_rows_are_copied_as_plain_ones(bits: int, order: str, other: int) -> None:
    source, out = rows(bits, order)[0], rows(other)[1]
    FORM.do_copy(source, 3, out, 5, 11)
    FORM.do_spread(source, 5, out, 0, 4)
    plain = [0] * 20
    copy_numbers(source.tolist(), 3, plain, 5, 11)
    spread_numbers(source.tolist(), 5, plain, 0, 4)
    each = [0] * 20
    SIMULATOR.copy_each(source, 3, each, 5, 11)
    SIMULATOR.spread_each(source, 5, each, 0, 4)
    assert out.tolist() == plain == each


@pytest.mark.parametrize("n", range(20))
def test_rows_with_gaps_are_copied_whatever_their_length(n: int) -> None:
    source, out = rows(8, "F")[0], rows(8, "F")[1]
    FORM.do_copy(source, 0, out, 0, n)
    assert out.tolist() == [*range(1, n + 1), *[0] * (20 - n)]


@pytest.mark.parametrize(("bits", "order"), [(8, "C"), (16, "C"), (8, "F"), (64, "C")])
def test_compiled_rows_are_summed_up_and_counted_as_plain_ones(bits: int, order: str) -> None:
    row = rows(bits, order)[0]
    row[:] = [-100, 100, 7, 7, -1, *[127] * 15]
    for n in (0, 1, 4, 20):
        assert (
            FORM.do_sum(row, n)
            == SIMULATOR.sum_each(row.tolist(), n)
            == sum_numbers(row.tolist(), n)
            == sum(row.tolist()[:n])
        )
        for wanted in (7, 127, -1, 263):  # the last one is 7 in eight bits
            counted = count_numbers(row.tolist(), n, wanted)
            assert FORM.do_count(row, n, wanted) == SIMULATOR.count_each(row.tolist(), n, wanted) == counted
    assert count_numbers(row.tolist(), 4, 7) == 2


@pytest.mark.parametrize("n", [-1, 21])
def test_compiled_rows_are_not_summed_up_beyond_the_end(n: int) -> None:
    with pytest.raises(IndexError):
        FORM.do_sum(rows(8)[0], n)
    with pytest.raises(IndexError):
        FORM.do_count(rows(8)[0], n, 1)


@pytest.mark.parametrize(("bits", "order", "other"), [(8, "C", 8), (16, "C", 16), (8, "C", 16), (8, "F", 8)])
@pytest.mark.parametrize("count", range(1, 8))
def test_compiled_rows_are_interleaved_as_plain_ones(bits: int, order: str, other: int, count: int) -> None:
    numbers = [[10 * row + place - 40 for place in range(9)] for row in range(7)]
    grid = np.array(numbers, f"i{bits // 8}", order=order)  # type: ignore[call-overload]  # its stub knows literals only
    for first in range(count):
        out = np.full(80, 99, f"i{other // 8}")
        plain, each = out.tolist(), out.tolist()
        FORM.do_interleave(grid, first, count, 8, out, 3, 10)
        interleave_numbers(numbers, first, count, 8, plain, 3, 10)
        SIMULATOR.interleave_each(numbers, first, count, 8, each, 3, 10)
        assert out.tolist() == plain == each
        assert plain[3] == numbers[first][0]


@pytest.mark.parametrize(
    "wrong", [(2, 2, 8, 0), (0, 8, 8, 0), (-1, 2, 8, 0), (0, 2, 10, 0), (0, 2, 8, -1), (0, 3, 8, 8)]
)
def test_compiled_rows_are_not_interleaved_beyond_the_end(wrong: tuple[int, int, int, int]) -> None:
    first, count, n, at = wrong
    grid, out = np.ones((7, 9), np.int8), np.zeros(80, np.int8)
    with pytest.raises(IndexError):
        FORM.do_interleave(grid, first, count, n, out, at, 10)
    assert not out.any()


def first_numbers(rows: Any, out: Any) -> None:
    """Write the first number of each row."""
    for i in range(len(rows)):
        row = rows[i]
        out[i] = row[0]


def test_compiled_code_counts_no_references() -> None:
    compiled = outer(inner(cast("FunctionType", first_numbers)), cached=False)
    out = np.zeros(2, np.int8)
    compiled(rows(8), out)
    assert out.tolist() == [1, 0]
    assert "NRT_" not in "".join(compiled.inspect_llvm().values())


@pytest.mark.parametrize("order", ["C", "F"])
def test_compiled_rows_are_cleared_as_plain_ones(order: str) -> None:
    row = rows(16, order)[0]
    plain = row.tolist()
    FORM.do_clear(row, 7)
    clear(plain, 7)
    assert row.tolist() == plain == [0] * 7 + list(range(8, 21))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda a, _: FORM.do_clear(a, 21),
        lambda a, b: FORM.do_copy(a, 15, b, 0, 6),
        lambda a, b: FORM.do_copy(a, 0, b, 15, 6),
        lambda a, b: FORM.do_copy(a, -1, b, 0, 2),
        lambda a, b: FORM.do_spread(a, 21, b, 0, 1),
        lambda a, b: FORM.do_spread(a, 5, b, 4, 4),
    ],
)
def test_compiled_rows_are_not_written_beyond_their_end(wrong: Any) -> None:
    both = rows(8)
    before = both.copy()
    with pytest.raises(IndexError):
        wrong(both[0], both[1])
    assert (both == before).all()
