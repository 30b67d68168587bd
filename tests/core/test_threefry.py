"""Threefry's published vectors, and that its numbers are even."""

from __future__ import annotations

import pytest

from tatze.core.threefry import CHOICE, DEAL, below, block, shuffle


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ((0, 0), (0, 0), (0x9D1C5EC6, 0x8BD50731)),
        ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0xFD36D048, 0x2D17272C)),
        ((0x243F6A88, 0x85A308D3), (0x13198A2E, 0x03707344), (0xBA3E4725, 0xF27D669E)),
    ],
)
def test_the_published_vectors(counter: tuple[int, int], key: tuple[int, int], expected: tuple[int, int]) -> None:
    assert block(*key, *counter) == expected


def test_shuffles_are_even_and_depend_on_their_purpose() -> None:
    places = [0] * 5
    for game in range(5000):
        items = list(range(5))
        shuffle(items, 5, 1, game, DEAL)
        assert sorted(items) == [0, 1, 2, 3, 4]
        places[items.index(0)] += 1
    assert all(900 < count < 1100 for count in places)
    first, second = list(range(50)), list(range(50))
    shuffle(first, 50, 1, 1, DEAL)
    shuffle(second, 50, 1, 1, CHOICE)
    assert first != second


def test_below_reaches_every_number_and_no_other() -> None:
    assert [below(word, 3) for word in (0, 0x55555555, 0x55555556, 0xAAAAAAAB, 0xFFFFFFFF)] == [0, 0, 1, 2, 2]
