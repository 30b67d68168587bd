"""Learning: it gets better, and the averaged network is the one that counts."""

from __future__ import annotations

from dataclasses import replace

import torch

from tatze.train.device_games import DeviceGames
from tatze.train.ppo.learner import Learner
from tatze.train.ppo.networks import values_of
from tatze.train.settings import GameSetting
from tests.train.helpers import TINY


def test_the_network_that_estimates_values_is_the_average_of_the_latest() -> None:
    learner = Learner(replace(TINY, ema_updates=1000), cuda=False)
    weights = []
    for _ in range(2):
        learner.collect()
        learner.estimate_advantages()
        for batch in learner.updater.minibatches.of(learner.rollout):
            learner.updater.update(batch, torch.tensor(0.01), 1e-3)
            weights.append(learner.networks.trained.worth.weight.detach().clone())
    assert torch.allclose(learner.networks.average.worth.weight, torch.stack(weights).mean(0), atol=1e-5)
    learner.collect()
    features = learner.rollout.features[0, : learner.parameters.games]
    wanted = values_of(learner.networks.average(features.float())[1], learner.seating.seated)
    assert torch.allclose(learner.rollout.values[0], wanted, atol=1e-5)


def test_a_few_seconds_of_training_beat_what_it_was_before() -> None:
    learner = Learner(replace(TINY, games=192), cuda=False)
    match = DeviceGames("verflixxt", [GameSetting("base", 2), GameSetting("pro", 2)], 60, cuda=False)
    before = match.play(learner.networks.trained)
    first, *_, last = [learner.iterate() for _ in range(30)]
    after = match.play(learner.networks.trained)
    assert float(last[1]) < float(first[1]) - 0.1  # the value's surprise
    for old, new in zip(before, after, strict=True):
        assert new.wins.low > old.wins.value
        assert new.lead.value > old.lead.value + 5
