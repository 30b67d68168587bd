"""One agent among bots: Gymnasium's own checks pass, seeds repeat games, and illegal actions do what was chosen."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tatze.envs
from tatze.core.errors import IllegalAction, SetupError, TatzeError
from tatze.core.table import Table
from tatze.envs import rendering
from tatze.envs.single import SingleAgentEnv
from tatze.games import game_names
from tests.helpers import every_setting


def play(env: SingleAgentEnv, seed: int | None, choose: np.random.Generator) -> list[tuple[bytes, int, float]]:
    """Play one game at random: what was seen, done and earned."""
    seen, _ = env.reset(seed=seed)
    moves, over = [], False
    while not over:
        action = int(choose.choice(np.flatnonzero(seen["action_mask"])))
        before = seen["observation"].tobytes()
        seen, reward, over, _, _ = env.step(action)
        moves.append((before, action, reward))
    return moves


@pytest.mark.filterwarnings("ignore:.*render.*", "ignore:.*not within the observation space.*")
@pytest.mark.parametrize("game", game_names())
def test_gymnasiums_own_check_passes(game: str) -> None:
    made = gymnasium.make(tatze.envs.gymnasium_id(game), illegal="terminate")
    check_env(made.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("name", "rules", "players"), every_setting())
def test_a_game_is_played_to_its_end_and_repeated_by_its_seed(name: str, rules: str, players: int) -> None:
    env = SingleAgentEnv(name, rules, players, seat=players - 1, opponents="kitten")
    first = play(env, 5, np.random.default_rng(1))
    following = play(env, None, np.random.default_rng(1))
    assert first == play(env, 5, np.random.default_rng(1))
    assert following == play(env, None, np.random.default_rng(1))
    assert first != following
    assert all(reward == 0 for _, _, reward in first[:-1])
    assert 0 <= first[-1][2] <= 1


def test_ids_make_single_and_vector_environments() -> None:
    game = game_names()[0]
    envs = gymnasium.make_vec(tatze.envs.gymnasium_id(game), num_envs=3, vectorization_mode="sync")
    seen, _ = envs.reset(seed=[4, 5, 6])  # type: ignore[arg-type]  # a list is allowed here
    actions = [int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]]
    seen, rewards, *_ = envs.step(np.array(actions))
    assert rewards.shape == (3,)
    envs.close()


def test_an_illegal_action_raises_or_ends_the_game() -> None:
    game = game_names()[0]
    env = SingleAgentEnv(game)
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        env.step(wrong)
    assert env.action_masks().sum() == seen["action_mask"].sum(), "nothing has changed"
    strict = SingleAgentEnv(game, illegal="terminate")
    strict.reset(seed=1)
    _, reward, over, _, info = strict.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert "illegal" in info
    with pytest.raises(TatzeError, match="reset"):
        strict.step(0)


@pytest.mark.parametrize("game", game_names())
def test_a_table_is_rendered_in_words_as_a_drawing_and_in_pixels(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for mode, kind in (("ansi", str), ("svg", str), ("rgb_array", np.ndarray), ("human", type(None))):
        env = SingleAgentEnv(game, render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)
    assert capsys.readouterr().out
    pixels = SingleAgentEnv(game, render_mode="rgb_array")
    pixels.reset(seed=1)
    picture = pixels.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 5, "it is not empty"


def test_pixels_without_a_font_are_refused_instead_of_shown_without_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rendering.has_font()
    monkeypatch.setattr(rendering, "LETTER", rendering.LETTER.replace("8", " "))  # nothing to be seen of it
    rendering.has_font.cache_clear()
    try:
        with pytest.raises(TatzeError, match="apt install fontconfig fonts-dejavu-core"):
            rendering.pixels("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    finally:
        rendering.has_font.cache_clear()


def test_an_agent_that_never_has_a_turn_gets_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    env = SingleAgentEnv(game_names()[0])
    opened: list[Table[Any]] = []
    original = env._let_bots_play

    def ended_once(table: Table[Any]) -> None:
        opened.append(table)
        original(table)
        if len(opened) == 1:
            monkeypatch.setattr(type(table), "over", property(lambda self: self is opened[0]))

    monkeypatch.setattr(env, "_let_bots_play", ended_once)
    env.reset(seed=3)
    assert len(opened) == 2


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"seat": 9}, "seat is 0 to"),
        ({"opponents": "nobody"}, 'no bot "nobody"'),
        ({"opponents": ["thumb"]}, "opponents names one bot or"),
        ({"illegal": "ignore"}, "illegal is"),
        ({"render_mode": "film"}, "render_mode is"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, object], says: str) -> None:
    with pytest.raises(SetupError, match=says):
        SingleAgentEnv(game_names()[0], **wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_pettingzoo_has_a_module_for_each_game_and_version() -> None:
    game = game_names()[0]
    made = getattr(tatze.envs, f"{game}_v{tatze.envs.gymnasium_id(game).rpartition('v')[2]}")
    assert made.env().game.name == made.raw_env().game.name == game
    with pytest.raises(AttributeError, match="the present version is"):
        _ = tatze.envs.__getattr__(f"{game}_v99")
    with pytest.raises(AttributeError, match="no attribute"):
        _ = tatze.envs.__getattr__("nogame_v1")
