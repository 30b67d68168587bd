from __future__ import annotations

import re
import string
from importlib.resources import files

import pytest

from tatze.core.chance import Fairness
from tatze.core.errors import SetupError
from tatze.core.game import LETTERS
from tatze.core.layout import CHANCE
from tatze.core.record import read_record
from tatze.core.words import LANGUAGES
from tatze.games import BUILT_IN, game_named
from tatze.games.pages import rule_text
from tatze.lessons import LEARNER, Lesson, LessonTable, lesson_minutes, lesson_named, lesson_words, lessons

ALL = [name for game in BUILT_IN for name in lessons(game)]
WHOLE = {"title", "about", "end"}
DICE = Fairness.from_seed(7)


def table_of(lesson: Lesson) -> LessonTable:
    return LessonTable(lesson, lesson.setup.names, DICE)


def all_words(lang: str) -> dict[str, str]:
    """The sentences of all lessons."""
    return {key: text for game in BUILT_IN for key, text in lesson_words(game, lang).items()}


def sentences(name: str, lang: str) -> dict[str, str]:
    """What a lesson says, by the rest of the key."""
    words = all_words(lang)
    return {key.removeprefix(f"{name}."): text for key, text in words.items() if key.startswith(f"{name}.")}


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def test_every_rule_set_has_its_lesson_and_there_is_no_other() -> None:
    for game in BUILT_IN:
        for name, rules in zip(lessons(game), game_named(game).rule_sets, strict=True):
            lesson = lesson_named(name)
            assert (lesson.game.name, lesson.setup.rules) == (game, rules)
        there = {file.name for file in files(game_named(game).package).joinpath("lessons").iterdir()}
        assert {name for name in there if name.endswith(".tatze")} == {
            f"{rules}.tatze" for rules in game_named(game).rule_sets
        }


def test_an_unknown_lesson_is_refused_with_those_there_are() -> None:
    with pytest.raises(SetupError, match="linko-base"):
        lesson_named("linko-chess")


def test_a_lesson_takes_as_long_as_its_sentences_and_decisions_need() -> None:
    minutes = {name: lesson_minutes(name) for name in ALL}
    assert set(minutes.values()) <= {1, 2, 3}
    assert all(minutes[lessons(game)[0]] == max(minutes[name] for name in lessons(game)) for game in BUILT_IN)


@pytest.mark.parametrize("name", ALL)
def test_a_lesson_is_short_and_the_learner_acts_soon(name: str) -> None:
    actors = [entry.actor for entry in lesson_named(name).entries]
    assert 4 <= actors.count(LEARNER) <= 12
    assert actors.index(LEARNER) <= 2
    assert len(actors) <= 36


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_every_decision_of_the_learner_has_its_sentence_and_nothing_else_has(name: str, lang: str) -> None:
    entries = list(enumerate(lesson_named(name).entries))
    own = {str(number) for number, entry in entries if entry.actor == LEARNER}
    others = {f"after.{number}" for number, entry in entries if entry.actor != LEARNER}
    said = sentences(name, lang)
    of_key_decisions = {key for key in said if re.match(r"\d+\.", key)}
    assert own | WHOLE <= set(said)
    assert set(said) - of_key_decisions <= own | WHOLE | others
    assert all(text.strip() for text in said.values())


@pytest.mark.parametrize("name", ALL)
def test_a_lesson_asks_at_key_decisions_and_explains_other_choices_there(name: str) -> None:
    said = sentences(name, "en")
    table = table_of(lesson_named(name))
    asked = 0
    while table.scripted is not None:
        number = len(table.entries)
        about = {key.removeprefix(f"{number}.") for key in said if key.startswith(f"{number}.")}
        assert table.asks == ("ask" in about)
        if table.asks:
            asked += 1
            assert table.actor == LEARNER
            assert "wrong" in about
            explained = {key.removeprefix("wrong.") for key in about if key.startswith("wrong.")}
            assert explained <= set(table.legal) - {table.game.write(table.scripted)}
            assert about <= {"ask", "wrong", "right"} | {f"wrong.{action}" for action in explained}
        else:
            assert not about
        table.play(table.scripted)
    assert asked >= 1


def test_every_sentence_belongs_to_a_lesson_and_the_titles_are_in_order() -> None:
    for lang in LANGUAGES:
        keys = all_words(lang)
        assert {key.split(".")[0] for key in keys} == set(ALL)
        assert [key.removesuffix(".title") for key in keys if key.endswith(".title")] == ALL


def test_german_and_english_have_the_same_sentences_names_and_rules() -> None:
    english, german = (all_words(lang) for lang in LANGUAGES)
    assert set(english) == set(german)
    for key, text in english.items():
        assert placeholders(text) == placeholders(german[key]), key
        assert set(re.findall(r"[LV]-\d+", text)) == set(re.findall(r"[LV]-\d+", german[key])), key


@pytest.mark.parametrize("name", ALL)
def test_only_opponents_are_named_and_only_rules_that_there_are(name: str) -> None:
    lesson = lesson_named(name)
    opponents = set(LETTERS[1 : lesson.setup.players])
    for text in sentences(name, "en").values():
        assert placeholders(text) <= opponents
        for letter, number in re.findall(r"([A-Z])-(\d+)", text):
            assert letter == lesson.game.letter
            assert rule_text(lesson.game, int(number), "en")


def test_abluxxen_is_spelt_with_two_x() -> None:
    for lang in LANGUAGES:
        assert not re.search(r"lux(?!x)", " ".join(all_words(lang).values()))


@pytest.mark.parametrize("name", ALL)
def test_whoever_follows_the_script_comes_to_its_end(name: str) -> None:
    lesson = lesson_named(name)
    table = table_of(lesson)
    while table.scripted is not None:
        table.play(table.scripted)
    assert table.step == len(lesson.entries)
    assert tuple(table.entries)[: len(lesson.entries)] == lesson.entries


@pytest.mark.parametrize("name", ALL)
def test_a_step_counts_what_was_followed_rolls_included(name: str) -> None:
    lesson = lesson_named(name)
    table = table_of(lesson)
    while table.scripted is not None:
        assert table.step == len(table.kept_entries)
        assert lesson.entries[len(table.kept_entries)].actor == table.actor
        table.play(table.scripted)


def stands(table: LessonTable) -> tuple[int | None, int | None, int]:
    return table.step, table.scripted, table.actor


@pytest.mark.parametrize("name", ALL)
def test_the_script_ends_where_the_learner_goes_another_way_and_goes_on_after_an_undo(name: str) -> None:
    lesson = lesson_named(name)
    table = table_of(lesson)
    while table.actor != LEARNER or len(table.legal_actions) < 2:
        assert table.scripted is not None
        table.play(table.scripted)
    before = stands(table)
    table.play(next(action for action in table.legal_actions if action != table.scripted))
    assert stands(table)[:2] == (None, None)
    assert table.actor != CHANCE  # the dice fall all the same
    table.undo(LEARNER, table.undo_to(LEARNER))
    assert stands(table) == before
    assert read_record(table.record()).replay(lesson.game).kept_entries == table.kept_entries


def test_an_undo_goes_back_over_the_moves_of_others_to_the_learners_last_decision() -> None:
    table = table_of(lesson_named("linko-base"))
    assert table.undo_to(LEARNER) == 0
    table.play("5x2")
    table.play("deck")
    table.play("13")
    assert table.undo_to(LEARNER) == 2
    table.undo(LEARNER, 2)
    assert table.actor == LEARNER
    assert table.scripted == table.game.read("pool:5")


@pytest.mark.parametrize("name", ALL)
def test_the_record_of_a_lesson_that_was_left_can_be_replayed(name: str) -> None:
    lesson = lesson_named(name)
    table = table_of(lesson)
    for number in range(12):
        if table.over:
            break
        legal = table.legal_actions
        table.play(legal[number % len(legal)])
    record = read_record(table.record())
    assert record.fairness() is None
    assert record.replay(lesson.game).state.turn == table.state.turn
