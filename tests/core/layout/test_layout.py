"""Layouts: states of all widths and shapes are made, copied, packed and checked."""

from __future__ import annotations

from typing import Annotated

import pytest

from tatze.core.errors import TatzeError
from tatze.core.layout import Grid, Int, Layout, Row, State, copy_numbers, spread_numbers


class Sample(State):
    """A state with a field of every shape."""

    wide: Annotated[int, Int(16)]
    row: Annotated[Row, Int(8, (3,))]
    grid: Annotated[Grid, Int(16, (2, 2))]


LAYOUT = Layout(Sample)


def sample() -> Sample:
    s = LAYOUT.new()
    s.wide = -300
    s.row[:] = [1, -2, 3]
    s.grid[1][0] = 1000
    return s


def test_a_packed_state_comes_back() -> None:
    again = LAYOUT.unpack(LAYOUT.pack(sample()))
    assert (again.wide, again.row, again.grid) == (-300, [1, -2, 3], [[0, 0], [1000, 0]])
    assert list(LAYOUT.values(again)) == [0] * 7 + [-300, 1, -2, 3, 0, 0, 1000, 0]


@pytest.mark.parametrize("change", [b"", b"x"])
def test_bytes_of_another_length_are_refused(change: bytes) -> None:
    data = LAYOUT.pack(sample())
    wrong = data + change if change else data[:-1]
    with pytest.raises(TatzeError, match=f"has {len(data)} bytes, not {len(wrong)}"):
        LAYOUT.unpack(wrong)


def test_a_copy_is_independent_and_has_no_events() -> None:
    s = sample()
    s.events.append((1, 0, 0, 0, 0, 0))
    twin = LAYOUT.copy(s)
    twin.row[0] = 9
    twin.grid[0][0] = 9
    assert (s.row[0], s.grid[0][0], twin.events) == (1, 0, [])


def test_the_checked_form_refuses_what_does_not_fit() -> None:
    s = LAYOUT.checked()
    s.wide, s.row[0], s.grid[0][0] = 32767, -128, -32768
    with pytest.raises(OverflowError, match="wide = 32768 does not fit"):
        s.wide = 32768
    with pytest.raises(OverflowError, match="128 does not fit"):
        s.row[0] = 128
    with pytest.raises(OverflowError, match="40000 does not fit"):
        s.grid[0][0] = 40000


def test_the_checked_form_refuses_negative_indices() -> None:
    s = LAYOUT.checked()
    for index in (lambda: s.row[-1], lambda: s.grid[-1], lambda: s.grid[0][-1]):
        with pytest.raises(IndexError, match="negative index -1"):
            index()
    with pytest.raises(IndexError, match="negative index -1"):
        s.row[-1] = 0
    assert (s.row[:2], s.grid[:1]) == ([0, 0], [[0, 0]])


def test_the_checked_form_refuses_slices_beyond_the_end_and_numbers_that_do_not_fit() -> None:
    s = LAYOUT.checked()
    with pytest.raises(IndexError, match="the places 2 to 3 of 3"):
        copy_numbers([1, 2], 0, s.row, 2, 2)
    with pytest.raises(IndexError, match="the places -1 to 0 of 3"):
        copy_numbers(s.row, -1, s.row, 0, 2)
    with pytest.raises(IndexError, match="1 numbers for 2 places"):
        copy_numbers([7], 0, s.row, 0, 2)
    with pytest.raises(OverflowError, match="128 does not fit"):
        copy_numbers([1, 128], 0, s.row, 0, 2)
    copy_numbers([5, 6, 7], 1, s.row, 1, 2)
    spread_numbers([8, 9], 2, s.row, 0, 2)
    assert s.row == [8, 6, 9]
