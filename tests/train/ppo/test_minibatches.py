"""Minibatches: which rows the network learns from, and how much each counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import torch

from tatze.games.verflixxt.features import CHOICES, LENGTH
from tatze.train.net import Net
from tatze.train.ppo.learner import Learner
from tatze.train.ppo.minibatches import Minibatch
from tests.train.helpers import TINY


def collected(**changes: Any) -> Learner:
    torch.manual_seed(3)
    learner = Learner(replace(TINY, **changes), cuda=False)
    learner.collect()
    learner.estimate_advantages()
    return learner


def test_every_row_of_a_minibatch_is_a_row_of_the_rollout_with_all_that_belongs_to_it() -> None:
    learner = collected()
    r, parameters, seated = learner.rollout, learner.parameters, learner.seating.seated
    r.targets.copy_(torch.arange(r.targets.numel()).view(r.targets.shape))  # every row has a number of its own
    r.advantages.copy_(torch.arange(r.advantages.numel()).view(r.advantages.shape))
    per_row, rows, seen = r.targets.shape[2], r.targets.shape[1], set()
    for batch in learner.updater.minibatches.of(r):
        for place, target in enumerate(batch.targets[:, 0].long() // per_row):
            step, row = int(target) // rows, int(target) % rows
            assert torch.equal(batch.features[place], r.features[step, row])
            assert torch.equal(batch.seated[place], seated[game_of(learner, step, row)])
            if place < batch.decisions:
                assert torch.equal(batch.masks[place], r.masks[step, row])
                assert int(batch.advantages[place]) == step * parameters.games + row
                assert int(batch.chosen[place]) == int(r.chosen[step, row])
            assert (row < parameters.games) == (place < batch.decisions)
            seen.add((step, row))
    assert len(seen) == r.targets.shape[0] * rows  # every decision, observer and afterstate, once each


def game_of(learner: Learner, step: int, row: int) -> int:
    """Return the game that a row of a rollout describes."""
    parameters = learner.parameters
    games = torch.arange(parameters.games)
    order = [games, games[parameters.observed_games(step)], games[parameters.afterstate_games(step)]]
    return int(torch.cat(order)[row])


def test_sure_decisions_that_are_kept_count_for_those_that_are_left_out() -> None:
    everything = collected(sure_probability=0.4)
    r = everything.rollout
    sure = r.log_probs.exp() >= 0.4
    assert 0.2 < float(sure.float().mean()) < 0.9
    everything.updater.minibatches.parameters = some = replace(everything.parameters, sure_fraction=0.25)
    kept = everything.updater.minibatches.kept_decisions(r)
    left = sure.flatten()[kept]
    assert torch.equal(kept[~left], (~sure).flatten().nonzero()[:, 0])
    assert 0.15 < int(left.sum()) / int(sure.sum()) < 0.35
    batch = next(everything.updater.minibatches.of(r))
    weights = batch.weights[: batch.decisions]
    assert set(weights.tolist()) == {1.0, 1 / some.sure_fraction}
    assert bool((batch.weights[batch.decisions :] == 1).all())


def test_the_expected_loss_is_the_same_without_most_sure_decisions() -> None:
    learner = collected(sure_probability=0.4, minibatch_fraction=4.0)

    def mean_loss() -> torch.Tensor:
        found = [
            learner.updater.loss(batch, torch.tensor(0.01))[1]
            for _ in range(40)
            for batch in learner.updater.minibatches.of(learner.rollout)
        ]
        return torch.stack(found).mean(0)

    with torch.no_grad():
        whole = mean_loss()
        learner.updater.minibatches.parameters = replace(learner.parameters, sure_fraction=0.3)
        assert mean_loss() == pytest.approx(whole, abs=0.02)


def test_choices_of_imitations_and_random_ones_are_not_learned_from() -> None:
    torch.manual_seed(3)
    parameters = replace(TINY, imitation_fraction=0.7, exploration_rate=0.2)
    learner = Learner(parameters, cuda=False, imitations=[Net(LENGTH, CHOICES, 6, 32, 1)])
    learner.collect()
    r = learner.rollout
    kept = learner.updater.minibatches.kept_decisions(r)
    assert torch.equal(kept, (r.own > 0).flatten().nonzero()[:, 0])
    assert 0 < len(kept) < r.own.numel()
    assert int((r.explored > 0).sum()) > 0


def test_a_rollout_with_fewer_decisions_than_a_minibatch_repeats_them() -> None:
    learner = collected(minibatch_fraction=100.0)
    batches: list[Minibatch] = list(learner.updater.minibatches.of(learner.rollout))
    assert len(batches) == 1
    assert batches[0].decisions == 100 * learner.parameters.games
