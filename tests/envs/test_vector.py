"""Many games at once: Gymnasium's conventions, the same observations as at a table, honest seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList

from tatze.core.errors import IllegalAction, SetupError
from tatze.envs.observer import SeatObserver
from tatze.envs.vector import VectorEnv
from tatze.games import game_names
from tests.helpers import every_setting

pytestmark = pytest.mark.usefixtures("compiled")

SETTINGS = every_setting()


def choose(mask: npt.NDArray[np.int8], random: np.random.Generator) -> npt.NDArray[np.int64]:
    """A random legal action for each game."""
    choice: npt.NDArray[np.int64] = (random.random(mask.shape) * mask).argmax(axis=1)
    return choice


def trace(envs: VectorEnv, seed: int | None, steps: int = 30) -> bytes:
    """What the first steps of random play look like, as bytes."""
    random = np.random.default_rng(0)
    observation, infos = envs.reset(seed=seed)
    seen = [observation.tobytes()]
    for _ in range(steps):
        observation, _, _, _, infos = envs.step(choose(infos["action_mask"], random))
        seen.append(observation.tobytes() + infos["actor"].tobytes())
    return b"".join(seen)


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_steps_keep_within_the_spaces_and_ends_share_one_victory(name: str, rules: str, players: int) -> None:
    envs = VectorEnv(name, 8, rules, players)
    random = np.random.default_rng(1)
    observation, infos = envs.reset(seed=1)
    ends = 0
    while ends < 12:
        assert envs.observation_space.contains(observation)
        actions = choose(infos["action_mask"], random)
        assert envs.action_space.contains(actions)
        observation, rewards, ended, truncated, infos = envs.step(actions)
        assert rewards.shape == (8, players)
        assert np.allclose(rewards.sum(axis=1), ended)
        assert not truncated.any()
        assert infos["action_mask"].any(axis=1).all()
        assert ((infos["actor"] >= 0) & (infos["actor"] < players)).all()
        assert ("final_info" in infos) == ended.any()
        if ended.any():
            assert ((infos["final_info"]["reason"] > 0) == ended).all()
            assert (infos["_final_info"] == ended).all()
        ends += int(ended.sum())


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_a_seat_sees_the_same_as_at_a_table(name: str, rules: str, players: int) -> None:
    """So what the tables' tests say about secrets holds here too."""
    envs = VectorEnv(name, 2, rules, players)
    game, states, lens = envs.batch.game, envs.batch.states, SeatObserver(envs.batch.game)
    random = np.random.default_rng(2)
    observation, infos = envs.reset(seed=2)
    for _ in range(60):
        for i in range(2):
            s = game.layout.new()
            for field in game.layout.fields:
                setattr(s, field, states[field][i].tolist())
            assert infos["actor"][i] == s.actor
            assert observation[i].tolist() == lens.observe(s, s.actor)
            assert np.flatnonzero(infos["action_mask"][i]).tolist() == game.legal_actions(s)
        observation, _, _, _, infos = envs.step(choose(infos["action_mask"], random))


@pytest.mark.parametrize("name", game_names())
def test_a_seed_gives_the_same_games_and_another_seed_others(name: str) -> None:
    envs = VectorEnv(name, 4)
    first = trace(envs, 7)
    assert trace(envs, 7) == first
    assert trace(VectorEnv(name, 4, threads=2), 7) == first
    assert trace(envs, 8) != first


def test_games_of_one_seed_differ_from_each_other() -> None:
    observation, _ = VectorEnv("linko", 64, start=0).reset(seed=1)
    assert len({row.tobytes() for row in observation}) == 64


def test_a_reset_without_a_seed_goes_on_from_the_last_seed() -> None:
    envs, twin = VectorEnv("linko", 4), VectorEnv("linko", 4)
    games = [trace(envs, seed, 3) for seed in (7, None, None)]
    assert [trace(twin, seed, 3) for seed in (7, None, None)] == games
    assert len(set(games)) == 3
    assert trace(VectorEnv("linko", 4), None, 3) != trace(VectorEnv("linko", 4), None, 3)


def test_it_says_how_it_resets_and_speaks_gymnasiums_infos() -> None:
    envs = VectorEnv("linko", 3)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    listed = DictInfoToList(envs)
    _, infos = listed.reset(seed=1)
    assert [set(info) for info in infos] == [{"action_mask", "actor"}] * 3
    assert infos[2]["action_mask"].tolist() == envs.batch.mask[2].tolist()


def test_arrays_are_the_batchs_own_unless_copies_are_asked_for() -> None:
    for copy in (False, True):
        envs = VectorEnv("linko", 4, copy=copy)
        observation, infos = envs.reset(seed=1)
        first, mask = observation.copy(), infos["action_mask"].copy()
        after = envs.step(mask.argmax(axis=1))
        assert np.shares_memory(after[0], observation) != copy
        assert np.shares_memory(after[4]["action_mask"], envs.batch.mask) != copy
        assert (observation.tobytes() == first.tobytes()) == copy


@pytest.mark.parametrize("wrong", [-1, 667, 666])
def test_an_illegal_action_is_refused_and_changes_nothing(wrong: int) -> None:
    envs = VectorEnv("linko", 4)
    observation, infos = envs.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    before = observation.tobytes()
    with pytest.raises(IllegalAction, match="game 2"):
        envs.step(np.where(np.arange(4) == 2, wrong, actions))
    assert observation.tobytes() == before
    with pytest.raises(IllegalAction):
        envs.step(actions[:3])
    envs.step(actions)


@pytest.mark.parametrize("options", [{"start": 1}, {"reset_mask": np.ones(1, np.bool_)}], ids=["start", "reset_mask"])
def test_reset_refuses_options(options: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="no option"):
        VectorEnv("linko").reset(seed=1, options=options)


@pytest.mark.parametrize(
    "wrong", [{"game": "chess"}, {"rules": "none"}, {"players": 9}, {"num_envs": 0}, {"luck_below": True}], ids=str
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        VectorEnv(**wrong)


@pytest.mark.parametrize("seed", [-1, 1 << 32])
def test_a_seed_that_is_none_is_refused(seed: int) -> None:
    envs = VectorEnv("linko")
    with pytest.raises(SetupError, match="seed"):
        envs.reset(seed=seed)


def test_the_rewards_of_one_seat_have_the_shape_that_wrappers_expect() -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    envs = RecordEpisodeStatistics(VectorEnv(game_names()[0], num_envs=4, seat=1))
    _, infos = envs.reset(seed=1)
    finished = 0
    for _ in range(400):
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        _, rewards, _, _, infos = envs.step(actions)
        assert rewards.shape == (4,)
        finished += int(infos.get("_episode", np.zeros(4)).sum())
    assert finished
    with pytest.raises(SetupError, match="seat is"):
        VectorEnv(game_names()[0], num_envs=4, seat=9)


def test_a_list_of_seeds_repeats_the_same_games() -> None:
    envs = VectorEnv(game_names()[0], num_envs=3, copy=True)
    first, _ = envs.reset(seed=[1, 2, 3])
    again, _ = envs.reset(seed=[1, 2, 3])
    other, _ = envs.reset(seed=[1, 2, 4])
    assert (first == again).all()
    assert (first != other).any()
    envs.reset(seed=[1, None, 3])
    with pytest.raises(SetupError, match="3 games, but 2 seeds"):
        envs.reset(seed=[1, 2])
