"""The analysis of a decision: what every legal action is worth, and every seat's chance to win."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any

import pytest

from tatze.bots import bot_named
from tatze.bots.analysis import Analysis, mean_interval, share_interval
from tatze.bots.learned import chances
from tatze.core.errors import TatzeError
from tatze.core.table import Table
from tatze.games import game_named, game_names
from tests.helpers import random_table


def analysis_of(game: str, bot: str, seed: int = 2, stop: int = 9) -> tuple[Any, Analysis]:
    table = random_table(game, "base", 4, seed=seed, stop=stop)
    analyst: Any = bot_named(game, bot, seed=1)
    return table, analyst.analyse(table.view(table.actor))


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("bot", ["learned", "search:300", "guided:300"])
def test_an_analysis_has_every_legal_action_and_adds_up(game: str, bot: str) -> None:
    if not game_named(game).weights and not bot.startswith("search"):
        return
    table, found = analysis_of(game, bot)
    assert found.seat == table.actor
    assert sorted(one.action for one in found.actions) == sorted(table.legal_actions)
    assert len(found.actions) > 1
    assert [table.game.read(one.text) for one in found.actions] == [one.action for one in found.actions]
    assert sum(found.chances) == pytest.approx(1)
    assert len(found.chances) == 4
    assert sum(one.prior for one in found.actions) == pytest.approx(1)
    for one in found.actions:
        assert 0 <= one.low <= one.value <= one.high <= 1
    visits = [one.visits for one in found.actions]
    assert visits[1:] == sorted(visits[1:], reverse=True)
    assert sum(visits) in ((0,) if bot == "learned" else range(290, 301))  # rollouts are the same for all actions


@pytest.mark.parametrize("game", [name for name in game_names() if game_named(name).weights])
def test_the_chances_are_those_that_the_review_uses(game: str) -> None:
    for bot in ("learned", "search:50", "guided:50"):
        table, found = analysis_of(game, bot)
        assert found.chances == chances(game, table.view(table.actor))


@pytest.mark.parametrize("game", game_names())
def test_an_analysis_changes_nothing_about_the_choices_of_a_bot(game: str) -> None:
    table = random_table(game, "base", 4, seed=2, stop=9)
    view, legal = table.view(table.actor), table.legal_actions
    bot: Any = bot_named(game, "search:400", seed=1)
    before = bot.choose(view, legal)
    assert bot.analyse(view) == bot.analyse(view, legal)
    assert bot.choose(view, legal) == before


@pytest.mark.parametrize("bot", ["learned", "search:200"])
def test_an_action_that_wins_at_once_is_worth_everything(bot: str) -> None:
    table, action = next(last_decisions("verflixxt"))
    analyst: Any = bot_named("verflixxt", bot, seed=1)
    found = {one.action: one for one in analyst.analyse(table.view(table.actor)).actions}
    assert found[action].value == pytest.approx(1)


def last_decisions(game: str) -> Iterator[tuple[Table[Any], int]]:
    """Tables before a decision that wins the game for the seat that decides, and that decision."""
    for seed in range(300):
        table = random_table(game, "base", 3, seed=seed, stop=0)
        random = Random(seed)
        while not table.over:
            seat, legal, before = table.actor, table.legal_actions, copy(table)
            action = random.choice(legal)
            table.play(action)
            if table.outcome and table.outcome.winners == (seat,) and len(legal) > 1:
                yield before, action


def test_a_single_legal_action_is_worth_the_seats_chance() -> None:
    table = random_table("linko", "base", 3, seed=1, stop=0)
    random = Random(1)
    while len(table.legal_actions) > 1:
        table.play(random.choice(table.legal_actions))
    bot: Any = bot_named("linko", "search:20")
    found = bot.analyse(table.view(table.actor))
    (one,) = found.actions
    assert (one.visits, one.prior, one.low, one.high) == (0, 1.0, 0.0, 1.0)
    assert one.value == found.chances[table.actor]


def test_a_whole_state_is_refused() -> None:
    table = random_table("linko", "base", 3, stop=4)
    for bot in ("learned", "search:20"):
        analyst: Any = bot_named("linko", bot)
        with pytest.raises(TatzeError, match="whole state"):
            analyst.analyse(table.state)


def test_intervals_are_those_of_the_books() -> None:
    assert share_interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert share_interval(0.3, 0) == (0.0, 1.0)
    assert mean_interval([0.4, 0.6]) == pytest.approx((0.5, 0.304, 0.696), abs=1e-3)
    assert mean_interval([0.4]) == (0.4, 0.4, 0.4)
