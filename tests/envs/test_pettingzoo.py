"""The PettingZoo environment passes PettingZoo's tests, keeps secrets and refuses what is wrong."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test  # type: ignore[import-untyped]  # PettingZoo ships no types

from tatze.core.errors import IllegalAction, SetupError, TatzeError
from tatze.core.sample import sample
from tatze.envs.pettingzoo import TatzeEnv, env
from tatze.games import game_names
from tests.helpers import every_setting

SETTINGS = every_setting()
OPTIONS: list[dict[str, Any]] = [
    {"game": "linko", "rules": "duel", "shadow_part": True},
    {"game": "verflixxt", "rules": "combined", "players": 6, "luck_below": True},
    {"game": "verflixxt", "rules": "pro", "track": "L " * 64},
]


def play(table: TatzeEnv, random: Random) -> list[tuple[str, dict[str, Any], int]]:
    """Play the game of an environment on to its end: who decided, what it saw, what it did."""
    moves = []
    while not table.terminations[table.agent_selection]:
        seen = table.last()[0]
        action = int(random.choice(np.flatnonzero(seen["action_mask"])))
        moves.append((table.agent_selection, seen, action))
        table.step(action)
    return moves


def actions(seed: int | None, table: TatzeEnv) -> list[tuple[str, int]]:
    table.reset(seed=seed)
    return [(agent, action) for agent, _, action in play(table, Random(1))]


@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",  # the test knows dictionaries only by the names of PettingZoo's games
    "ignore:Observation space for each agent probably should be",  # the same
)
@pytest.mark.parametrize("options", [*({"game": name} for name in game_names()), *OPTIONS])
def test_pettingzoos_own_tests_pass(options: dict[str, Any]) -> None:
    api_test(env(**options), num_cycles=200)
    seed_test(lambda: env(**options), num_cycles=200)


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_what_is_seen_lies_within_the_space_and_victory_is_shared(name: str, rules: str, players: int) -> None:
    table = env(name, rules, players)
    table.reset(seed=1)
    for agent, seen, action in play(table, Random(1)):
        assert table.observation_space(agent).contains(seen)
        assert seen["action_mask"][action]
    assert sum(table.rewards.values()) == pytest.approx(1)
    assert len(set(table.rewards.values()) - {0}) == 1
    assert all(table.terminations.values())
    assert not any(table.truncations.values())
    for agent in table.agents:
        assert table.observation_space(agent).contains(table.observe(agent))
        assert not table.observe(agent)["action_mask"].any()
        assert set(table.infos[agent]) == {"score", "reason"}


@pytest.mark.parametrize("options", OPTIONS)
def test_options_keep_within_the_space_too(options: dict[str, Any]) -> None:
    table = env(**options)
    table.reset(seed=2)
    for agent, seen, _ in play(table, Random(2)):
        assert table.observation_space(agent).contains(seen)


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_an_agent_sees_nothing_that_its_seat_may_not_see(name: str, rules: str, players: int) -> None:
    """Everything hidden from a seat is drawn anew: its observation and mask stay the same byte for byte."""
    table = env(name, rules, players)
    table.reset(seed=3)
    random = Random(3)
    while not table.terminations[table.agent_selection]:
        assert table.table
        truth = table.table.state
        for seat, agent in enumerate(table.agents):
            before = table.observe(agent)
            table.table.state = sample(table.game, table.table.view(seat), random)
            after = table.observe(agent)
            table.table.state = truth
            assert after["observation"].tobytes() == before["observation"].tobytes()
            assert after["action_mask"].tobytes() == before["action_mask"].tobytes()
        table.step(random.choice(table.table.legal_actions))


def test_other_agents_see_something_else_and_have_nothing_to_choose() -> None:
    table = env("linko", players=3)
    table.reset(seed=1)
    seen = [table.observe(agent) for agent in table.agents]
    assert len({row["observation"].tobytes() for row in seen}) == 3
    chooses = [agent for agent, row in zip(table.agents, seen, strict=True) if row["action_mask"].any()]
    assert chooses == [table.agent_selection]


@pytest.mark.parametrize("name", game_names())
def test_a_seed_gives_the_same_game_and_another_seed_another(name: str) -> None:
    table = env(name)
    first = actions(5, table)
    assert actions(5, table) == first
    assert actions(5, env(name)) == first
    assert actions(6, table) != first


@pytest.mark.parametrize("name", game_names())
def test_a_reset_without_a_seed_goes_on_to_the_next_game_of_the_last_one(name: str) -> None:
    table, twin = env(name), env(name)
    games = [actions(seed, table) for seed in (5, None, None)]
    assert [actions(seed, twin) for seed in (5, None, None)] == games
    assert len({str(game) for game in games}) == 3


def test_without_any_seed_nobody_can_repeat_a_game() -> None:
    assert actions(None, env()) != actions(None, env())


def test_what_players_do_does_not_change_the_dice() -> None:
    rolls = []
    for seed in (1, 2):
        table = env("verflixxt", start=0)
        table.reset(seed=9)
        play(table, Random(seed))
        assert table.table
        rolls.append([entry.action for entry in table.table.entries if entry.actor < 0])
    assert rolls[0][:20] == rolls[1][:20]


@pytest.mark.parametrize("action", [666, 667, -1, 0.5, None, "7"])
def test_an_illegal_action_is_refused_and_changes_nothing(action: Any) -> None:
    table = env("linko", rules="base")
    table.reset(seed=1)
    agent, before = table.agent_selection, table.last()[0]
    with pytest.raises(IllegalAction):
        table.step(action)
    assert table.agent_selection == agent
    assert table.last()[0]["observation"].tobytes() == before["observation"].tobytes()
    table.step(int(np.flatnonzero(before["action_mask"])[0]))


def test_reset_takes_the_start_and_refuses_other_options() -> None:
    table = env("linko", players=4)
    for seat in range(4):
        table.reset(seed=1, options={"start": seat})
        assert table.agent_selection == f"seat_{seat}"
    for wrong in ({"begin": 1}, {"options": 2}, {"start": 4}, {"start": 1, "options": 1}):
        with pytest.raises(SetupError):
            table.reset(seed=1, options=wrong)


@pytest.mark.parametrize(
    "wrong",
    [{"game": "chess"}, {"rules": "no"}, {"players": 9}, {"luck_below": True}, {"render_mode": "film"}, {"start": 7}],
    ids=str,
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        env(**wrong)


def test_after_the_end_every_agent_steps_once_with_none() -> None:
    table = env("verflixxt", players=3)
    table.reset(seed=1)
    play(table, Random(1))
    with pytest.raises(ValueError, match="None"):
        table.step(0)
    ended = []
    for agent in table.agent_iter():
        ended.append((agent, table.last()[1]))
        table.step(None)
    assert [agent for agent, _ in ended] == ["seat_0", "seat_1", "seat_2"]
    assert sum(reward for _, reward in ended) == pytest.approx(1)
    with pytest.raises(TatzeError, match="reset"):
        table.step(None)


def test_nothing_can_be_done_before_the_first_reset() -> None:
    with pytest.raises(TatzeError, match="reset"):
        env().step(0)


@pytest.mark.parametrize("name", game_names())
def test_it_renders_what_everybody_may_see(name: str) -> None:
    drawn = {}
    for mode in (None, "ansi", "svg"):
        table = env(name, render_mode=mode)
        table.reset(seed=1)
        drawn[mode] = table.render()
    assert drawn[None] is None
    assert str(drawn["ansi"]).startswith(name.capitalize())
    assert str(drawn["svg"]).startswith("<svg")
    assert str(drawn["ansi"])[:40] in str(drawn["svg"])


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_tests_of_rendering_and_illegal_actions_pass() -> None:
    from pettingzoo.test import render_test

    made: dict[str, Any] = {"svg": lambda picture: isinstance(picture, str)}
    render_test(partial(env, game_names()[0]), made)


@pytest.mark.parametrize("name", game_names())
def test_an_illegal_action_ends_the_game_where_that_was_chosen(name: str) -> None:
    table = env(name, illegal="terminate")
    table.reset(seed=1)
    agent = table.agent_selection
    wrong = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
    table.step(wrong)
    assert all(table.terminations.values())
    assert table.rewards[agent] == -1
    assert "illegal" in table.infos[agent]


@pytest.mark.parametrize("name", game_names())
def test_the_state_is_what_all_seats_see(name: str) -> None:
    table = env(name)
    table.reset(seed=1)
    assert table.state_space.contains(table.state())
    seen = [table.observe(agent)["observation"] for agent in table.agents]
    assert (table.state() == np.concatenate(seen)).all()


def test_pettingzoos_own_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(env(game="verflixxt"))
    assert "turns per second" in capsys.readouterr().out
