"""The named opponents, and the bots behind their names."""

from __future__ import annotations

import time

import pytest

from tatze.bots import LEVELS, OPPONENTS, SIMPLE_BOTS, bot_named, check_installed, levels
from tatze.bots.search.bot import SearchBot
from tatze.core.errors import SetupError
from tatze.core.words import LANGUAGES, load_words
from tatze.games import game_names
from tests.helpers import random_table


@pytest.mark.parametrize("name", game_names())
def test_the_opponents_have_a_name_and_one_sentence_in_both_languages(name: str) -> None:
    for lang in LANGUAGES:
        found = levels(name, lang)
        assert [level.bot for level in found] == list(LEVELS)
        assert len({level.name for level in found}) == len(LEVELS)
        for level in found:
            assert level.about.count(".") == 1
            assert level.about.endswith(".")


def test_both_languages_have_the_same_words() -> None:
    assert load_words("tatze.bots", "en").keys() == load_words("tatze.bots", "de").keys()


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("bot", [*SIMPLE_BOTS, *OPPONENTS, "search:7"])
def test_every_bot_that_is_named_can_play(name: str, bot: str) -> None:
    table = random_table(name, "base", 4, seed=3, stop=8)
    view, legal = table.view(table.actor), table.legal_actions
    if bot in ("learned", "guided") and not table.game.weights:
        for refused in (lambda: bot_named(name, bot, 1).choose(view, legal, 0.01), lambda: check_installed(name, bot)):
            with pytest.raises(SetupError, match="no network was trained"):
                refused()
        return
    assert bot_named(name, bot, 1).choose(view, legal, 0.01) in legal


def test_a_counted_search_counts() -> None:
    bot = bot_named("linko", "search:7", 1)
    assert isinstance(bot, SearchBot)
    table = random_table("linko", "base", 4, stop=4)
    bot.choose(table.view(table.actor), table.legal_actions)
    assert bot.playouts_made == 7


@pytest.mark.parametrize("name", game_names())
def test_the_thumb_bot_decides_in_less_than_a_millisecond(name: str) -> None:
    bot = bot_named(name, "thumb")
    times = []
    for seed in range(20):
        table = random_table(name, "base", 4, seed=seed, stop=5 + seed)
        view, legal = table.view(table.actor), table.legal_actions
        begun = time.perf_counter()
        bot.choose(view, legal)
        times.append(time.perf_counter() - begun)
    assert sorted(times)[len(times) // 2] < 0.001
