"""Batches: what a step does, what is refused, and that the arrays say what the rules say."""

from __future__ import annotations

import numpy as np
import pytest

from tatze.compiled.batch import Batch, MaskBatch, scratch_of
from tatze.core.errors import IllegalAction, SetupError
from tatze.games import game_named, game_names


@pytest.mark.parametrize("name", game_names())
def test_masks_actors_and_rewards_are_those_of_the_rules(name: str) -> None:
    batch = Batch(name, size=5, seed=3)
    game = game_named(name)
    out = scratch_of(game).actions
    ended = 0
    for move in range(400):
        assert ((batch.actor >= 0) & (batch.actor < batch.setup.players)).all()
        for i in range(batch.size):
            actions = [action for action in range(game.actions) if batch.mask[i, action]]
            n = batch.functions.list_legal(batch.states, i, out)
            assert actions == list(out[:n])
        batch.step(batch.choose_random(move))
        ended += int((batch.done > 0).sum())
        assert np.allclose(batch.reward.sum(axis=1), batch.done > 0)
    assert ended > 5


@pytest.mark.parametrize("name", game_names())
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


@pytest.mark.parametrize("name", game_names())
def test_a_batch_without_observations_plays_the_same_games(name: str) -> None:
    whole, lean = (kind(name, size=16, seed=4) for kind in (Batch, MaskBatch))
    for move in range(40):
        actions = whole.choose_random(move)
        whole.step(actions)
        lean.step(actions)
        assert (whole.mask == lean.mask).all()
        assert (whole.actor == lean.actor).all()
    assert (whole.states == lean.states).all()
    assert lean.observation.shape == (16, 0)


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


@pytest.mark.parametrize("name", game_names())
def test_observations_do_not_depend_on_what_the_seat_may_not_see(name: str) -> None:
    from random import Random

    from tatze.core.sample import sample
    from tests.helpers import random_table

    game = game_named(name)
    rules = "base"
    random = Random(5)
    length, observe = game.observation.length, game.observation.observe
    for stop in (0, 7, 30, 60):
        table = random_table(name, rules, game.rule_sets[rules].usual, seed=stop, stop=stop)
        for seat in range(table.setup.players):
            one, two = [9] * length, [7] * length
            observe(table.view(seat), one)
            observe(game.view(sample(game, table.view(seat), random), seat), two)
            assert one == two
            assert all(-128 <= number <= 127 for number in one)


def test_bounds_are_checked_in_compiled_code() -> None:
    batch = Batch("linko", size=1, seed=3)
    with pytest.raises(IndexError):
        batch.functions.list_legal(batch.states, 5, scratch_of(batch.game).actions)
