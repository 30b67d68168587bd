"""The named opponents, and how strong the thumb bots are."""

from __future__ import annotations

import time

import numpy as np
import pytest

from tatze.bots import LEVELS, NAMES, OFFERED, bot_named, levels
from tatze.bots.search.bot import SearchBot
from tatze.bots.search.drivers import GAME, VIEW
from tatze.bots.search.match import Match, Pairing
from tatze.bots.search.match_drivers import CHOSEN, LEFT
from tatze.core.errors import SetupError
from tatze.core.words import LANGUAGES, load_words
from tatze.games import BUILT_IN, game_named
from tests.helpers import random_table


@pytest.mark.parametrize("name", BUILT_IN)
def test_four_opponents_have_a_name_and_one_sentence_in_both_languages(name: str) -> None:
    for lang in LANGUAGES:
        found = levels(name, lang)
        assert [level.bot for level in found] == list(LEVELS)
        assert len({level.name for level in found}) == 4
        for level in found:
            assert level.about.count(".") == 1
            assert level.about.endswith(".")


def test_both_languages_have_the_same_words() -> None:
    assert load_words("tatze.bots", "en").keys() == load_words("tatze.bots", "de").keys()


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("bot", [*NAMES, *OFFERED, "search:7"])
def test_every_bot_that_is_named_can_play(name: str, bot: str) -> None:
    table = random_table(name, "base", 4, seed=3, stop=8)
    assert bot_named(name, bot, 1).choose(table.view(table.actor), table.legal_actions, 0.01) in table.legal_actions


@pytest.mark.parametrize("name", ["lion", "search:", "search:x", "thumb:4", "search:-1"])
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="there is no bot"):
        bot_named("linko", name)


def test_a_counted_search_counts() -> None:
    bot = bot_named("linko", "search:7", 1)
    assert isinstance(bot, SearchBot)
    table = random_table("linko", "base", 4, stop=4)
    bot.choose(table.view(table.actor), table.legal_actions)
    assert bot.made == 7


@pytest.mark.parametrize(
    ("game", "rules", "players", "least"),
    [
        ("linko", "base", 4, 0.45),
        ("linko", "duel", 2, 0.7),
        ("verflixxt", "base", 4, 0.5),
        ("verflixxt", "pro", 2, 0.8),
    ],
)
def test_the_thumb_bot_is_clearly_better_than_the_yardstick(game: str, rules: str, players: int, least: float) -> None:
    match = Match(Pairing(game, rules, players, "thumb", "yardstick"))
    assert sum(match.deal(77, number).share for number in range(300)) / 300 > least


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_quick_search_is_better_than_the_thumb_bot(game: str) -> None:
    match = Match(Pairing(game, "base", 4, "search:150", "thumb"))
    assert sum(match.deal(77, number).share for number in range(12)) / 12 > 0.3


def test_a_match_can_be_repeated() -> None:
    pairing = Pairing("linko", "base", 3, "search:30", "yardstick")
    assert Match(pairing).deal(5, 1) == Match(pairing).deal(5, 1) != Match(pairing).deal(5, 2)


@pytest.mark.parametrize("name", BUILT_IN)
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


@pytest.mark.parametrize(("game", "rules", "players"), [("linko", "base", 3), ("verflixxt", "pro", 2)])
def test_a_search_in_a_match_that_stops_when_it_is_sure_chooses_what_a_whole_one_does(
    game: str, rules: str, players: int
) -> None:
    match = Match(Pairing(game, rules, players, "search:200", "search:200"))
    desk, functions, notes = match.desk, match.desk.functions, match.notes
    bots = np.full(players, 200)
    functions.begin_match(desk.states[GAME], match.template[0], match.dealt, notes, 5, 1)
    whole, saved = SearchBot(game, playouts=200, seed=5), 0
    arguments = (desk.states, match.choices, bots, desk.tree, desk.book, *desk.scratch, match.knobs, notes, 5, 1)
    for _ in range(20):
        made = 0
        while notes[LEFT] or not made:  # one playout at a time, as a match may be interrupted anywhere
            functions.play_on(*arguments, 1)
            made += 1
        saved += 200 - made
        view = game_named(game).layout.new()
        for name, width in game_named(game).layout.fields.items():
            setattr(view, name, desk.states[name][VIEW].tolist() if width.shape else int(desk.states[name][VIEW]))
        legal = game_named(game).legal_actions(view)
        assert whole.choose(view, legal) == notes[CHOSEN]
    assert saved > 200
