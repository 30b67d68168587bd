"""The network in NumPy: what the trainer's says, from a small file that knows what it is for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from tatze.bots.network import Network, UnfitWeights, needs, odds, win_chances
from tatze.train.net import Net, export


@pytest.fixture
def net() -> Net:
    torch.manual_seed(1)
    net = Net(features=needs("linko")["features"], choices=needs("linko")["choices"], seats=5, width=48, blocks=2)
    for parameter in net.parameters():
        torch.nn.init.normal_(parameter, std=0.1)
    return net


def test_numpy_thinks_what_the_trainer_thinks_to_rounding(net: Net, tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    export(net, needs("linko")).save(path)
    network = Network.load(path, "linko")
    features = (np.random.default_rng(2).random((7, needs("linko")["features"])) < 0.15).astype(np.int8)
    halved = Net(features.shape[1], 667, 5, 48, 2)
    halved.load_state_dict({name: tensor.half().float() for name, tensor in net.state_dict().items()})
    with torch.no_grad():
        policy, worth = halved(torch.from_numpy(features).float())
    mine = network.think(features)
    assert np.allclose(mine[0], policy.numpy(), atol=1e-4)
    assert np.allclose(mine[1], worth.numpy(), atol=1e-4)
    assert path.stat().st_size < 2.2 * sum(p.numel() for p in net.parameters()) + 5000


def test_chances_and_odds_add_up_to_one(net: Net) -> None:
    network = export(net, needs("linko"))
    policy, worth = network.think(np.ones((2, needs("linko")["features"]), np.int8))
    assert win_chances(worth, 3).shape == (2, 3)
    assert np.allclose(win_chances(worth, 3).sum(1), 1)
    allowed = np.zeros((2, 667), np.bool_)
    allowed[:, [3, 5]] = True
    likely = odds(policy, allowed)
    assert np.allclose(likely.sum(1), 1)
    assert (likely[~allowed] == 0).all()


def test_weights_for_something_else_are_refused(net: Net, tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    export(net, {**needs("linko"), "version": 0}).save(path)
    with pytest.raises(UnfitWeights, match="made for version 0, but this is version"):
        Network.load(path, "linko")
    export(net, needs("linko")).save(path)
    with pytest.raises(UnfitWeights, match="made for game linko, but this is game verflixxt"):
        Network.load(path, "verflixxt")
