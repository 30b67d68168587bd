"""The network as PyTorch trains it. `tatze.bots.learned.network` computes the same in NumPy from its weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tatze.bots.learned.network import EPSILON, Network

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


class Net(nn.Module):
    """A network with two heads, for rows of padded features.

    `policy` has a logit for every choice. `worth` has a logit for every seat's share of the victory, seats counted from
    the viewer's own, and the viewer's lead in points. A third head, the belief, is optional: for every other seat and
    kind of hidden item it has the logarithm of the odds that the item is there, beside a uniform draw."""

    def __init__(self, features: int, choices: int, seats: int, width: int, blocks: int, items: int = 0) -> None:
        super().__init__()
        self.first: nn.Linear = nn.Linear(padded(features), width)
        nn.init.zeros_(self.first.weight[:, features:])
        self.blocks: nn.ModuleList = nn.ModuleList(ResidualBlock(width) for _ in range(blocks))
        self.norm: nn.LayerNorm = nn.LayerNorm(width, EPSILON)
        self.policy: nn.Linear = nn.Linear(width, choices)
        self.worth: nn.Linear = nn.Linear(width, seats + 1)
        heads = [self.policy, self.worth]
        if items:
            self.belief: nn.Linear = nn.Linear(width, (seats - 1) * items)
            heads.append(self.belief)
        for head in heads:
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = self.trunk(x)
        return linear(self.policy, x), linear(self.worth, x)

    def trunk(self, x: Tensor) -> Tensor:
        """Return what the heads read."""
        x = linear(self.first, x)
        for block in self.blocks:
            x = block(x)
        return normed(self.norm, x)


def export(net: Net, about: dict[str, Any]) -> Network:
    """Return the weights for NumPy, in 16 bits; matrices are transposed, so that rows of features stand on the left.

    `about` describes the weights; its entry "features" is the number of features without padding."""
    weights = {}
    for name, tensor in net.state_dict().items():
        array = tensor.detach().to(torch.float32).cpu().numpy()
        if name == "first.weight":
            array = array[:, : about["features"]]
        weights[name] = np.ascontiguousarray(array.T).astype(np.float16).astype(np.float32)
    return Network(weights, {**about, "blocks": len(net.blocks), "width": net.first.out_features})


def imported(network: Network) -> Net:
    """Return weights of NumPy as a network that can be trained."""
    w = network.weights
    (features, width), choices, worth = w["first.weight"].shape, len(w["policy.bias"]), len(w["worth.bias"])
    items = len(w["belief.bias"]) // (worth - 2) if "belief.bias" in w else 0
    net = Net(features, choices, worth - 1, width, network.about["blocks"], items)
    beyond = np.zeros((padded(features) - features, width), np.float32)
    w = {**w, "first.weight": np.concatenate([w["first.weight"], beyond])}
    net.load_state_dict({name: torch.from_numpy(np.ascontiguousarray(array.T)) for name, array in w.items()})
    return net
