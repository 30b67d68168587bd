"""Minibatches of a rollout: the rows that the network learns from, in random order.

A minibatch has rows of three kinds, always the same number of each, so that compiled code keeps its shapes: decisions
of the trained network, seats that observe without deciding, and afterstates. Only decisions have a policy to learn; all
rows have values.

In most decisions of a trained network one choice has nearly all of the probability. Where it was taken, there is little
to learn. A part of these decisions can be left out (`sure_fraction`); those that are kept count for those that are not,
so that the expected gradient stays the same. A decision in which such a network took another choice is always kept."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import NamedTuple

import torch
from torch import Tensor

from tatze.train.hyperparameters import Hyperparameters
from tatze.train.ppo.rollout import Rollout
from tatze.train.ppo.seating import Seating


class Minibatch(NamedTuple):
    """The rows of one update; the decisions come first. The fields are those of `Rollout`."""

    features: Tensor
    masks: Tensor
    chosen: Tensor
    log_probs: Tensor
    advantages: Tensor
    targets: Tensor
    seated: Tensor
    """Whether the k-th seat of each row plays: rows × seats."""
    weights: Tensor
    """How many rows of the rollout each row stands for."""

    @property
    def decisions(self) -> int:
        """Number of decisions; they are the first rows."""
        return len(self.masks)


class Minibatches:
    """Divides rollouts into minibatches."""

    def __init__(self, parameters: Hyperparameters, seating: Seating, generator: torch.Generator) -> None:
        self.parameters: Hyperparameters = parameters
        self.seating: Seating = seating
        self.generator: torch.Generator = generator

    def of(self, rollout: Rollout) -> Iterator[Minibatch]:
        """Yield the minibatches of a rollout, each row at most once in a pass; fewer rows than one minibatch has are
        repeated."""
        parameters, size = self.parameters, self.parameters.minibatch
        kept = self.kept_decisions(rollout)
        observed, followed = self.observer_rows(), self.afterstate_rows(rollout)
        decisions, observers = self.shuffled(kept, size), self.shuffled(observed, parameters.observers_per_minibatch)
        afterstates = self.shuffled(followed, parameters.afterstates_per_minibatch)
        for number in range(len(decisions)):
            yield self.minibatch(
                rollout,
                decisions[number],
                observers[number % len(observers)],
                afterstates[number % len(afterstates)],
            )

    def kept_decisions(self, rollout: Rollout) -> Tensor:
        """Return which decisions are learned from, as step × games + game: all of the trained network that are not
        sure, and some of the sure ones."""
        wanted = rollout.own > 0
        if self.parameters.sure_fraction < 1:
            drawn = torch.rand(wanted.shape, generator=self.generator, device=wanted.device)
            wanted &= ~self._sure(rollout.log_probs) | (drawn < self.parameters.sure_fraction)
        return wanted.flatten().nonzero()[:, 0]

    def observer_rows(self) -> Tensor:
        """Return the rows of all observers, as step × observers + place."""
        count = self.parameters.rollout_steps * self.parameters.observers
        return torch.arange(count, device=self.generator.device)

    def afterstate_rows(self, rollout: Rollout) -> Tensor:
        """Return the rows of the afterstates of the trained network's choices, as step × afterstates + place."""
        parameters = self.parameters
        trained = (rollout.own > 0) | (rollout.explored > 0)
        found = [
            trained[t, parameters.afterstate_games(t)].nonzero()[:, 0] + t * parameters.afterstates
            for t in range(parameters.rollout_steps if parameters.afterstates else 0)
        ]
        return torch.cat(found) if found else torch.arange(0, device=self.generator.device)

    def shuffled(self, rows: Tensor, size: int) -> Tensor:
        """Return rows in random order, `size` in each line of the result; at least one line."""
        if size == 0 or not len(rows):
            return rows.new_zeros((1, 0))
        order = rows[torch.randperm(len(rows), generator=self.generator, device=rows.device)]
        if len(order) < size:
            order = order.repeat(-(-size // len(order)))
        return order[: len(order) // size * size].view(-1, size)

    def minibatch(self, rollout: Rollout, decisions: Tensor, observers: Tensor, afterstates: Tensor) -> Minibatch:
        """Return the minibatch of these rows."""
        parameters, size = self.parameters, self.parameters.games
        step, game = decisions // size, decisions % size
        observed_step, observed = self._divided(observers, parameters.observers)
        followed_step, followed = self._divided(afterstates, parameters.afterstates)
        steps = torch.cat([step, observed_step, followed_step])
        places = torch.cat([game, size + observed, size + parameters.observers + followed])
        games = torch.cat(
            [
                game,
                observed_step % max(1, parameters.observer_interval) + observed * parameters.observer_interval,
                followed_step % max(1, parameters.afterstate_interval) + followed * parameters.afterstate_interval,
            ]
        )
        rows = steps * rollout.features.shape[1] + places
        return Minibatch(
            features=rollout.features.flatten(0, 1)[rows],
            masks=rollout.masks.flatten(0, 1)[decisions],
            chosen=rollout.chosen.flatten()[decisions],
            log_probs=rollout.log_probs.flatten()[decisions],
            advantages=rollout.advantages.flatten()[decisions],
            targets=rollout.targets.flatten(0, 1)[rows],
            seated=self.seating.seated[games],
            weights=torch.cat([self._weights(rollout, decisions), torch.ones_like(rows[len(decisions) :]).float()]),
        )

    def _divided(self, rows: Tensor, per_step: int) -> tuple[Tensor, Tensor]:
        """Return the steps and the places of rows of which every step has so many."""
        return rows // max(1, per_step), rows % max(1, per_step)

    def _weights(self, rollout: Rollout, decisions: Tensor) -> Tensor:
        """Return how many decisions each of these stands for: a sure one also for those that were left out."""
        sure = self._sure(rollout.log_probs.flatten()[decisions])
        return torch.where(sure, 1 / self.parameters.sure_fraction, 1.0)

    def _sure(self, log_probs: Tensor) -> Tensor:
        """Return which decisions are sure, by the logarithms of the probabilities of their choices."""
        return log_probs >= log(self.parameters.sure_probability)
