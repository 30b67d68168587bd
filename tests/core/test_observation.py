"""Blocks of an observation cover every place once."""

from __future__ import annotations

import pytest

from tatze.core.observation import Block, bounds

FIRST = Block("first", at=0, count=2, low=0, high=1)
PAIRS = Block("pairs", at=2, count=1, low=-3, high=9, repeat=2, stride=2)
BETWEEN = Block("between", at=3, count=1, low=0, high=5)


def test_a_repeated_block_lies_at_its_strides() -> None:
    assert PAIRS.places() == [2, 4]
    assert bounds([FIRST, PAIRS, BETWEEN], 5) == ([0, 0, -3, 0, -3], [1, 1, 9, 5, 9])


@pytest.mark.parametrize("blocks", [[FIRST, PAIRS], [FIRST, PAIRS, BETWEEN, BETWEEN]])
def test_a_place_without_a_block_or_with_two_is_refused(blocks: list[Block]) -> None:
    with pytest.raises(ValueError, match="do not cover the places 0 to 4 once each"):
        bounds(blocks, 5)
