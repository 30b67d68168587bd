"""The network in NumPy: what the trainer's says, from a small file that knows what it is for."""

from __future__ import annotations

import copy
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import torch

from tatze.bots.learned.network import Network, UnfitWeights, masked_softmax, requirements, win_chances
from tatze.train.net import Net, export, padded


@pytest.fixture
def net() -> Net:
    torch.manual_seed(1)
    net = Net(
        features=requirements("linko")["features"],
        choices=requirements("linko")["choices"],
        seats=5,
        width=48,
        blocks=2,
    )
    for parameter in net.parameters():
        torch.nn.init.normal_(parameter, std=0.1)
    return net


def test_numpy_thinks_what_the_trainer_thinks_to_rounding(net: Net, tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    export(net, requirements("linko")).save(path)
    network = Network.load(path, "linko")
    features = (np.random.default_rng(2).random((7, requirements("linko")["features"])) < 0.15).astype(np.int8)
    halved = copy.deepcopy(net)
    halved.load_state_dict({name: tensor.half().float() for name, tensor in net.state_dict().items()})
    policy, worth = thoughts(halved, features)
    mine = network.evaluate(features)
    assert np.allclose(mine[0], policy, atol=1e-4)
    assert np.allclose(mine[1], worth, atol=1e-4)
    assert path.stat().st_size < 2.2 * sum(p.numel() for p in net.parameters()) + 5000


def test_a_small_file_has_half_the_size_and_says_nearly_the_same(net: Net, tmp_path: Path) -> None:
    large, small, again = tmp_path / "large.npz", tmp_path / "small.npz", tmp_path / "again.npz"
    network = export(net, requirements("linko"))
    network.save(large)
    network.save(small, small=True)
    assert small.stat().st_size < 0.6 * large.stat().st_size
    squeezed = Network.load(small, "linko")
    for name, matrix in network.weights.items():
        step = np.abs(matrix).max() / 127
        assert np.abs(squeezed.weights[name] - matrix).max() <= 0.51 * step, name
    features = (np.random.default_rng(2).random((200, requirements("linko")["features"])) < 0.15).astype(np.int8)
    policy, worth = thoughts(net, features)
    mine = squeezed.evaluate(features)
    assert np.corrcoef(mine[0].ravel(), policy.ravel())[0, 1] > 0.999
    assert np.corrcoef(mine[1].ravel(), worth.ravel())[0, 1] > 0.999
    squeezed.save(again, small=True)
    kept = Network.load(again, "linko")
    assert all(np.allclose(kept.weights[name], squeezed.weights[name], rtol=1e-6) for name in network.weights)


def thoughts(net: Net, features: npt.NDArray[np.int8]) -> list[npt.NDArray[np.float32]]:
    """What the trainer's network thinks of features, which it wants padded."""
    row = torch.zeros(len(features), padded(features.shape[1]))
    row[:, : features.shape[1]] = torch.from_numpy(features)
    with torch.no_grad():
        return [part.numpy() for part in net(row)]


def test_chances_and_odds_add_up_to_one(net: Net) -> None:
    network = export(net, requirements("linko"))
    policy, worth = network.evaluate(np.ones((2, requirements("linko")["features"]), np.int8))
    assert win_chances(worth, 3).shape == (2, 3)
    assert np.allclose(win_chances(worth, 3).sum(1), 1)
    allowed = np.zeros((2, 667), np.bool_)
    allowed[:, [3, 5]] = True
    likely = masked_softmax(policy, allowed)
    assert np.allclose(likely.sum(1), 1)
    assert (likely[~allowed] == 0).all()


def test_weights_for_something_else_are_refused(net: Net, tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    export(net, {**requirements("linko"), "version": 0}).save(path)
    with pytest.raises(UnfitWeights, match="made for version 0, but this is version"):
        Network.load(path, "linko")
    export(net, requirements("linko")).save(path)
    with pytest.raises(UnfitWeights, match="made for game linko, but this is game verflixxt"):
        Network.load(path, "verflixxt")
