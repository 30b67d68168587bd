"""The guided searches: repeatable, in batches that end in time, and with the network's values where they belong."""

from __future__ import annotations

import time

import numpy as np
import pytest

from tatze.bots.guided.bot import GuidedBot
from tatze.bots.guided.lookahead import LookaheadSearcher
from tatze.bots.guided.searcher import GuidedSearcher, guided_searcher
from tatze.bots.learned.bot import LearnedBot, network_of
from tatze.bots.learned.network import describe, win_chances
from tatze.core.layout import CHANCE, State
from tatze.games import BUILT_IN, game_named
from tests.bots.positions import rows_of
from tests.helpers import random_table


@pytest.mark.parametrize("name", BUILT_IN)
def test_compiled_and_plain_bots_choose_alike(name: str) -> None:
    searcher = GuidedSearcher(name, nodes=1)
    for _, view, legal in rows_of(name):
        searcher.set_root(view, 0)
        assert searcher.policy_action(np.array(legal), len(legal)) == LearnedBot(name).choose(view, legal)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_same_seed_and_view_lead_to_the_same_tree(name: str) -> None:
    table = random_table(name, "base", 4, seed=8, stop=11)
    view, legal = table.view(table.actor), table.legal_actions
    trees = []
    for _ in range(2):
        searcher = GuidedSearcher(name)
        searcher.set_root(view, 9)
        searcher.search(0, 300)
        assert searcher.most_visited_action() in legal
        trees.append(searcher.tree.nodes[: searcher.tree.counters[0]].copy())
    assert (trees[0] == trees[1]).all()
    first = trees[0]["first_child"][0]
    visits = 0
    while first:
        visits, first = visits + trees[0]["visits"][first], trees[0]["next_sibling"][first]
    assert visits == 299  # all but the first descent, which expands the root


@pytest.mark.parametrize("name", BUILT_IN)
def test_one_descent_is_the_policy_and_a_full_tree_does_no_harm(name: str) -> None:
    for _, view, legal in rows_of(name):
        if len(legal) > 1:
            one = GuidedSearcher(name)
            one.set_root(view, 0)
            one.search(0, 1)
            assert one.most_visited_action() == LearnedBot(name).choose(view, legal)
            for searcher in (GuidedSearcher(name, nodes=40), guided_searcher(name, nodes=40)):
                searcher.set_root(view, 3)
                searcher.search(0, 200)
                assert searcher.most_visited_action() in legal


@pytest.mark.parametrize(("rules", "players"), [("base", 2), ("base", 4), ("pro", 3), ("combined", 2)])
def test_an_action_is_worth_what_is_hoped_for_after_the_best_reply_to_every_roll(rules: str, players: int) -> None:
    """The same in plain Python, position by position."""
    game, network, searcher = game_named("verflixxt"), network_of("verflixxt"), LookaheadSearcher("verflixxt")

    def after(s: State, action: int) -> State:
        copy: State = game.layout.copy(s)
        game.apply(copy, action)
        return copy

    def chances(s: State, seat: int) -> list[float]:
        outcome = game.outcome(s)
        if outcome:
            return [(other in outcome.winners) / len(outcome.winners) for other in range(players)]
        found = win_chances(network.evaluate(describe("verflixxt", game.view(s, seat))[None])[1], players)[0]
        return [float(found[(other - seat) % players]) for other in range(players)]

    def replied(s: State) -> list[float]:
        if not game.legal_actions(s):
            return chances(s, 0)
        return max((chances(after(s, reply), s.actor) for reply in game.legal_actions(s)), key=lambda row: row[s.actor])

    for stop in (2, 17, 60, 75, 85):
        table = random_table("verflixxt", rules, players, seed=stop, stop=stop)
        if table.over:
            continue
        me, view, legal = table.actor, table.view(table.actor), table.legal_actions
        searcher.set_root(view, 1)
        searcher.search(0, 1)
        for i, action in enumerate(legal):
            then = after(view, action)
            rolls = game.legal_actions(then) if then.actor == CHANCE else []
            rows = [replied(after(then, roll)) for roll in rolls] or [replied(then)]
            assert searcher.values[i] == pytest.approx(sum(row[me] for row in rows) / len(rows), abs=1e-5)


class ClockedSearcher(GuidedSearcher):
    """A searcher with a clock of its own that makes no descents: most of a batch's time does not depend on its size."""

    now = 0.0

    def _search_batch(self, first: int, count: int) -> None:
        self.now += 0.004 + 100e-6 * count


@pytest.mark.parametrize(("seconds", "least"), [(0.01, 1), (0.05, 8), (0.2, 200), (1.0, 3000)])
def test_descents_by_the_clock_are_made_in_batches_too_and_end_in_time(
    seconds: float, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    searcher, bot = ClockedSearcher("linko", 1), GuidedBot("linko", seconds)
    begun = searcher.now
    monkeypatch.setattr(time, "perf_counter", lambda: searcher.now)
    bot._search_for(searcher, begun, seconds)
    assert bot.playouts_made >= least
    assert searcher.now - begun < seconds


@pytest.mark.parametrize(("parts", "virtual_visits"), [((700, 300), 375), ((1,), 1)])
def test_the_network_adds_virtual_visits_beside_the_playouts(parts: tuple[int, ...], virtual_visits: int) -> None:
    """Beside few of them too: who has little time goes by the network."""
    table = random_table("verflixxt", "base", 4, seed=8, stop=11)
    legal, trees = table.legal_actions, []
    for _ in range(2):
        searcher = LookaheadSearcher("verflixxt")
        searcher.set_root(table.view(table.actor), 9)
        first = 0
        for part in parts:
            searcher.search(first, part)
            first += part
        trees.append(searcher.tree.nodes[: searcher.tree.counters[0]].copy())
    assert (trees[0] == trees[1]).all()
    tree, child, visits = trees[0], trees[0]["first_child"][0], 0
    while child:
        visits, child = visits + tree["visits"][child], tree["next_sibling"][child]
    assert visits == sum(parts) + virtual_visits * len(legal)
