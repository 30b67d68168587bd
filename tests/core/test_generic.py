"""What a game gets that leaves fields of its record out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tatze.core.game import Detail, EventKind, Game
from tatze.core.layout import EVERYONE, OMNISCIENT
from tatze.core.observation import bounds
from tatze.core.outline import Outline, OutlineLine
from tatze.core.words import LANGUAGES, game_words, load_words
from tatze.games import game_named, game_names
from tests.helpers import open_table, random_table

NAMES = ("Ada", "Ben", "Cleo")
NONE: Any = None


def pounce() -> Game[Any]:
    return game_named("pounce")


def test_the_generic_hide_shows_a_seat_its_own_rows_and_nobody_the_secret_fields() -> None:
    table = open_table("pounce", "base", 3)
    mine, everybody = table.view(1), table.view(EVERYONE)
    assert mine.hand[1] == table.state.hand[1]
    assert sum(mine.hand[0]) == sum(everybody.hand[1]) == 0
    assert sum(table.state.deck) > 0 == sum(mine.deck)
    assert mine.held == table.state.held


def test_a_game_that_hides_nothing_needs_no_views() -> None:
    open_game = replace(pounce(), name="open_pounce", private=(), secret=(), hide=NONE, unseen=NONE, fill=NONE)
    s = open_table("pounce", "base", 2).state
    view = open_game.view(s, 0)
    assert view.deck == s.deck
    assert open_game.unseen(view, []) == 0
    open_game.fill(view, [])
    assert view.viewer == OMNISCIENT


def test_the_generic_own_laid_over_everybodys_view_is_the_seats_view() -> None:
    table = random_table("pounce", "base", 3, seed=2, stop=9)
    for seat in range(3):
        assert replace(table.show(), seat=seat, **pounce().own(table.state, seat)) == table.show(seat)


def test_the_generic_observation_has_every_number_of_the_layout() -> None:
    game, table = pounce(), random_table("pounce", "base", 3, seed=2, stop=9)
    view, out = table.view(0), [0] * game.observation.length
    view.points[1] = 300
    game.observation.observe(view, out)
    assert out == [min(127, number) for number in game.layout.values(view)]
    assert bounds(game.observation.blocks, len(out)) == ([-128] * len(out), [127] * len(out))
    assert [block.name for block in game.observation.blocks] == list(game.layout.fields)


def test_the_generic_bot_chooses_the_same_in_equal_views_and_not_always_the_first() -> None:
    places = set()
    for seed in range(20):
        table = random_table("pounce", "base", 3, seed=seed, stop=5)
        view, legal = table.view(table.actor), table.legal_actions
        chosen = pounce().bots.thumb(view, legal, len(legal))
        assert chosen == pounce().bots.thumb(pounce().view(view, table.actor), legal, len(legal))
        places.add(legal.index(chosen))
    assert len(places) > 2


def test_the_generic_picture_is_svg_and_says_what_the_caption_says() -> None:
    table = random_table("pounce", "base", 3, seed=2, stop=9)
    picture = pounce().picture(table.view(0), ("<Ada>", "Ben & Co", "Cleo"))
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("svg")
    assert root.get("aria-label") == pounce().caption(table.view(0), ("<Ada>", "Ben & Co", "Cleo"))
    assert "Ben & Co" in str(root.get("aria-label"))


def test_a_rule_without_words_of_its_own_is_named() -> None:
    table = open_table("pounce", "base", 2)
    refusal = table.why_not("d1")
    assert refusal
    assert refusal.detail == Detail("why.rule", {"rule": "P-2"})


def test_a_game_may_say_a_rule_and_an_event_in_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "some_words"
    folder.mkdir()
    (folder / "words.en.json").write_text('{"why.2": "first the die", "event.drew": "A card!"}', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = replace(pounce(), package="some_words", why=NONE)
    s = open_table("pounce", "base", 2).state
    assert game.say("en", *_parts(game.why(s, 0, 2))) == "first the die"
    assert game.words("en")["event.drew"] == "A card!"
    assert game.words("de")["event.drew"] == "{seat}: drew."
    assert game.words("en")["event.drew.you"] == "You: drew, card {card}."


def _parts(detail: Detail) -> tuple[str, Any]:
    return detail.key, detail.params


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_title_and_words_for_its_rule_sets_reasons_and_events(name: str) -> None:
    game = game_named(name)
    for lang in LANGUAGES:
        words = game_words(game, lang)
        keys = ["title", "notation", *(f"reason.{reason}" for reason in game.reasons.values())]
        keys += [f"event.{kind.name}" for kind in game.events.values()]
        keys += [f"ruleset.{rules}.name" for rules in game.rule_sets]
        assert all(words[key] for key in keys)


def test_an_event_of_the_table_is_a_sentence_too() -> None:
    game = replace(pounce(), events={1: EventKind("card_turned", ("card",))})
    assert game.words("en")["event.card_turned"] == "Card turned, card {card}."


def test_generic_words_are_the_same_in_both_languages() -> None:
    english, german = (load_words("tatze.core", lang) for lang in LANGUAGES)
    assert english.keys() == german.keys()


def test_nested_data_is_an_outline_with_names_for_seats() -> None:
    data = {"turn": 1, "deck": None, "open": True, "hands": [[3, 4], [], [5]], "piles": [{"top": 2}, {"top": None}]}
    assert list(Outline(NAMES, game_words(pounce(), "en")).lines(data)) == [
        OutlineLine(0, "turn", "Ben"),
        OutlineLine(0, "deck", "–"),
        OutlineLine(0, "open", "yes"),
        OutlineLine(0, "hands"),
        OutlineLine(1, "Ada", "3 4"),
        OutlineLine(1, "Ben", "–"),
        OutlineLine(1, "Cleo", "5"),
        OutlineLine(0, "piles"),
        OutlineLine(1, "1", "top 2"),
        OutlineLine(1, "2", "top –"),
    ]
