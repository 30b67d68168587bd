"""What chance could have brought: the states after an action, over everything that could have been drawn.

The whole state is given except the order of undrawn items, so that the mean over these states is the true one. A single
draw is enumerated; several draws inside one action are sampled."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import numpy as np

from tatze.compiled.templates import template_of
from tatze.core.setup import Setup
from tatze.review.judge import Floats, Judge

SAMPLED_DRAWS = 32
"""Number of independent orders of the undrawn items where one action draws several of them."""
SAMPLED_DEALS = 128
"""Number of independent deals that the chance before the deal is the mean of."""


class Outcomes(NamedTuple):
    """The states that an action can lead to, with their probabilities."""

    states: Any
    weights: Floats


def seed_of(*facts: object) -> int:
    """Return a seed of 32 bits that follows from these facts."""
    return int.from_bytes(hashlib.sha256(repr(facts).encode()).digest()[:4], "big")


def outcomes(judge: Judge, state: Any, action: int, seed: int) -> Outcomes | None:
    """Return what an action in a whole state (an array of one) can lead to; None if it draws nothing."""
    after = _undrawn(judge, judge.applied(state, [action]))
    before = _undrawn(judge, state)
    if after == before:
        return None
    items = judge.items[:before].copy()
    first, counts = np.unique(items, return_counts=True)
    states = np.repeat(state, len(first))
    for i, item in enumerate(first):
        judge.functions.put_first(states, i, judge.items, int(np.flatnonzero(items == item)[0]))
    states = judge.applied(states, [action] * len(first))
    if all(judge.functions.list_undrawn(states, i, judge.items) == before - 1 for i in range(len(states))):
        return Outcomes(states, counts / before)
    return _sampled(judge, state, action, seed)


def _sampled(judge: Judge, state: Any, action: int, seed: int) -> Outcomes:
    """Return the states after an action with independent orders of the undrawn items."""
    states = np.repeat(state, SAMPLED_DRAWS)
    judge.functions.shuffle_undrawn(states, judge.items, seed)
    return Outcomes(judge.applied(states, [action] * SAMPLED_DRAWS), np.full(SAMPLED_DRAWS, 1 / SAMPLED_DRAWS))


def _undrawn(judge: Judge, state: Any) -> int:
    """Return how many items are undrawn; they are written into the judge's items."""
    return int(judge.functions.list_undrawn(state, 0, judge.items))


def chance_before_deal(judge: Judge, setup: Setup, start: int, seed: int) -> Floats:
    """Return everybody's chances before the deal, given who starts: the mean over independent deals."""
    states = np.zeros(SAMPLED_DEALS, judge.dtype)
    template = template_of(judge.game, Setup(setup.rules, setup.players, start, setup.options, setup.names))
    judge.functions.deal_many(states, template, judge.scratch.deal, seed)
    mean: Floats = judge.joined(states).mean(axis=0)
    return mean


def joined_means(judge: Judge, found: list[Outcomes]) -> list[Floats]:
    """Return the mean of everybody's chances over each of these lists of outcomes, all evaluated together."""
    if not found:
        return []
    chances = judge.joined(np.concatenate([one.states for one in found]))
    means, first = [], 0
    for one in found:
        part = chances[first : first + len(one.states)]
        means.append(one.weights @ part)
        first += len(one.states)
    return means
