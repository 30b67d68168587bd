"""Rollouts: what all games did in a number of steps, kept for learning.

A step describes every game to the seat that decides, some games to a seat that does not, and some to the decider again
right after its decision. These rows follow each other in one array: deciders, observers, afterstates."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from tatze.train.hyperparameters import Hyperparameters
from tatze.train.vector.games import VectorGames


class Rollout(NamedTuple):
    """The arrays of a rollout; the first axis of each is the step."""

    features: Tensor
    """Features of what was seen: steps × rows × features."""
    masks: Tensor
    """1 for every legal choice of the deciders: steps × games × choices."""
    chosen: Tensor
    """The choice of each game: steps × games, like the arrays below unless said otherwise."""
    log_probs: Tensor
    """Logarithm of the probability with which the choice was made."""
    actors: Tensor
    """The seat that decided."""
    values: Tensor
    """Estimates before the decision, as the decider sees it: every seat's share of the victory, and the decider's lead
    (steps × games × (seats + 1)). In the training of a best response only those of its own decisions are made."""
    afterstate_values: Tensor
    """The same estimates right after the decision."""
    observers: Tensor
    """The seats that observe without deciding: steps × observers."""
    done: Tensor
    """The reason of the end if the step ended the game, otherwise 0."""
    shares: Tensor
    """Shares of the victory in games that ended: steps × games × seats."""
    leads: Tensor
    """Leads in points in games that ended: steps × games × seats."""
    targets: Tensor
    """What the estimates should have been (λ-returns): steps × rows × (seats + 1)."""
    advantages: Tensor
    """Advantage of the choice, normalised over the rollout."""
    own: Tensor
    """1 where the trained network decided by its policy, 0 where it explored or the imitation network decided."""
    explored: Tensor
    """1 where the choice of the trained network was drawn at random, each as likely."""


def empty_rollout(parameters: Hyperparameters, games: VectorGames, features: int, choices: int) -> Rollout:
    """Return a rollout of zeros."""
    steps, size, seats = parameters.rollout_steps, parameters.games, games.seats
    rows = size + parameters.observers + parameters.afterstates
    new, integer, real = games.new, torch.int64, torch.float32
    return Rollout(
        features=new((steps, rows, features), torch.int8),
        masks=new((steps, size, choices), torch.int8),
        chosen=new((steps, size), integer),
        log_probs=new((steps, size), real),
        actors=new((steps, size), integer),
        values=new((steps, size, seats + 1), real),
        afterstate_values=new((steps, size, seats + 1), real),
        observers=new((steps, parameters.observers), integer),
        done=new((steps, size), integer),
        shares=new((steps, size, seats), real),
        leads=new((steps, size, seats), real),
        targets=new((steps, rows, seats + 1), real),
        advantages=new((steps, size), real),
        own=new((steps, size), real),
        explored=new((steps, size), torch.int8),
    )


class StepViews(NamedTuple):
    """Numba's views of the arrays that the games write in one step of a rollout."""

    features: Any
    """Rows of the deciders."""
    observer_features: Any
    """Rows of the observers; None if there are none."""
    masks: Any
    observers: Any


def step_views(rollout: Rollout, games: VectorGames) -> list[StepViews]:
    """Return Numba's views of every step of a rollout."""
    view, size = games.numba_view, rollout.masks.shape[1]
    end = size + rollout.observers.shape[1]
    return [
        StepViews(view(features[:size]), view(features[size:end]), view(masks), view(observers))
        if len(observers)
        else StepViews(view(features[:size]), None, view(masks), None)
        for features, masks, observers in zip(rollout.features, rollout.masks, rollout.observers, strict=True)
    ]
