"""Environments go to other processes: whatever is pickled in the middle of a game goes on in the same way."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest

import tatze.envs
from tatze.envs import pettingzoo
from tatze.envs.vector import VectorEnv
from tatze.games import BUILT_IN


def first_legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("game", BUILT_IN)
def test_an_agent_among_bots_goes_on_in_another_process(game: str) -> None:
    env = gymnasium.make(tatze.envs.gymnasium_id(game), opponents="thumb")
    seen, _ = env.reset(seed=4)
    for _ in range(3):
        seen = env.step(first_legal(seen["action_mask"]))[0]
    twin = pickle.loads(pickle.dumps(env))
    action = first_legal(seen["action_mask"])
    one, other = env.step(action), twin.step(action)
    assert one[1:] == other[1:]
    assert all(np.array_equal(one[0][key], other[0][key]) for key in one[0])


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_game_of_pettingzoo_goes_on_in_another_process(game: str) -> None:
    env = pettingzoo.env(game=game)
    env.reset(seed=4)
    env.step(first_legal(env.last()[0]["action_mask"]))
    twin = pickle.loads(pickle.dumps(env))
    action = first_legal(env.last()[0]["action_mask"])
    for each in (env, twin):
        each.step(action)
    assert twin.agent_selection == env.agent_selection
    assert np.array_equal(twin.state(), env.state())


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("game", BUILT_IN)
def test_many_games_go_on_in_another_process(game: str) -> None:
    env = VectorEnv(game, num_envs=3, copy=True)
    masks = env.reset(seed=4)[1]["action_mask"]
    for _ in range(5):
        masks = env.step(masks.argmax(axis=1))[-1]["action_mask"]
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(60):  # games end and new ones begin
        one, other = (each.step(masks.argmax(axis=1)) for each in (env, twin))
        masks = one[-1]["action_mask"]
        for mine, theirs in zip(one[:4], other[:4], strict=True):
            assert np.array_equal(np.asarray(mine), np.asarray(theirs))
        assert np.array_equal(masks, other[-1]["action_mask"])


def test_gymnasiums_processes_step_the_environment() -> None:
    envs = gymnasium.make_vec(tatze.envs.gymnasium_id(BUILT_IN[0]), num_envs=2, vectorization_mode="async")
    seen, _ = envs.reset(seed=4)
    seen, rewards, *_ = envs.step(np.array([first_legal(mask) for mask in seen["action_mask"]]))
    envs.close()
    assert rewards.shape == (2,)
    assert seen["action_mask"].any(axis=1).all()
