"""The puzzles that ship with a game are graded by the levels that there are."""

from __future__ import annotations

import pytest

from tatze.bots import LEVELS
from tatze.review.puzzle_maker import grade, graded_again
from tatze.review.puzzles import puzzles_of
from tests.review.games import TRAINED


@pytest.mark.parametrize("name", TRAINED)
def test_every_puzzle_has_the_grade_that_follows_from_all_levels(name: str) -> None:
    for puzzle in puzzles_of(name):
        assert tuple(puzzle.found) == LEVELS
        assert puzzle.level == grade(puzzle.found)


@pytest.mark.parametrize("name", TRAINED)
def test_a_puzzle_that_is_graded_again_is_as_before(name: str) -> None:
    for puzzle in puzzles_of(name)[:3]:
        assert graded_again(name, puzzle) == puzzle
