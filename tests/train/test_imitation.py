"""Imitation: what searches choose is written down as it was, and a network learns to choose like that."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
import torch

from tatze.arena.compiled.games import CompiledGames
from tatze.arena.match import Bout
from tatze.arena.settings import MatchSetting, one_against
from tatze.bots.learned.bot import WEIGHTS
from tatze.bots.learned.network import Network, features_of
from tatze.games import BUILT_IN
from tatze.train import samples
from tatze.train.imitation import SHARPNESSES, ImitationFit
from tatze.train.net import imported
from tatze.train.samples import Recorder, SampleLists, Samples
from tatze.train.settings import GameSetting

PLAYOUTS = 200


@pytest.mark.parametrize("game", BUILT_IN)
def test_games_are_those_of_a_match_and_every_decision_of_a_search_is_there(game: str) -> None:
    recorder, made = Recorder(game, GameSetting("base", 3), PLAYOUTS, 7), SampleLists()
    won = recorder.play(1, 4, made)
    games = CompiledGames(one_against(MatchSetting(game, "base", 3), "learned", f"search:{PLAYOUTS}", 7))
    played = games.play_bout(Bout("learned", f"search:{PLAYOUTS}", 4, 1))
    assert won == played.share(1)
    assert len(made.chosen) == len(made.features) == len(made.tried) == games.progress["searches"] > 10
    for bits, tried, chosen in zip(made.features, made.tried, made.chosen, strict=True):
        assert len(bits) == -(-features_of(game).length // 8)
        assert tried[chosen] == tried.max()
        assert (tried > 0).sum() > 1
        assert tried.sum() <= PLAYOUTS + (tried > 0).sum()


def test_samples_are_written_and_read_and_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    made = samples.record("verflixxt", 50, threads=2, minutes=0.03, seed=5, out=path)
    assert len(made.chosen) > 50
    again = samples.load([path, path], "verflixxt")
    assert np.array_equal(again.tried, np.concatenate([made.tried, made.tried]))
    with pytest.raises(ValueError, match="another game"):
        samples.load([path], "linko")


def habits(count: int) -> Samples:
    """Somebody who always takes the last choice there is."""
    module, dice = features_of("verflixxt"), np.random.default_rng(1)
    features = np.packbits(dice.random((count, module.length)) < 0.1, axis=1)
    allowed = dice.random((count, module.choices)) < 0.3
    allowed[:, :2] = True
    chosen = module.choices - 1 - allowed[:, ::-1].argmax(1)
    tried = allowed.astype(np.uint16)
    tried[np.arange(count), chosen] += 40
    return Samples(features, tried, chosen.astype(np.int16))


def test_an_imitation_takes_over_habits(capsys: pytest.CaptureFixture[str]) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    net = imported(Network.load(WEIGHTS / "verflixxt.npz", "verflixxt"))
    fit = ImitationFit("verflixxt", net, habits(4000), torch.device("cpu"))
    assert len(fit.rows) + len(fit.held_out) == 4000
    fit.calibrate()
    before, same, _ = fit.test()
    lowest = fit.learn(2, 128, 1e-3, 0.3)
    after, now, _ = fit.test()
    assert after == pytest.approx(lowest)
    assert after < before / 2
    assert now > 0.8 > same
    assert capsys.readouterr().out.count("loss") == 3
    plain = fit.net.policy.weight.detach().clone()
    sharpness = fit.test()[2]
    fit.calibrate(3.0)
    assert torch.allclose(fit.net.policy.weight, 3 * sharpness * plain)


def test_games_come_by_the_weights_of_their_settings() -> None:
    settings = [GameSetting("base", 4, 9.0), GameSetting("pro", 2, 1.0)]
    source = samples.games(settings, Random(1))
    drawn = [next(source) for _ in range(500)]
    assert 0.85 < sum(setting.rules == "base" for setting, _, _ in drawn) / 500 < 0.95
    assert [number for _, _, number in drawn] == list(range(500))
    assert {seat for setting, seat, _ in drawn if setting.rules == "base"} == {0, 1, 2, 3}
    assert SHARPNESSES[0] < 0.2 < 1.2 < SHARPNESSES[-1]
