"""Updates of the network: the loss of proximal policy optimisation, the schedules, and the moving average."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

from tatze.train.hyperparameters import Hyperparameters
from tatze.train.net import MASKED_LOGIT
from tatze.train.ppo.minibatches import Minibatch, Minibatches
from tatze.train.ppo.networks import Networks, masked_log_probs, maybe_compiled
from tatze.train.ppo.rollout import Rollout
from tatze.train.ppo.seating import Seating

ADAM_BETAS = (0.9, 0.98)
ADAM_EPSILON = 1e-7

REPORTED = ("policy", "value", "lead", "entropy", "moved")
"""Names of the figures that an update reports: losses of policy, value and lead, entropy, approximate KL divergence."""


class Updater:
    """The optimiser and what it minimises."""

    parameters: Hyperparameters
    networks: Networks

    def __init__(
        self, parameters: Hyperparameters, networks: Networks, seating: Seating, generator: torch.Generator
    ) -> None:
        self.parameters, self.networks = parameters, networks
        self.minibatches: Minibatches = Minibatches(parameters, seating, generator)
        self.device: torch.device = generator.device
        fused = generator.device.type == "cuda"
        weights = networks.trained.parameters()
        self.optimiser: torch.optim.Adam = torch.optim.Adam(
            weights, parameters.learning_rate, ADAM_BETAS, ADAM_EPSILON, fused=fused
        )
        self.loss: Callable[[Minibatch, Tensor], tuple[Tensor, Tensor]] = maybe_compiled(
            self.ppo_loss, parameters.compile
        )
        self.updates: int = 0
        """Number of updates so far."""

    def learn(self, rollout: Rollout, progress: float) -> Tensor:
        """Go through a rollout in minibatches; return the mean of the reports.

        `progress` is how much of the decay of learning rate and entropy bonus is done, from 0 to 1."""
        parameters = self.parameters
        bonus = decayed(parameters.entropy_bonus, parameters.final_entropy_bonus, progress)
        entropy_bonus = torch.full((), bonus, device=self.device)
        rate = decayed(parameters.learning_rate, parameters.final_learning_rate, progress)
        reports = []
        for _ in range(parameters.epochs):
            for batch in self.minibatches.of(rollout):
                reports.append(self.update(batch, entropy_bonus, rate))
        return torch.stack(reports).mean(0)

    def update(self, batch: Minibatch, entropy_bonus: Tensor, rate: float) -> Tensor:
        """Take one step of the optimiser, and move the average; return the report."""
        for group in self.optimiser.param_groups:
            group["lr"] = min(1.0, (self.updates + 1) / self.parameters.warmup_updates) * rate
        loss, report = self.loss(batch, entropy_bonus)
        self.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self.networks.trained.parameters(), self.parameters.max_gradient_norm)
        self.optimiser.step()
        self.updates += 1
        self._move_average()
        return report

    @torch.no_grad()
    def _move_average(self) -> None:
        """Move the average towards the trained network; it is the plain mean until `ema_updates` are reached."""
        part = 1 / min(self.updates, self.parameters.ema_updates)
        networks = self.networks
        for average, latest in zip(networks.average.parameters(), networks.trained.parameters(), strict=True):
            average.lerp_(latest, part)

    def ppo_loss(self, batch: Minibatch, entropy_bonus: Tensor) -> tuple[Tensor, Tensor]:
        """Return the loss of a minibatch, and the report (`REPORTED`)."""
        parameters = self.parameters
        policy, worth = self.networks.trained(batch.features.to(self.networks.precision))
        log_probs = masked_log_probs(policy[: batch.decisions], batch.masks)
        weights = batch.weights[: batch.decisions]
        part = weights / weights.sum()
        entropy = -((log_probs.exp() * log_probs).sum(1) * part).sum()
        moved = log_probs.gather(1, batch.chosen[:, None])[:, 0] - batch.log_probs
        ratio = moved.exp()
        clipped = ratio.clamp(1 - parameters.clip_range, 1 + parameters.clip_range)
        gain = (torch.minimum(ratio * batch.advantages, clipped * batch.advantages) * part).sum()
        value, lead = value_losses(worth.float(), batch)
        loss = parameters.value_loss_weight * (value + lead) - gain - entropy_bonus * entropy
        divergence = ((ratio - 1 - moved) * part).sum()
        return loss, torch.stack([-gain, value, lead, entropy, divergence]).detach()


def value_losses(worth: Tensor, batch: Minibatch) -> tuple[Tensor, Tensor]:
    """Return the cross-entropy of the shares of the victory, and the squared error of the lead."""
    log_shares = functional.log_softmax(worth[:, :-1].masked_fill(~batch.seated, MASKED_LOGIT), 1)
    part = batch.weights / batch.weights.sum()
    cross_entropy = -((batch.targets[:, :-1] * log_shares).sum(1) * part).sum()
    return cross_entropy, ((worth[:, -1] - batch.targets[:, -1]).square() * part).sum()


def decayed(start: float, end: float, progress: float) -> float:
    """Return a value on the line from start to end; `progress` is from 0 to 1."""
    return start + (end - start) * progress
