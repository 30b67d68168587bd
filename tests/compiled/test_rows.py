"""Rows are cleared and copied the same way in every form, and compiled code looks whether the places are there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tatze.compiled import replacements, row_drivers
from tatze.compiled.builder import build
from tatze.core.layout import clear, copy_numbers, spread_numbers
from tests.compiled.test_builder import module_of

SOURCE = """
from tatze.core.layout import clear, copy_numbers, spread_numbers
def do_clear(row, n):
    clear(row, n)
def do_copy(source, first, out, at, n):
    copy_numbers(source, first, out, at, n)
def do_spread(source, n, out, at, step):
    spread_numbers(source, n, out, at, step)
"""
USERS = module_of("row_users", SOURCE)
USERS.__dict__["GENERATED"] = SOURCE
FORM = build("cpu", [USERS], {})
DEVICE = build("plain", [row_drivers, replacements], {"same_place": replacements.never_same})


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
    DEVICE.copy_each(source, 3, each, 5, 11)
    DEVICE.spread_each(source, 5, each, 0, 4)
    assert out.tolist() == plain == each


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
