"""λ-returns and advantages of a rollout.

The result of a decision is known when the game ends. Until then the estimate of the same seat at its next decision
stands for it, and the λ-return mixes the two, seat by seat: no seat's target uses what only another seat knows. What
follows a random choice says nothing about the position before it, so the decider's return ends there with its estimate;
the afterstate of such a choice and all later positions learn from what followed.

Most of what follows a choice is luck: the next roll, the cards of the others. So an advantage may compare the estimate
before the choice with the estimate of the afterstate, and weigh the λ-return only a little (`return_weight`)."""

from __future__ import annotations

import torch
from torch import Tensor

from tatze.train.hyperparameters import Hyperparameters
from tatze.train.ppo.rollout import Rollout
from tatze.train.ppo.seating import Seating

SMALLEST_DEVIATION = 1e-8
"""Added to the standard deviation of advantages before a division by it."""


@torch.no_grad()
def estimate_advantages(rollout: Rollout, final_values: Tensor, parameters: Hyperparameters, seating: Seating) -> None:
    """Write the targets and the advantages of a rollout, from the last step to the first.

    `final_values` has every seat's estimates after the last step (games × viewers × (seats + 1))."""
    games = torch.arange(parameters.games, device=final_values.device)
    next_value = final_values  # of each viewer, at its next decision
    next_return = next_value.clone()
    for t in reversed(range(parameters.rollout_steps)):
        actors = rollout.actors[t]
        ended = (rollout.done[t] > 0)[:, None, None]
        result = results_of(rollout.shares[t], rollout.leads[t], parameters.lead_scale, seating)
        next_value = torch.where(ended, result, next_value)
        next_return = torch.where(ended, result, next_return)
        returns = torch.lerp(next_value, next_return, parameters.return_lambda)
        _write_targets(rollout, t, returns, parameters)
        decided = torch.where(rollout.explored[t, :, None] > 0, rollout.values[t], returns[games, actors])
        rollout.afterstate_values[t] = torch.where(ended[:, 0], result[games, actors], rollout.afterstate_values[t])
        next_value[games, actors] = rollout.values[t]
        next_return[games, actors] = decided
    _write_advantages(rollout, parameters)


def results_of(shares: Tensor, leads: Tensor, lead_scale: float, seating: Seating) -> Tensor:
    """Return what finished games brought, as every viewer sees it: games × viewers × (seats + 1)."""
    spread = shares[:, None, :].expand_as(seating.relative).gather(2, seating.relative)
    spread = spread * seating.seated[:, None, :]
    return torch.cat([spread, (leads / lead_scale).clamp(-1, 1)[:, :, None]], 2)


def _write_targets(rollout: Rollout, t: int, returns: Tensor, parameters: Hyperparameters) -> None:
    """Write the targets of step t: of the deciders, the observers and the afterstates."""
    size = parameters.games
    games = torch.arange(size, device=returns.device)
    deciders = returns[games, rollout.actors[t]]
    explored = rollout.explored[t, :, None] > 0
    rollout.targets[t, :size] = torch.where(explored, rollout.values[t], deciders)
    observed = games[parameters.observed_games(t)]
    rollout.targets[t, size : size + parameters.observers] = returns[observed, rollout.observers[t]]
    rollout.targets[t, size + parameters.observers :] = deciders[parameters.afterstate_games(t)]


def _write_advantages(rollout: Rollout, parameters: Hyperparameters) -> None:
    """Write the advantages, with mean 0 and deviation 1 over the choices of the trained network."""
    targets = rollout.targets[:, : parameters.games]
    gain = torch.lerp(rollout.afterstate_values, targets, parameters.return_weight) - rollout.values
    advantages = gain[..., 0] + parameters.lead_weight * gain[..., -1]
    own = advantages[rollout.own > 0]
    rollout.advantages.copy_((advantages - own.mean()) / (own.std() + SMALLEST_DEVIATION))
