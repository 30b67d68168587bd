"""The guided searches: repeatable, in batches that end in time, and with the network's values where they belong."""

from __future__ import annotations

import numpy as np
import pytest

from tatze.bots.guided.lookahead import LookaheadSearcher
from tatze.bots.guided.policy import PolicyPlayer
from tatze.bots.guided.searcher import guided_searcher
from tatze.bots.learned.bot import LearnedBot, network_of
from tatze.bots.learned.network import describe, win_chances
from tatze.core.layout import CHANCE, State
from tatze.games import BUILT_IN, game_named
from tests.bots.positions import rows_of
from tests.helpers import random_table


@pytest.mark.parametrize("name", BUILT_IN)
def test_compiled_and_plain_bots_choose_alike(name: str) -> None:
    player = PolicyPlayer(name)
    for _, view, legal in rows_of(name):
        for field in game_named(name).layout.fields:
            player.states[field][0] = getattr(view, field)
        assert player.best_action(np.array(legal), len(legal)) == LearnedBot(name).choose(view, legal)


def test_the_same_seed_and_view_lead_to_the_same_tree_and_a_full_one_does_no_harm() -> None:
    table = random_table("verflixxt", "base", 4, seed=8, stop=11)
    view, legal = table.view(table.actor), table.legal_actions
    for nodes in (40, 4000):
        trees = []
        for _ in range(2):
            searcher = guided_searcher("verflixxt", nodes)
            assert isinstance(searcher, LookaheadSearcher)
            searcher.set_root(view, 9)
            searcher.search(0, 300)
            assert searcher.most_visited_action() in legal
            trees.append(searcher.tree.nodes[: searcher.tree.counters[0]].copy())
        assert (trees[0] == trees[1]).all()


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
