"""Imitation networks at some of the seats."""

from __future__ import annotations

from dataclasses import replace

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
        replace(TINY, imitation_fraction=0.7, rollout_steps=60, scripted_fraction=0.2),
        cuda=False,
        imitations=[stubborn],
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


def test_with_few_players_there_are_no_imitations_where_the_hyperparameters_say_so() -> None:
    games = VectorGames("verflixxt", [GameSetting("base", 2), GameSetting("base", 4)], [50, 50], 3, cuda=False)
    imitating = imitation_seats(games, 1.0, 3, seed=1)
    assert not imitating[:50].any()
    assert imitating[50:].any(1).float().mean() > 0.9
    assert not imitation_seats(games, 0.0, 2, seed=1).any()


def test_several_imitations_play_in_different_games() -> None:
    torch.manual_seed(3)
    first, last = Net(LENGTH, CHOICES, 6, 32, 1), Net(LENGTH, CHOICES, 6, 32, 1)
    with torch.no_grad():
        first.policy.bias.copy_(-torch.linspace(0, 900, CHOICES))
        last.policy.bias.copy_(torch.linspace(0, 900, CHOICES))
    parameters = replace(TINY, imitation_fraction=1.0, rollout_steps=40, scripted_fraction=0.0)
    learner = Learner(parameters, cuda=False, imitations=[first, last])
    learner.collect()
    r = learner.rollout
    theirs = learner.imitators.seats.gather(1, r.actors.T).T
    numbers = torch.arange(1, CHOICES + 1)
    wanted = [
        CHOICES - (r.masks.long() * numbers.flip(0)).amax(2),  # the lowest legal choice
        (r.masks.long() * numbers).amax(2) - 1,  # the highest
    ]
    for rows, choices in zip(learner.imitators.rows, wanted, strict=True):
        assert len(rows) > 30
        where = theirs[:, rows]
        assert torch.equal(r.chosen[:, rows][where], choices[:, rows][where])


def test_a_best_response_has_one_seat_in_every_game_and_its_opponents_are_greedy() -> None:
    learner = best_response()
    learner.collect()
    r = learner.rollout
    players, seats = learner.games.players, learner.imitators.seats
    assert torch.equal(seats.sum(1), players - 1)
    assert {str(setting) for setting in learner.games.settings} == {"base 4", "base 2"}
    theirs = seats.gather(1, r.actors.T).T
    features = r.features[:, : learner.parameters.games]
    policy = learner.imitators.policies[0](features, r.masks)
    assert torch.equal(r.chosen[theirs], policy.argmax(2)[theirs])
    assert bool((r.chosen[~theirs] != policy.argmax(2)[~theirs]).any())


def test_a_best_response_learns_from_its_own_decisions_alone() -> None:
    learner = best_response()
    learner.collect()
    learner.estimate_advantages()
    r = learner.rollout
    deciding = r.actors == learner.imitators.own_seats()
    assert torch.equal(r.own, deciding.float())
    minibatches = learner.updater.minibatches
    assert torch.equal(minibatches.kept_decisions(r), deciding.flatten().nonzero()[:, 0])
    followed = torch.stack([deciding[t, learner.parameters.afterstate_games(t)] for t in range(len(deciding))])
    assert torch.equal(minibatches.afterstate_rows(r), followed.flatten().nonzero()[:, 0])
    for batch in minibatches.of(r):
        assert len(batch.features) == learner.parameters.minibatch + learner.parameters.afterstates_per_minibatch


def best_response() -> Learner:
    torch.manual_seed(3)
    return Learner(replace(TINY, best_response=True), cuda=False, imitations=[Net(LENGTH, CHOICES, 6, 32, 1)])
