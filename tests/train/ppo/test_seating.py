"""Imitation networks at some of the seats."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from tatze.games.verflixxt.features import CHOICES, LENGTH
from tatze.train.net import Net
from tatze.train.ppo.learner import Learner
from tatze.train.ppo.seating import imitation_seats
from tatze.train.settings import GameSetting
from tatze.train.vector.games import VectorGames
from tests.train.helpers import TINY


def test_imitations_sit_at_some_seats_and_only_own_choices_are_learned_from() -> None:
    torch.manual_seed(3)
    stubborn = Net(LENGTH, CHOICES, 6, 32, 1)
    with torch.no_grad():
        stubborn.policy.bias.copy_(torch.linspace(0, 900, CHOICES))  # always the last choice that there is
    learner = Learner(
        replace(TINY, imitation_fraction=0.7, rollout_steps=60, scripted_fraction=0.2), cuda=False, imitation=stubborn
    )
    learner.collect()
    r, imitating = learner.rollout, learner.imitators.seats
    theirs = imitating.gather(1, r.actors.T).T
    assert torch.equal(r.own, (~theirs).float())
    last = (r.masks.long() * torch.arange(1, CHOICES + 1)).amax(2) - 1
    assert torch.equal(r.chosen[theirs], last[theirs])
    assert bool((r.chosen[~theirs] != last[~theirs]).any())
    assert bool((imitating.sum(1) < learner.games.players).all())
    assert not imitating[learner.games.scripted > 0].any()
    assert not imitating[learner.seating.seated.logical_not()].any()
    assert 0.3 < float(imitating.any(1).float().mean()) < 0.7
    among = learner.imitators.results()
    assert sum(games for games, _ in among.values()) > 10
    assert not learner.imitators.results()  # counted anew
    learner.estimate_advantages()
    before = loss(learner)
    r.advantages[5][theirs[5]] += 100.0
    r.chosen[5][theirs[5]] = 0
    assert loss(learner) == pytest.approx(before)
    r.advantages[5][~theirs[5]] += 100.0
    assert loss(learner) < before - 10


def loss(learner: Learner) -> float:
    with torch.no_grad():
        return float(learner.updater.loss(learner.updater.minibatch(learner.rollout, 5), torch.tensor(0.01))[0])


def test_with_few_players_there_are_no_imitations_where_the_hyperparameters_say_so() -> None:
    games = VectorGames("verflixxt", [GameSetting("base", 2), GameSetting("base", 4)], [50, 50], 3, cuda=False)
    imitating = imitation_seats(games, 1.0, 3, seed=1)
    assert not imitating[:50].any()
    assert imitating[50:].any(1).float().mean() > 0.9
    assert not imitation_seats(games, 0.0, 2, seed=1).any()
