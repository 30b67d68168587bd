from __future__ import annotations

import re
import string

import pytest

from tatze.core.words import LANGUAGES, load_words
from tatze.games import BUILT_IN, game_named
from tatze.terminal.commands import COMMANDS

PACKAGES = ["tatze.terminal", *(f"tatze.{part}.{name}" for name in BUILT_IN for part in ("games", "terminal"))]


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


@pytest.mark.parametrize("package", PACKAGES)
def test_german_and_english_have_the_same_sentences_with_the_same_gaps(package: str) -> None:
    english, german = (load_words(package, lang) for lang in LANGUAGES)
    assert set(english) == set(german)
    for key, text in english.items():
        assert placeholders(text) == placeholders(german[key]), key


@pytest.mark.parametrize("package", PACKAGES)
def test_no_sentence_is_empty(package: str) -> None:
    for lang in LANGUAGES:
        assert all(text.strip() for text in load_words(package, lang).values())


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_event_reason_and_rule_set_has_its_sentence(name: str) -> None:
    game = game_named(name)
    words = load_words(f"tatze.games.{name}", "en")
    own = load_words(f"tatze.terminal.{name}", "en")
    for kind in game.events.values():
        assert f"event.{kind.name}" in words
        assert (f"event.{kind.name}.you" in words) == (kind.fields[0] == "seat"), kind.name
    assert {f"reason.{reason}" for reason in game.reasons.values()} <= set(words)
    assert {f"ruleset.{rules}" for rules in game.rule_sets} <= set(words)
    assert {f"ruleset.{rules}.name" for rules in game.rule_sets} <= set(own)
    assert {f"option.{option}" for option in game.options} <= set(words)


def test_no_sentence_of_the_screen_hides_one_of_the_game() -> None:
    for name in BUILT_IN:
        assert not set(load_words(f"tatze.games.{name}", "en")) & set(load_words(f"tatze.terminal.{name}", "en"))


def test_no_two_commands_have_the_same_name() -> None:
    for lang in LANGUAGES:
        words = load_words("tatze.terminal", lang)
        names = [name for command in COMMANDS for name in words[f"command.{command}"].split()]
        assert len(names) == len(set(names))


def test_no_command_takes_an_actions_word() -> None:
    for lang in LANGUAGES:
        understood = [load_words("tatze.terminal", either) for either in ("en", lang)]
        commands = {name for words in understood for key in COMMANDS for name in words[f"command.{key}"].split()}
        linko = load_words("tatze.terminal.linko", lang)
        actions = {word for key, text in linko.items() if key.startswith("typed.") for word in text.split()}
        assert not commands & actions


def test_abluxxen_is_spelt_with_two_x() -> None:
    for package in PACKAGES:
        for lang in LANGUAGES:
            assert not re.search(r"lux(?!x)", " ".join(load_words(package, lang).values()))
