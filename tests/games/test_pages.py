"""The rules pages as the terminal and the command line show them."""

from __future__ import annotations

import re

import pytest

from tatze.core.words import LANGUAGES
from tatze.games import BUILT_IN, game_named
from tatze.games.pages import rule_text, rules_page

RULE_SETS = [(game, rules) for game in BUILT_IN for rules in game_named(game).rule_sets]


def numbers(game: str, page: str) -> list[int]:
    return [int(number) for number in re.findall(rf"^### {game_named(game).letter}-(\d+) · ", page, re.MULTILINE)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "rules"), RULE_SETS)
def test_the_page_of_a_rule_set_has_the_rules_that_hold_in_it(name: str, rules: str, lang: str) -> None:
    game = game_named(name)
    whole = numbers(name, rules_page(game, lang))
    held = [number for number in whole if rules in game.limited_rules.get(number, (rules,))]
    page = rules_page(game, lang, rules)
    assert numbers(name, page) == held
    assert not re.search(r"^## .+\s+(?=## |\Z)", page, re.MULTILINE), "a heading without rules or text"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_rule_can_be_read_alone_with_or_without_an_example(name: str, lang: str) -> None:
    game = game_named(name)
    for number in numbers(name, rules_page(game, lang)):
        rule = rule_text(game, number, lang)
        assert rule, number
        assert "```" not in rule.text
        assert rule.source.startswith("*")


@pytest.mark.parametrize("name", BUILT_IN)
def test_names_that_only_programs_use_stand_in_the_appendix_alone(name: str) -> None:
    for lang, heading in (("en", "## For programs"), ("de", "## Für Programme")):
        before, _, appendix = rules_page(game_named(name), lang).partition(heading)
        named = [*game_named(name).rule_sets, *game_named(name).options]
        assert not [word for word in named if f"`{word}`" in before]
        assert all(f"`{word}`" in appendix for word in named)
