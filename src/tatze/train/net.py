"""The network as PyTorch trains it; `tatze.bots.learned.network` computes the same from its weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tatze.bots.learned.network import EPSILON, Network


def padded(features: int) -> int:
    """How wide rows of features are in training: processors want even widths. What is beyond the features is 0."""
    return -(-features // 64) * 64


def linear(layer: nn.Linear, x: Tensor) -> Tensor:
    """The layer in the precision of its input; its own weights may be finer."""
    return functional.linear(x, layer.weight.to(x.dtype), layer.bias.to(x.dtype))


def normed(layer: nn.LayerNorm, x: Tensor) -> Tensor:
    weight, bias = layer.weight.to(x.dtype), layer.bias.to(x.dtype)
    return functional.layer_norm(x, layer.normalized_shape, weight, bias, layer.eps)


class Block(nn.Module):
    """x + relu(norm(x) A + a) B + b."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width, EPSILON)
        self.up = nn.Linear(width, width)
        self.down = nn.Linear(width, width)
        nn.init.zeros_(self.down.weight)
        nn.init.zeros_(self.down.bias)

    def forward(self, x: Tensor) -> Tensor:
        return x + linear(self.down, functional.relu(linear(self.up, normed(self.norm, x))))


class Net(nn.Module):
    """Rows of padded features to choices, and to the worth of every seat and the viewer's lead."""

    def __init__(self, features: int, choices: int, seats: int, width: int, blocks: int) -> None:
        super().__init__()
        self.first = nn.Linear(padded(features), width)
        nn.init.zeros_(self.first.weight[:, features:])
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width, EPSILON)
        self.policy = nn.Linear(width, choices)
        self.worth = nn.Linear(width, seats + 1)
        for head in (self.policy, self.worth):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = linear(self.first, x)
        for block in self.blocks:
            x = block(x)
        x = normed(self.norm, x)
        return linear(self.policy, x), linear(self.worth, x)


def export(net: Net, about: dict[str, Any]) -> Network:
    """The weights for NumPy: matrices are turned so that rows of features multiply them from the left. `about` says how
    many features there are."""
    weights = {}
    for name, tensor in net.state_dict().items():
        array = tensor.detach().to(torch.float32).cpu().numpy()
        if name == "first.weight":
            array = array[:, : about["features"]]
        weights[name] = np.ascontiguousarray(array.T).astype(np.float16).astype(np.float32)
    return Network(weights, {**about, "blocks": len(net.blocks), "width": net.first.out_features})


def imported(network: Network) -> Net:
    """The other way round: weights of NumPy as a network that can be trained."""
    w = network.weights
    (features, width), choices, worth = w["first.weight"].shape, len(w["policy.bias"]), len(w["worth.bias"])
    net = Net(features, choices, worth - 1, width, network.about["blocks"])
    beyond = np.zeros((padded(features) - features, width), np.float32)
    w = {**w, "first.weight": np.concatenate([w["first.weight"], beyond])}
    net.load_state_dict({name: torch.from_numpy(np.ascontiguousarray(array.T)) for name, array in w.items()})
    return net
