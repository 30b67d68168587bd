"""The guided search by rollouts: repeatable, fair to every action, and true to the belief."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from tatze.bots.guided.bot import GuidedBot
from tatze.bots.guided.rollouts import RolloutSearcher
from tatze.bots.guided.root import Root
from tatze.bots.learned.bot import LearnedBot
from tatze.bots.search.drivers import DETERMINIZED
from tatze.core.strategy import RolloutParameters
from tests.bots.positions import rows_of
from tests.helpers import random_table


def decision() -> tuple[Any, list[int]]:
    """A view of a game in its middle, and the actions."""
    table = random_table("linko", "base", 4, seed=8, stop=11)
    return table.view(table.actor), table.legal_actions


def test_the_same_seed_and_view_lead_to_the_same_values() -> None:
    view, legal = decision()
    found = []
    for _ in range(2):
        searcher = RolloutSearcher("linko")
        searcher.set_root(view, 9)
        searcher.search(0, 100)
        assert searcher.most_visited_action() in legal
        found.append(searcher.root_actions())
    assert found[0] == found[1]
    assert sum(action.visits for action in found[0].values()) in range(95, 106)
    assert sum(action.prior or 0.0 for action in found[0].values()) == pytest.approx(1, abs=1e-5)


def test_without_rollouts_the_policy_decides() -> None:
    searcher = RolloutSearcher("linko")
    for _, view, legal in rows_of("linko"):
        searcher.set_root(view, 0)
        assert searcher.most_visited_action() == LearnedBot("linko").choose(view, legal)


def test_rollouts_end_where_the_seat_begins_its_turn_or_with_the_game() -> None:
    view, _ = decision()
    searcher = RolloutSearcher("linko")
    searcher.set_root(view, 1)
    searcher.search(0, 64)
    ends = searcher.rollouts.states[: int(searcher.root.visits.max())]
    running = ends["reason"] == 0
    assert running.any()
    assert (ends["turn"][running] == view.viewer).all()
    assert (ends["actor"][running] == view.viewer).all()


@pytest.mark.parametrize("lean", [3.0, -3.0, 0.0])
def test_a_belief_moves_hidden_items_to_the_seats_that_it_names(lean: float) -> None:
    """The next seat gets more of a card than a uniform draw gives it, or less, and no other number changes."""
    view, _ = decision()
    searcher = RolloutSearcher("linko")
    searcher.set_root(view, 2)
    seat = (view.viewer + 1) % view.players
    card = max(range(1, 15), key=lambda value: 8 - sum(row[value] for row in view.hand) - view.laid[value])
    weights = np.zeros((view.players, 15), np.float32)
    held = []
    for strength in (0.0, lean):
        weights[1, card] = strength
        searcher.hidden = searcher.hidden._replace(weights=weights)
        mean = 0.0
        for number in range(200):
            searcher.functions.begin_rollouts(
                searcher.states, searcher.rollouts, searcher.hidden, searcher.actions[:1], 7, number, 1
            )
            drawn = searcher.states[DETERMINIZED]
            assert drawn["hand"].sum(axis=1).tolist() == view.held
            mean += drawn["hand"][seat][card] / 200
        held.append(mean)
    assert np.sign(round(held[1] - held[0], 6)) == np.sign(lean)
    assert abs(held[1] - held[0]) > 0.5 or not lean


def test_an_action_needs_a_lead_on_that_of_the_policy_and_the_hopeless_are_given_up() -> None:
    parameters = RolloutParameters(policy_lead=0.1, least_prior=0.05, give_up=3.0)
    root = Root([5, 6, 7, 8], [0.5, 0.3, 0.19, 0.01], parameters)
    assert root.tried.tolist() == [5, 6, 7]
    noise = np.random.default_rng(1).normal(0, 0.01, (8, 3))
    root.add(noise + np.array([0.5, 0.55, 0.1]))
    assert root.tried.tolist() == [5]
    assert root.settled
    other = Root([5, 6], [0.7, 0.3], parameters)
    other.add(noise[:, :2] + np.array([0.5, 0.7]))
    assert other.best_action() == 6
    assert {action: known.visits for action, known in root.known().items()} == {5: 8, 6: 8, 7: 8, 8: 0}


class ClockedSearcher(RolloutSearcher):
    """A searcher with a clock of its own that plays no rollouts: most of a batch's time does not depend on its size."""

    now = 0.0

    def search(self, first: int, count: int) -> None:
        self.now += 0.004 + 100e-6 * count


@pytest.mark.parametrize(("seconds", "least"), [(0.01, 1), (0.05, 8), (0.2, 200), (1.0, 3000)])
def test_rollouts_by_the_clock_are_made_in_batches_too_and_end_in_time(
    seconds: float, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, _ = decision()
    searcher, bot = ClockedSearcher("linko"), GuidedBot("linko", seconds)
    searcher.set_root(view, 1)
    assert not searcher.settled
    monkeypatch.setattr(time, "perf_counter", lambda: searcher.now)
    bot._search_for(searcher, searcher.now, seconds)
    assert bot.playouts_made >= least
    assert searcher.now < seconds


@pytest.mark.parametrize("bot", [GuidedBot("linko", seconds=60.0, seed=1), GuidedBot("linko", playouts=10**9, seed=1)])
def test_a_bot_stops_when_one_action_is_left(bot: GuidedBot) -> None:
    view, legal = decision()
    bot.prepare()
    searcher = bot._searcher
    assert isinstance(searcher, RolloutSearcher)
    searcher.parameters = searcher.parameters._replace(most_actions=1)
    assert bot.choose(view, legal) == LearnedBot("linko").choose(view, legal)
    assert bot.playouts_made == 0


def test_an_analysis_begins_with_the_choice() -> None:
    for _, view, legal in rows_of("linko"):
        bot = GuidedBot("linko", playouts=40, seed=4)
        analysis = bot.analyse(view, legal)
        first = analysis.actions[0]
        searcher = bot._searcher
        assert isinstance(searcher, RolloutSearcher)
        assert first.action == searcher.most_visited_action()
        assert first.prior >= searcher.parameters.least_prior
        tried = [one for one in analysis.actions if one.visits]
        assert len({one.visits for one in tried}) <= 1
        assert len(tried) in (0, min(len(legal), 16))
