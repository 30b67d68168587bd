"""Reviews as JSON, and the extras that a review needs."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date

import pytest

from tatze.core.errors import RecordError
from tatze.review.files import read_data, read_review, review_text
from tatze.review.puzzles import Puzzle, puzzle_of_the_day, puzzles_of
from tests.review.games import TRAINED, reviewed


@pytest.mark.parametrize("name", TRAINED)
def test_a_review_is_read_back_as_it_was_written(name: str) -> None:
    assert read_review(review_text(reviewed(name))) == reviewed(name)


def test_a_text_that_is_no_review_is_refused_in_one_line() -> None:
    data = json.loads(review_text(reviewed("verflixxt")))
    for text, reason in [
        ("{", "not a review"),
        ("[]", "GameReview has the fields"),
        (json.dumps({**data, "depth": "blitz"}), "depth cannot be 'blitz'"),
        (json.dumps({**data, "complete": 1}), "complete cannot be 1"),
        (json.dumps({**data, "start": 1}), "start cannot be 1"),
        (json.dumps({**data, "start": [True]}), "start cannot be True"),
    ]:
        with pytest.raises(RecordError, match=reason):
            read_review(text)


def test_a_missing_package_is_named_with_its_extra() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "import tatze\n"
        "table = tatze.verflixxt(players=2, seed=1)\n"
        "for call in (lambda: tatze.review_game(table), lambda: tatze.evaluate(table, 0)):\n"
        "    try: call()\n"
        "    except tatze.core.errors.MissingExtra as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["a review needs NumPy and Numba: pip install 'tatze[compiled]'"] * 2


def test_a_puzzle_of_the_day_follows_the_date() -> None:
    assert puzzle_of_the_day("pounce", date(2026, 1, 1)) is None
    puzzle = {"id": "a", "rules": "base", "position": "p", "right": ["7"], "gap": 1, "gap_low": 0.5, "level": 2}
    assert read_data(Puzzle, {**puzzle, "found": {"cat": 0.5}}).gap == 1.0
    assert puzzles_of("pounce") == ()
