"""Views as data, notation and words."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from string import Formatter
from xml.etree import ElementTree

import pytest

from tatze.core.setup import make_setup
from tatze.core.words import load_words
from tatze.games.verflixxt import GAME
from tests.games.verflixxt.position import position
from tests.helpers import states


def test_a_view_is_plain_data() -> None:
    s = position("start:AB . L:Ag steal -5:B finish", ["+3 L", "-8"], die=4, rules="combined").s
    view = GAME.show(GAME.view(s, 1))
    assert json.loads(json.dumps(asdict(view))) == {
        "seat": 1,
        "players": 2,
        "start": 0,
        "turn": 0,
        "actor": 0,
        "phase": "move",
        "die": 4,
        "acting": None,
        "track": [
            {"number": 0, "tile": "start", "pieces": [1, 1], "guards": 0},
            {"number": 2, "tile": "L", "pieces": [1, 0], "guards": 1},
            {"number": 3, "tile": "steal", "pieces": [0, 0], "guards": 0},
            {"number": 4, "tile": "-5", "pieces": [0, 1], "guards": 0},
            {"number": 5, "tile": "finish", "pieces": [1, 1], "guards": 0},
        ],
        "towers": [["+3", "L"], ["-8"]],
        "home": [1, 1],
        "luck_below": False,
        "scores": [3, -8],
    }


def test_the_die_and_the_end_have_no_actor() -> None:
    rolling = GAME.show(position("start:A -1 finish").s)
    assert (rolling.actor, rolling.die, rolling.phase) == (None, None, "roll")


@pytest.mark.parametrize(
    ("text", "action"),
    [("d1", 0), ("D6", 5), ("m0", 6), ("m 72", 78), ("g1", 79), ("g72", 150), ("steal:A", 151), ("STEAL: f", 156)],
)
def test_notation(text: str, action: int) -> None:
    assert GAME.read(text) == action
    assert GAME.read(GAME.write(action)) == action
    assert GAME.actions == 157


@pytest.mark.parametrize("text", ["", "d0", "d7", "m73", "g0", "g73", "m", "m-1", "steal", "steal:G", "steal:AB", "m²"])
def test_what_is_no_action_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(ValueError, match=r"not an action of verflixxt: a roll is written d4"):
        GAME.read(text)


def test_tiles_have_a_text_and_come_back_from_it() -> None:
    for tile in [*range(-10, 0), *range(1, 9), 9]:
        assert GAME.read_item(GAME.write_item(tile)) == tile
    assert (GAME.write_item(5), GAME.write_item(-3), GAME.write_item(9)) == ("+5", "-3", "L")


def test_both_languages_say_the_same_things_with_the_same_parameters() -> None:
    english, german = load_words("tatze.games.verflixxt", "en"), load_words("tatze.games.verflixxt", "de")
    assert list(english) == list(german)
    for key in english:
        assert parameters(english[key]) == parameters(german[key]), key


def test_every_event_rule_set_option_and_reason_has_its_sentence() -> None:
    english = load_words("tatze.games.verflixxt", "en")
    for kind in GAME.events.values():
        assert parameters(english[f"event.{kind.name}"]) <= set(kind.fields)
        if "seat" in kind.fields:
            assert parameters(english[f"event.{kind.name}.you"]) <= set(kind.fields) - {"seat"}
    keys = {f"ruleset.{name}" for name in GAME.rule_sets} | {f"option.{name}" for name in GAME.options}
    assert keys | {f"reason.{reason}" for reason in GAME.reasons.values()} <= set(english)


def parameters(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_the_picture_is_one_drawing_and_escapes_names() -> None:
    s = position("start:AB . L:Ag steal -5:B finish", ["+3 L", "-8"], die=4, rules="combined").s
    picture = GAME.picture(GAME.view(s, 1), ("<Ida>", "B & 'C'"))
    assert picture.startswith("<svg")
    assert picture.endswith("</svg>")
    assert "&lt;Ida&gt;" in picture
    assert "<Ida>" not in picture
    ElementTree.fromstring(picture)
    assert not re.search('href="[^#]|url\\([^#]|<script', picture)


def test_every_moment_of_a_game_can_be_drawn() -> None:
    for rules, players in (("base", 2), ("combined", 6)):
        for s, _, _ in states(GAME, make_setup(GAME, rules, players), seed=1):
            ElementTree.fromstring(GAME.picture(GAME.view(s, 0), ()))
