"""The network as PyTorch trains it. `tatze.bots.learned.network` computes the same in NumPy from its weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tatze.bots.learned.network import EPSILON, Array, Network

MASKED_LOGIT = -1e9
"""Logit of a choice that is not legal, and of a seat that does not play."""
ROW_MULTIPLE = 64
"""Rows of features are padded with zeros to a multiple of this, because matrix units need even widths."""


def padded(features: int) -> int:
    """Return the width of rows of features in training."""
    return -(-features // ROW_MULTIPLE) * ROW_MULTIPLE


def linear(layer: nn.Linear, x: Tensor) -> Tensor:
    """Apply a linear layer in the precision of its input; the weights may have a finer one."""
    return functional.linear(x, layer.weight.to(x.dtype), layer.bias.to(x.dtype))


def normed(layer: nn.LayerNorm, x: Tensor) -> Tensor:
    """Apply a layer norm in the precision of its input."""
    weight, bias = layer.weight.to(x.dtype), layer.bias.to(x.dtype)
    return functional.layer_norm(x, layer.normalized_shape, weight, bias, layer.eps)


class ResidualBlock(nn.Module):
    """A residual block: x + relu(norm(x) A + a) B + b. It is the identity at first, because B and b are zero."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm: nn.LayerNorm = nn.LayerNorm(width, EPSILON)
        self.up: nn.Linear = nn.Linear(width, width)
        self.down: nn.Linear = nn.Linear(width, width)
        nn.init.zeros_(self.down.weight)
        nn.init.zeros_(self.down.bias)

    def forward(self, x: Tensor) -> Tensor:
        return x + linear(self.down, functional.relu(linear(self.up, normed(self.norm, x))))


class TrunkNet(nn.Module):
    """A residual network from rows of padded features to what heads read."""

    def __init__(self, features: int, width: int, blocks: int) -> None:
        super().__init__()
        self.first: nn.Linear = nn.Linear(padded(features), width)
        nn.init.zeros_(self.first.weight[:, features:])
        self.blocks: nn.ModuleList = nn.ModuleList(ResidualBlock(width) for _ in range(blocks))
        self.norm: nn.LayerNorm = nn.LayerNorm(width, EPSILON)

    def trunk(self, x: Tensor) -> Tensor:
        """Return what the heads read."""
        x = linear(self.first, x)
        for block in self.blocks:
            x = block(x)
        return normed(self.norm, x)


class Net(TrunkNet):
    """A network with two heads, for rows of padded features.

    `policy` has a logit for every choice. `worth` has a logit for every seat's share of the victory, seats counted from
    the viewer's own, and the viewer's lead in points."""

    def __init__(self, features: int, choices: int, seats: int, width: int, blocks: int) -> None:
        super().__init__(features, width, blocks)
        self.policy: nn.Linear = nn.Linear(width, choices)
        self.worth: nn.Linear = nn.Linear(width, seats + 1)
        for head in (self.policy, self.worth):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = self.trunk(x)
        return linear(self.policy, x), linear(self.worth, x)


def export(net: Net, about: dict[str, Any]) -> Network:
    """Return the weights for NumPy, in 16 bits.

    `about` describes the weights; its entry "features" is the number of features without padding."""
    weights = rounded(net, about["features"])
    return Network(weights, {**about, "blocks": len(net.blocks), "width": net.first.out_features})


def rounded(net: TrunkNet, features: int) -> dict[str, Array]:
    """Return the weights in 16 bits, without padding; matrices are transposed, so that rows of features stand on the
    left."""
    weights = {}
    for name, tensor in net.state_dict().items():
        array = tensor.detach().to(torch.float32).cpu().numpy()
        if name == "first.weight":
            array = array[:, :features]
        weights[name] = np.ascontiguousarray(array.T).astype(np.float16).astype(np.float32)
    return weights


def imported(network: Network) -> Net:
    """Return weights of NumPy as a network that can be trained."""
    w = network.weights
    (features, width), choices, worth = w["first.weight"].shape, len(w["policy.bias"]), len(w["worth.bias"])
    net = Net(features, choices, worth - 1, width, network.about["blocks"])
    beyond = np.zeros((padded(features) - features, width), np.float32)
    w = {**w, "first.weight": np.concatenate([w["first.weight"], beyond])}
    net.load_state_dict({name: torch.from_numpy(np.ascontiguousarray(array.T)) for name, array in w.items()})
    return net
