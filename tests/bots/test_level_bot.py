"""The levels lynx, puma and tiger are another bot in each game, and in some settings yet another."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tatze.bots import STRONG_LEVELS, bot_named
from tatze.bots.level_bot import LevelBot
from tatze.bots.search.bot import SearchBot
from tatze.bots.spec import read_spec
from tatze.core.strategy import Levels
from tatze.games import game_named, game_names
from tests.helpers import every_setting, random_table
from tests.review.games import TRAINED

BOTS_PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


@pytest.mark.parametrize("level", STRONG_LEVELS)
@pytest.mark.parametrize("name", game_names())
def test_the_level_of_a_setting_is_the_bot_that_the_game_names_for_it(name: str, level: str) -> None:
    game, bot = game_named(name), LevelBot(name, level, seed=1)
    for _, rules, players in every_setting([name]):
        table = random_table(name, rules, players, seed=1, stop=0)
        named = game.levels.bot(level, rules, players)
        assert str(bot.spec_in(table.view(table.actor))) == named
        assert read_spec(named).name == "learned" or read_spec(named).playouts, "a level has no clock"


def test_a_setting_with_a_tiger_of_its_own_leaves_the_others_alone() -> None:
    levels = Levels(lynx="search:3", tiger="learned", tiger_in={("duel", 2): "guided:5"})
    assert [levels.bot("tiger", "duel", 2), levels.bot("tiger", "base", 4)] == ["guided:5", "learned"]
    assert [levels.bot("lynx", "duel", 2), levels.bot("lynx", "base", 4)] == ["search:3", "search:3"]


def test_a_lynx_plays_like_its_search_and_keeps_to_its_playouts_whatever_the_budget() -> None:
    table = random_table("verflixxt", "base", 2, seed=4, stop=9)
    view, legal = table.view(table.actor), table.legal_actions
    lynx = bot_named("verflixxt", "lynx", seed=7)
    search = bot_named("verflixxt", game_named("verflixxt").levels.lynx, seed=7)
    assert isinstance(search, SearchBot)
    assert lynx.choose(view, legal, budget=30.0) == search.choose(view, legal)
    assert search.playouts_made == search.playouts
    assert isinstance(lynx, LevelBot)
    assert lynx.analyse(view, legal).actions == search.analyse(view, legal).actions


def test_a_level_with_lapses_leaves_that_part_of_its_decisions_to_thumb() -> None:
    rate = game_named("linko").levels.thumb_rates["puma"]
    table = random_table("linko", "base", 4, seed=6, stop=7)
    view, legal = table.view(table.actor), table.legal_actions
    behind = {bot: bot_named("linko", bot).choose(view, legal) for bot in ("learned", "thumb")}
    assert len(set(behind.values())) == 2, "a position in which both would do the same shows nothing"
    chosen = [bot_named("linko", "puma", seed=seed).choose(view, legal) for seed in range(40)]
    assert chosen == [behind["thumb" if Random(seed).random() < rate else "learned"] for seed in range(40)]
    assert set(chosen) == set(behind.values())


def test_cat_and_kitten_are_thumb_with_random_decisions_and_wildcat_is_thumb() -> None:
    table = random_table("verflixxt", "base", 2, seed=4, stop=9)
    view, legal = table.view(table.actor), table.legal_actions
    best = bot_named("verflixxt", "thumb").choose(view, legal)
    found = {
        level: sum(bot_named("verflixxt", level, seed=seed).choose(view, legal) != best for seed in range(200))
        for level in ("kitten", "cat", "wildcat")
    }
    assert found["kitten"] > found["cat"] > found["wildcat"] == 0


@pytest.mark.parametrize("name", TRAINED)
def test_the_page_about_bots_names_the_bots_behind_the_levels(name: str) -> None:
    levels, page = game_named(name).levels, BOTS_PAGE.read_text(encoding="utf-8")
    rows = {
        level: next(line for line in page.splitlines() if line.startswith(f"| `{level}` |")) for level in STRONG_LEVELS
    }
    for level in STRONG_LEVELS:
        for bot in {levels.usual(level), *(levels.tiger_in.values() if level == "tiger" else ())}:
            assert f"`{bot}`" in rows[level]
