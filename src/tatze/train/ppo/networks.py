"""The network in the copies that training needs, each in the precision that its work asks for."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, TypeVar, cast

import torch
from torch import Tensor
from torch.nn import functional

from tatze.bots.learned.network import features_of
from tatze.train.hyperparameters import Hyperparameters
from tatze.train.net import MASKED_LOGIT, Net
from tatze.train.vector.games import VectorGames

Function = TypeVar("Function", bound=Callable[..., Any])


class Networks:
    """The trained network, its moving average, and the copies of both that play and estimate."""

    def __init__(self, parameters: Hyperparameters, games: VectorGames) -> None:
        module, device = features_of(parameters.game), games.device
        on_gpu = device.type == "cuda"
        width, blocks = parameters.width, parameters.blocks
        self.precision: torch.dtype = torch.bfloat16 if on_gpu else torch.float32
        """The precision in which the network plays and learns."""
        self.trained: Net = Net(module.length, module.choices, games.seats, width, blocks).to(device)
        """The network that is updated."""
        self.player: Net = copy.deepcopy(self.trained).to(self.precision).requires_grad_(False)
        """The copy of the trained network that makes choices."""
        self.average: Net = copy.deepcopy(self.trained).requires_grad_(False)
        """The exponential moving average of the trained network."""
        fine = torch.float16 if on_gpu else torch.float32
        self.critic: Net = copy.deepcopy(self.trained).to(fine).requires_grad_(False)
        """The copy of the average that estimates values, in a finer precision: values of choices differ by little."""
        self.logits: Callable[[Tensor], Tensor] = maybe_compiled(self._logits, parameters.compile)
        self.values: Callable[[Tensor, Tensor], Tensor] = maybe_compiled(self._values, parameters.compile)
        self.logits_and_values: Callable[[Tensor, Tensor], tuple[Tensor, Tensor]] = maybe_compiled(
            self._logits_and_values, parameters.compile
        )

    @torch.no_grad()
    def refresh(self) -> None:
        """Copy the latest weights into the copies that play and estimate."""
        copy_weights(self.trained, self.player)
        copy_weights(self.average, self.critic)

    def _logits(self, features: Tensor) -> Tensor:
        """Return the logit of every choice for rows of features."""
        policy: Tensor = self.player(features.to(self.precision))[0]
        return policy

    def _logits_and_values(self, features: Tensor, seated: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logit of every choice, and what the trained network itself estimates."""
        policy, worth = self.player(features.to(self.precision))
        return policy, values_of(worth, seated)

    def _values(self, features: Tensor, seated: Tensor) -> Tensor:
        """Return the estimated shares of the victory and the lead for rows of features."""
        return values_of(self.critic(features.to(self.critic.first.weight.dtype))[1], seated)


def maybe_compiled(function: Function, wanted: bool) -> Function:
    """Return the function, compiled by PyTorch if that is wanted."""
    return cast("Function", torch.compile(function, dynamic=False)) if wanted else function


def copy_weights(source: Net, target: Net) -> None:
    """Copy all weights, in the precision of the target."""
    for mine, theirs in zip(target.parameters(), source.parameters(), strict=True):
        mine.copy_(theirs)


def masked_log_probs(policy: Tensor, mask: Tensor) -> Tensor:
    """Return the logarithms of the probabilities of the legal choices."""
    return functional.log_softmax(policy.float().masked_fill(mask == 0, MASKED_LOGIT), 1)


def sample(policy: Tensor, mask: Tensor, noise: Tensor) -> tuple[Tensor, Tensor]:
    """Draw a choice for each row by its probabilities; return the choices and the logarithms of their probabilities.

    `noise` has an exponentially distributed number for every choice (the Gumbel-max trick)."""
    log_probs = masked_log_probs(policy, mask)
    chosen = (log_probs - noise.clamp(min=1e-30).log()).argmax(1)
    return chosen, log_probs.gather(1, chosen[:, None])[:, 0]


def values_of(worth: Tensor, seated: Tensor) -> Tensor:
    """Return shares of the victory and the lead from the network's output; `seated` marks the seats that play."""
    worth = worth.float()
    return torch.cat([functional.softmax(worth[:, :-1].masked_fill(~seated, MASKED_LOGIT), 1), worth[:, -1:]], 1)
