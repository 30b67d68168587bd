"""Thermometer encoding: counts as ones followed by zeros."""

from __future__ import annotations

import pytest

from tatze.core.thermometer import exact_thermometer, thermometer, two_scale_thermometer


@pytest.mark.parametrize(("count", "ones"), [(0, 0), (3, 3), (5, 5), (9, 5)])
def test_a_count_is_as_many_ones_as_fit(count: int, ones: int) -> None:
    out = [0] * 7
    thermometer(out, 1, count, 5)
    assert out == [0] + [1] * ones + [0] * (6 - ones)


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, "000 00"), (3, "111 00"), (6, "111 00"), (7, "111 10"), (11, "111 11"), (40, "111 11")],
)
def test_a_gauge_goes_on_in_larger_steps(count: int, expected: str) -> None:
    out = [0] * 5
    two_scale_thermometer(out, 0, count, 3, 4, 2)
    assert out == [int(sign) for sign in expected.replace(" ", "")]


def test_the_exact_form_tells_all_counts_apart_that_its_places_reach() -> None:
    rows = []
    for count in range(12):
        out = [0] * 8
        exact_thermometer(out, 0, count, 3, 4, 2)
        rows.append(tuple(out))
    assert len(set(rows)) == 12
    assert rows[6] == (1, 1, 1, 0, 0, 1, 1, 1)
    assert rows[7] == (1, 1, 1, 1, 0, 0, 0, 0)
