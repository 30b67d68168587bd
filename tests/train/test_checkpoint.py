"""A training goes on where it stopped, from a checkpoint or from weights alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tatze.bots.learned.network import UnfitWeights
from tatze.train import checkpoint
from tatze.train.ppo.learner import Learner
from tests.train.helpers import TINY


def test_a_training_can_begin_with_weights_alone(tmp_path: Path) -> None:
    learner = Learner(TINY, cuda=False)
    learner.iterate()
    checkpoint.write_weights(learner, tmp_path / "weights.npz", "", [])
    other = Learner(replace(TINY, seed=2), cuda=False)
    checkpoint.load_weights(other, tmp_path / "weights.npz")
    assert other.earlier.decisions == learner.decisions > 0
    assert other.progress == 0
    other.iterate()
    assert checkpoint.about(other, "")["decisions"] == 2 * learner.decisions
    other = Learner(replace(TINY, seed=2), cuda=False)
    checkpoint.load_weights(other, tmp_path / "weights.npz")
    for mine, theirs, mean in zip(
        learner.networks.average.parameters(),
        other.networks.trained.parameters(),
        other.networks.average.parameters(),
        strict=True,
    ):
        assert torch.allclose(mine, theirs, atol=2e-3)
        assert torch.equal(theirs, mean)
    with pytest.raises(UnfitWeights, match="another shape"):
        checkpoint.load_weights(Learner(replace(TINY, width=24), cuda=False), tmp_path / "weights.npz")


def test_more_blocks_than_the_weights_have_do_nothing_in_the_beginning(tmp_path: Path) -> None:
    learner = Learner(TINY, cuda=False)
    learner.iterate()
    checkpoint.write_weights(learner, tmp_path / "weights.npz", "", [])
    deeper = Learner(replace(TINY, blocks=TINY.blocks + 2), cuda=False)
    checkpoint.load_weights(deeper, tmp_path / "weights.npz")
    rows = learner.rollout.features[0].float()
    for mine, theirs in zip(learner.networks.average(rows), deeper.networks.average(rows), strict=True):
        assert torch.allclose(mine, theirs, atol=2e-3)
    last = f"blocks.{TINY.blocks + 1}.down.weight"
    assert not deeper.networks.trained.state_dict()[last].any()
    deeper.iterate()
    assert deeper.networks.trained.state_dict()[last].any()
    checkpoint.write_weights(deeper, tmp_path / "deeper.npz", "", [])
    with pytest.raises(UnfitWeights, match="another shape"):
        checkpoint.load_weights(learner, tmp_path / "deeper.npz")


def test_a_resumed_training_is_the_same_as_one_that_never_stopped(tmp_path: Path) -> None:
    whole = Learner(TINY, cuda=False)
    for _ in range(2):
        whole.iterate()
    checkpoint.save(whole, tmp_path)
    reports = [whole.iterate() for _ in range(2)]
    resumed = Learner(TINY, cuda=False)
    checkpoint.load(resumed, tmp_path)
    assert all(torch.equal(report, resumed.iterate()) for report in reports)
    assert resumed.decisions == whole.decisions
    for mine, other in zip(whole.networks.trained.parameters(), resumed.networks.trained.parameters(), strict=True):
        assert torch.equal(mine, other)


def test_without_its_games_a_checkpoint_goes_on_with_new_ones(tmp_path: Path) -> None:
    learner = Learner(replace(TINY, keep_games=False), cuda=False)
    checkpoint.save(learner, tmp_path)
    resumed = Learner(replace(TINY, keep_games=False), cuda=False)
    checkpoint.load(resumed, tmp_path)
    assert resumed.games.seed == learner.games.seed + 1
    assert torch.isfinite(resumed.iterate()).all()


def test_a_checkpoint_comes_in_parts_and_is_refused_when_it_does_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "PART_BYTES", 100_000)
    learner = Learner(TINY, cuda=False)
    paths = checkpoint.save(learner, tmp_path)
    assert len(paths) > 3
    assert all(path.stat().st_size < 101_000 for path in paths)
    checkpoint.load(learner, tmp_path)
    with pytest.raises(UnfitWeights, match="another shape"):
        checkpoint.load(Learner(replace(TINY, width=24), cuda=False), tmp_path)
    with pytest.raises(UnfitWeights, match="made for game verflixxt"):
        checkpoint.load(Learner(replace(TINY, game="linko"), cuda=False), tmp_path)
    paths[2].unlink()
    with pytest.raises(UnfitWeights, match="missing"):
        checkpoint.load(learner, tmp_path)
    with pytest.raises(UnfitWeights, match="no checkpoint"):
        checkpoint.load(learner, tmp_path / "elsewhere")
