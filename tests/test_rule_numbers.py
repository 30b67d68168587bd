"""Every rule has a number, a sentence in both languages, a place in the code and a test: three places, one number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tatze.games import BUILT_IN, game_named

ROOT = Path(__file__).parents[1]


def headings(game: str, suffix: str) -> list[str]:
    text = (ROOT / "docs" / "rules" / f"{game}{suffix}.md").read_text(encoding="utf-8")
    return re.findall(rf"^### ({game_named(game).letter}-\d+) · \S", text, re.MULTILINE)


def mentioned(game: str, *folders: str) -> set[str]:
    """The rule numbers that stand anywhere in these folders."""
    found: set[str] = set()
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            found.update(re.findall(rf"\b{game_named(game).letter}-\d+\b", path.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("game", BUILT_IN)
def test_rules_are_numbered_without_gaps_and_alike_in_both_languages(game: str) -> None:
    letter = game_named(game).letter
    english = headings(game, "")
    assert english == [f"{letter}-{number}" for number in range(1, len(english) + 1)]
    assert headings(game, ".de") == english


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_rule_has_its_place_in_the_code_and_a_test(game: str) -> None:
    rules = set(headings(game, ""))
    in_code = mentioned(game, "src/tatze/core", f"src/tatze/games/{game}")
    in_tests = mentioned(game, "tests")
    assert rules - in_code == set(), "no place in the code"
    assert rules - in_tests == set(), "no test"
    assert in_code - rules == set(), "the code names rules that no page has"


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_rule_says_where_it_comes_from(game: str) -> None:
    for suffix, word in (("", "Source"), (".de", "Quelle")):
        text = (ROOT / "docs" / "rules" / f"{game}{suffix}.md").read_text(encoding="utf-8")
        rules = re.split(r"^### ", text, flags=re.MULTILINE)[1:]
        assert all(f"*{word}: " in rule for rule in rules)
