"""No card appears, vanishes or is counted wrongly, whatever is played."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tatze.core.setup import make_setup
from tatze.games.linko import GAME
from tatze.games.linko.notation import layer_of
from tatze.games.linko.rules import layer_at
from tatze.games.linko.state import COPIES, JOKER, JOKERS, NUMBERS, POOL, State
from tatze.games.linko.views import unseen
from tests.helpers import states

SETTINGS = [(rule_set.name, players) for rule_set in GAME.rule_sets.values() for players in rule_set.players]


def on_the_table(s: State, card: int) -> int:
    """How many of a card there are, counted everywhere."""
    n = sum(s.deck[i] == card for i in range(s.top, s.cards)) + s.discard[card] + s.shadow[card]
    n += sum(s.pool[place] == card for place in range(POOL))
    n += sum(s.pool_13s) if card == NUMBERS else sum(s.pool_jokers) if card == JOKER else 0
    return n + sum(s.hand[seat][card] for seat in range(s.players)) + in_displays(s, card)


def in_displays(s: State, card: int) -> int:
    return sum(layer.count(card) for seat in range(s.players) for layer in display(s, seat))


def display(s: State, seat: int) -> list[list[int]]:
    """The cards of each layer."""
    plays = [layer_of(layer_at(s, seat, layer)) for layer in range(s.depth[seat])]
    return [[value] * numbers + [JOKER] * jokers for value, numbers, jokers in plays]


@pytest.mark.parametrize(("rules", "players"), SETTINGS)
def test_cards_are_conserved_and_counters_recount(rules: str, players: int) -> None:  # L-1
    for s, _, _ in states(GAME, make_setup(GAME, rules, players), seed=3):
        for card in range(1, JOKER + 1):
            assert on_the_table(s, card) == (JOKERS if card == JOKER else COPIES)
            assert s.laid[card] == in_displays(s, card)
        for seat in range(players):
            assert s.held[seat] == sum(s.hand[seat])
            assert all(s.known[seat][card] <= s.hand[seat][card] for card in range(JOKER + 1))
            assert s.shown[seat] == sum(len(layer) for layer in display(s, seat))
            assert not any(s.buried[seat][max(0, s.depth[seat] - 1) :])
            assert s.depth[seat] or not s.open[seat]


@given(st.integers(0, 2**32), st.sampled_from(SETTINGS), st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_a_view_lacks_exactly_the_hidden_cards(seed: int, setting: tuple[str, int], stop: int) -> None:  # L-38
    rules, players = setting
    played = enumerate(states(GAME, make_setup(GAME, rules, players), seed))
    s = next(s for step, (s, _, _) in played if step == stop or s.reason)
    for viewer in range(-1, players):
        out = [0] * 109
        view = GAME.view(s, viewer)
        n = unseen(view, out)
        hidden = [s.deck[i] for i in range(s.top, s.cards)]
        for seat in range(players):
            if seat != viewer:
                for card in range(1, JOKER + 1):
                    hidden += [card] * (s.hand[seat][card] - s.known[seat][card])
        assert sorted(hidden) == out[:n]


def test_sampling_is_uniform_over_the_hidden_cards() -> None:
    """Every hidden place gets every unseen card about as often as its share says (a chi-square test)."""
    from tatze.core.sample import sample
    from tests.helpers import random_table

    table = random_table("linko", "base", 3, seed=1, stop=30)
    view = table.view(0)
    out = [0] * 109
    n = unseen(view, out)
    share = {card: out[:n].count(card) / n for card in range(1, JOKER + 1)}
    random, rounds = Random(1), 3000
    drawn = dict.fromkeys(share, 0)
    for _ in range(rounds):
        drawn[sample(GAME, view, random).deck[view.top]] += 1
    chi = sum((drawn[card] - rounds * p) ** 2 / (rounds * p) for card, p in share.items() if p)
    assert chi < 40  # 13 degrees of freedom: exceeded by chance once in 7,000 seeds
