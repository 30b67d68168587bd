"""Setups: the usual choices, and what is refused."""

from __future__ import annotations

import pytest

import tatze
from tatze.core.errors import SetupError
from tatze.core.setup import option_text, yes_or_no


def test_the_usual_number_of_players_is_taken_from_the_rule_set_or_the_names() -> None:
    assert tatze.linko().setup.players == 4
    assert tatze.linko(rules="duel").setup.players == 2
    assert tatze.linko(names=["a", "b", "c"]).setup.players == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rules": "hard"}, 'no rule set "hard"; it has base, advanced'),
        ({"players": 2}, "is for 3 to 5 players, not 2"),
        ({"rules": "duel", "players": 3}, "is for 2 players, not 3"),
        ({"start": 4}, "seat 4 cannot start"),
        ({"start": -1}, "seat -1 cannot start"),
        ({"names": ["a", "b", "c", ""]}, "a name has 1 to 24"),
        ({"names": ["a", "b", "c", 'x"y']}, "no quotation mark"),
        ({"names": ["a", "b", "c", "x\ny"]}, "printable"),
        ({"names": ["a"] * 3, "players": 4}, "3 names for 4 players"),
        ({"shadow_part": True}, 'no option "shadow_part"; it has none'),
        ({"rules": "duel", "shadow_part": "maybe"}, '"yes" or "no", not "maybe"'),
        ({"rules": "duel", "jokers": 3}, 'no option "jokers"; it has shadow_part'),
    ],
)
def test_an_impossible_game_is_refused_with_what_would_be_right(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        tatze.linko(**arguments)  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize(
    ("value", "text"), [(True, "yes"), (False, "no"), ([1, 2], "1 2"), (("a", "b"), "a b"), (3, "3"), ("x", "x")]
)
def test_a_value_from_python_is_spelled_as_a_person_would(value: object, text: str) -> None:
    assert option_text(value) == text


def test_yes_and_no_have_several_spellings() -> None:
    assert [yes_or_no("x", text) for text in ("yes", "1", "on", "true", "no", "0", "off", "false")] == [1] * 4 + [0] * 4
    with pytest.raises(SetupError, match='x is "yes" or "no", not "maybe"'):
        yes_or_no("x", "maybe")
