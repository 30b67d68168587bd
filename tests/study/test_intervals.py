"""Intervals, on data whose answers are known."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt

import pytest

from tatze.study.intervals import mean, proportion, quantile, spread


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(10, 100, 0.05523, 0.17437), (0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0), (1, 2, 0.09453, 0.90547)],
)
def test_a_proportion_has_wilsons_interval(successes: int, n: int, low: float, high: float) -> None:
    found = proportion(successes, n)
    assert found.value == successes / n
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-5)


@pytest.mark.parametrize("p", [0.05, 0.3, 0.5, 0.9])
def test_nineteen_of_twenty_intervals_hold_the_true_proportion(p: float) -> None:
    n, covered = 200, 0.0
    for k in range(n + 1):
        found = proportion(k, n)
        if found.low <= p <= found.high:
            covered += comb(n, k) * p**k * (1 - p) ** (n - k)
    assert 0.93 < covered < 0.97


def test_a_mean_has_the_normal_interval() -> None:
    found = mean(Counter([1, 2, 3, 4, 5]))
    assert found.value == 3
    assert found.high - found.value == pytest.approx(1.959964 * sqrt(2.5) / sqrt(5))
    assert found.value - found.low == pytest.approx(found.high - found.value)


def test_seats_of_one_game_do_not_narrow_the_interval_of_a_mean() -> None:
    scores = Counter({-3: 50, 4: 150})
    alone, together = mean(scores), mean(scores, games=50)
    assert together.high - together.value == pytest.approx(2 * (alone.high - alone.value))


def test_the_spread_is_the_standard_deviation_of_a_sample() -> None:
    found = spread(Counter({2: 1, 4: 3, 5: 2, 7: 1, 9: 1}))
    assert found.value == pytest.approx(sqrt(32 / 7))
    assert found.low < found.value < found.high
    assert spread(Counter([4])) == spread(Counter([4, 4, 4])) == (0, 0, 0)


def test_a_quantile_is_a_value_that_came_with_the_interval_of_its_rank() -> None:
    hundred = Counter(range(1, 101))
    assert quantile(hundred, 0.5) == (50, 40, 61)
    assert quantile(hundred, 0.05) == (5, 1, 11)
    assert quantile(Counter([7]), 0.95) == (7, 7, 7)
