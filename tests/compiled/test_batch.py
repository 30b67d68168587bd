"""Batches: what a step does, what is refused, and that the arrays say what the rules say."""

from __future__ import annotations

import numpy as np
import pytest

from tatze.compiled.batch import Batch
from tatze.core.errors import IllegalAction, SetupError
from tatze.games import BUILT_IN, game_named


@pytest.mark.parametrize("name", BUILT_IN)
def test_masks_actors_and_rewards_are_those_of_the_rules(name: str) -> None:
    batch = Batch(name, size=5, seed=3)
    game = game_named(name)
    ended = 0
    for move in range(400):
        assert ((batch.actor >= 0) & (batch.actor < batch.setup.players)).all()
        for i in range(batch.size):
            actions = [action for action in range(game.actions) if batch.mask[i, action]]
            n = batch.functions.list_legal(batch.states, i, batch._scratch[0].actions)
            assert actions == list(batch._scratch[0].actions[:n])
        batch.step(batch.choose_random(move))
        ended += int((batch.done > 0).sum())
        assert np.allclose(batch.reward.sum(axis=1), batch.done > 0)
    assert ended > 5


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_reset_begins_the_same_games_again(name: str) -> None:
    batch = Batch(name, size=4, seed=3)
    first = batch.observation.copy(), batch.mask.copy()
    for move in range(50):
        batch.step(batch.choose_random(move))
    batch.reset(3)
    assert (batch.observation == first[0]).all()
    assert (batch.mask == first[1]).all()
    batch.reset(4)
    assert (batch.observation != first[0]).any()


def test_an_illegal_step_changes_nothing_and_says_where() -> None:
    batch = Batch("linko", size=4, seed=3)
    before = batch.states.copy()
    chosen = batch.choose_random(0)
    for wrong in (-1, 666, 10**6):
        chosen[2] = wrong
        with pytest.raises(IllegalAction, match=f"game 2: action {wrong} is not legal"):
            batch.step(chosen)
    assert (batch.states == before).all()
    with pytest.raises(IllegalAction, match="a step takes 4 action ids"):
        batch.step(chosen[:3])
    with pytest.raises(IllegalAction, match="a step takes 4 action ids"):
        batch.step(np.zeros(4))


def test_impossible_batches_are_refused() -> None:
    for arguments in ({"size": 0}, {"threads": 0}, {"seed": -1}, {"seed": 2**32}, {"players": 9}, {"rules": "x"}):
        with pytest.raises(SetupError):
            Batch("linko", **arguments)
    with pytest.raises(SetupError):
        Batch("linko", options={"unknown": 1})


@pytest.mark.parametrize("name", BUILT_IN)
def test_observations_do_not_depend_on_what_the_seat_may_not_see(name: str) -> None:
    from random import Random

    from tatze.core.sample import sample
    from tests.helpers import random_table

    game = game_named(name)
    rules = "base"
    random = Random(5)
    observe = __import__(f"tatze.games.{name}.observe", fromlist=["observe"])
    for stop in (0, 7, 30, 60):
        table = random_table(name, rules, game.rule_sets[rules].usual, seed=stop, stop=stop)
        for seat in range(table.setup.players):
            one, two = [9] * observe.LENGTH, [7] * observe.LENGTH
            observe.observe(table.view(seat), one)
            observe.observe(game.view(sample(game, table.view(seat), random), seat), two)
            assert one == two
            assert all(-128 <= number <= 127 for number in one)


def test_bounds_are_checked_in_compiled_code() -> None:
    batch = Batch("linko", size=1, seed=3)
    with pytest.raises(IndexError):
        batch.functions.list_legal(batch.states, 5, batch._scratch[0].actions)
