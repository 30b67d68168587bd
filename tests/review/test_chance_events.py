"""What chance could have brought: enumerated where one item is drawn, sampled where several are."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tatze.review.chance_events import outcomes
from tatze.review.judge import judge_of
from tests.helpers import random_table
from tests.review.games import TRAINED


def drawing_position(action: str) -> tuple[object, int, object]:
    """A position of a random game in which a card can be drawn, with the action and the table."""
    for seed in range(50):
        table = random_table("linko", "base", 4, seed=seed)
        for made in range(len(table.log.kept)):
            state = table.state_after(made)
            legal = [table.game.write(one) for one in table.game.legal_actions(state)]
            if action in legal and state.cards - state.top > 20:
                return state, table.game.read(action), table
    raise AssertionError(action)


def test_a_card_from_the_deck_is_enumerated_with_its_probability() -> None:
    judge = judge_of("linko")
    state, action, _ = drawing_position("deck")
    found = outcomes(judge, judge.record(state), action, 1)
    assert found
    deck: Counter[int] = Counter(state.deck[state.top : state.cards])  # type: ignore[attr-defined]  # a state of the game
    seat = state.actor  # type: ignore[attr-defined]
    for after, weight in zip(found.states, found.weights, strict=True):
        drawn = [card for card in range(1, 15) if after["hand"][seat][card] > state.hand[seat][card]]  # type: ignore[attr-defined]
        assert weight == pytest.approx(deck[drawn[0]] / sum(deck.values()))
    assert sum(found.weights) == pytest.approx(1)


def test_an_action_that_draws_nothing_has_no_outcomes() -> None:
    judge = judge_of("linko")
    table = random_table("linko", "base", 4, seed=1, stop=0)
    assert outcomes(judge, judge.record(table.state), table.legal_actions[0], 1) is None


@pytest.mark.parametrize("name", TRAINED)
def test_another_order_of_undrawn_items_changes_nobodys_view(name: str) -> None:
    judge = judge_of(name)
    table = random_table(name, "base", 4, seed=2, stop=25)
    states = np.repeat(judge.record(table.state), 2)
    judge.functions.shuffle_undrawn(states[1:], judge.items, 7)
    assert name != "linko" or states[0] != states[1]
    for seat in range(4):
        assert judge.view(states, 0, seat) == judge.view(states, 1, seat)


def test_the_mean_over_rolls_is_the_mean_over_their_states() -> None:
    judge = judge_of("verflixxt")
    table = random_table("verflixxt", "base", 3, seed=2, stop=12).restarted()
    assert table.actor == -1
    states = judge.record(table.state)
    rolled = judge.applied(np.repeat(states, 6), table.legal_actions)
    assert judge.joined(states)[0] == pytest.approx(judge.joined(rolled).mean(axis=0), abs=1e-6)
