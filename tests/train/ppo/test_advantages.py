"""λ-returns and advantages: what decisions are checked by."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from tatze.train.ppo.learner import Learner
from tests.train.helpers import TINY


@pytest.mark.parametrize("game", ["linko", "verflixxt"])
def test_with_lambda_one_the_target_of_every_seat_is_the_end_of_its_game(game: str) -> None:
    learner = Learner(
        replace(TINY, game=game, rollout_steps=160 if game == "linko" else 90, return_lambda=1.0, lead_weight=0.0),
        cuda=False,
    )
    learner.collect()
    learner.estimate_advantages()
    r, size, checked = learner.rollout, learner.parameters.games, 0
    for i in range(size):
        players = int(learner.games.players[i])
        for t in range(learner.parameters.rollout_steps):
            end = next((u for u in range(t, learner.parameters.rollout_steps) if r.done[u, i]), None)
            if end is None:
                break
            seats = [(int(r.actors[t, i]) + k) % players for k in range(players)]
            assert torch.allclose(r.targets[t, i, :players], r.shares[end, i, seats])
            assert not r.targets[t, i, players:-1].any()
            lead = float(r.leads[end, i, seats[0]]) / learner.parameters.lead_scale
            assert float(r.targets[t, i, -1]) == pytest.approx(max(-1.0, min(1.0, lead)))
            checked += 1
    assert checked > 1000
    assert torch.allclose(r.targets[:, :, :-1].sum(2), torch.ones(()), atol=1e-4)


def test_with_lambda_one_half_a_target_mixes_the_end_with_the_next_value_of_the_seat() -> None:
    learner = Learner(replace(TINY, return_lambda=0.5), cuda=False)
    learner.collect()
    learner.estimate_advantages()
    r, checked = learner.rollout, 0
    for i in range(learner.parameters.games):
        for t in range(learner.parameters.rollout_steps - 1):
            again = [u for u in range(t + 1, learner.parameters.rollout_steps) if r.actors[u, i] == r.actors[t, i]]
            if again and not r.done[t : again[0], i].any():
                wanted = (r.values[again[0], i] + r.targets[again[0], i]) / 2
                assert torch.allclose(r.targets[t, i], wanted, atol=1e-5)
                checked += 1
    assert checked > 500


def test_without_the_return_an_advantage_is_that_of_the_afterstate_and_at_the_end_that_of_the_result() -> None:
    learner = Learner(
        replace(TINY, return_weight=0.0, lead_weight=0.0, scripted_fraction=0.0, rollout_steps=90), cuda=False
    )
    learner.collect()
    learner.estimate_advantages()
    r = learner.rollout
    raw = r.afterstate_values[..., 0] - r.values[..., 0]
    assert torch.allclose(r.advantages, (raw - raw.mean()) / raw.std(), atol=1e-4)
    ends = r.done.nonzero()
    assert len(ends) > 20
    for t, i in ends.tolist():
        assert float(r.afterstate_values[t, i, 0]) == float(r.shares[t, i, r.actors[t, i]])


def test_what_follows_a_random_choice_counts_for_its_afterstate_and_not_for_the_position_before() -> None:
    learner = Learner(replace(TINY, exploration_rate=0.2, return_lambda=1.0, afterstate_interval=1), cuda=False)
    learner.collect()
    learner.estimate_advantages()
    r, size, checked = learner.rollout, learner.parameters.games, 0
    assert 0.1 < float(r.explored.float().mean()) < 0.3
    assert not r.own[r.explored > 0].any()
    for i in range(size):
        for t in range(learner.parameters.rollout_steps - 1):
            later = range(t + 1, learner.parameters.rollout_steps)
            again = next((u for u in later if r.actors[u, i] == r.actors[t, i]), None)
            if again is None or r.done[t:again, i].any():
                continue
            decided = r.values[again, i] if r.explored[again, i] else r.targets[again, i]
            afterstate = r.targets[t, size + learner.parameters.observers + i]
            assert torch.allclose(afterstate, decided, atol=1e-5)
            assert torch.allclose(r.targets[t, i], r.values[t, i] if r.explored[t, i] else afterstate, atol=1e-5)
            checked += int(r.explored[t, i])
    assert checked > 50


def test_the_trained_network_explores_in_a_part_of_the_games_alone() -> None:
    parameters = replace(TINY, exploration_rate=0.5, exploration_fraction=0.5, games=400, rollout_steps=20)
    learner = Learner(parameters, cuda=False)
    learner.collect()
    explored = learner.rollout.explored.float().mean(0)
    calm = float((explored == 0).float().mean())
    assert 0.4 < calm < 0.6
    assert 0.4 < float(explored[explored > 0].mean()) < 0.6
