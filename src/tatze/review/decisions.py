"""Errors of decisions, judged by what the seat could know.

Hidden items are drawn from the seat's view, and all actions are compared over the same draws. The best action is chosen
on one half of the draws and compared on the other, so that it is not the luckiest one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tatze.review.grades import grade_of, half_width, scaled_error
from tatze.review.judge import Floats, Judge
from tatze.review.results import Candidate, DecisionReview, Reason

DRAWS = 32
"""Number of draws of the hidden items at the instant depth."""


class ReviewedDecision(NamedTuple):
    """A decision with more than one legal action."""

    entry: int
    seat: int
    state: Any
    """The whole state, an array of one; only the seat's view of it is evaluated."""
    legal: list[int]
    chosen: int
    seed: int


class Values(NamedTuple):
    """What actions are worth by the seat's view, over common draws."""

    actions: list[int]
    chances: Floats
    """Everybody's chances (actions × draws × players)."""
    error: float
    """The standard error of a difference of two values, apart from that of sampling, at a chance of one half."""


class Verdict(NamedTuple):
    """A judged decision, and what the account needs of it."""

    review: DecisionReview
    best: int
    seen: Floats
    """What the decision changed for everybody by the seat's view: after the chosen action minus after the best."""


def instant_values(judge: Judge, decision: ReviewedDecision) -> Values:
    """Return the network's value of every legal action."""
    draws = DRAWS if judge.game.hidden else 1
    states = determinized(judge, decision, draws)
    after = judge.applied(np.tile(states, len(decision.legal)), np.repeat(decision.legal, draws))
    chances = judge.seen(after, decision.seat) if judge.game.hidden else judge.joined(after)
    return Values(decision.legal, chances.reshape(len(decision.legal), draws, -1), judge.instant_error)


def determinized(judge: Judge, decision: ReviewedDecision, draws: int) -> Any:
    """Return whole states that fit what the seat knew."""
    view = judge.view(decision.state, 0, decision.seat)
    states = np.zeros(draws, judge.dtype)
    judge.functions.determinize_many(view, states, judge.items, decision.seed)
    return states


def judged(judge: Judge, decision: ReviewedDecision, values: Values, reasons: tuple[Reason, ...] = ()) -> Verdict:
    """Return the verdict on a decision, given what its actions are worth."""
    mine = values.chances[:, :, decision.seat]
    draws = mine.shape[1]
    half = draws // 2
    choosing, comparing = (slice(0, half), slice(half, draws)) if draws > 1 else (slice(0, 1), slice(0, 1))
    best = int(mine[:, choosing].mean(axis=1).argmax())
    value = float(mine[best].mean())
    candidates = [
        _candidate(judge, action, value, mine[best, comparing] - mine[i, comparing], values.error if i != best else 0.0)
        for i, action in enumerate(values.actions)
    ]
    order = sorted(range(len(candidates)), key=lambda i: (i != best, candidates[i].gap))
    chosen = values.actions.index(decision.chosen)
    mean = values.chances[:, comparing].mean(axis=1)
    review = _review(judge, decision, candidates[chosen], [candidates[i] for i in order], reasons)
    return Verdict(review, values.actions[best], mean[chosen] - mean[best])


def _candidate(judge: Judge, action: int, best: float, gaps: Floats, error: float) -> Candidate:
    gap = float(gaps.mean())
    half = half_width(gaps.tolist(), scaled_error(error, best))
    return Candidate(judge.game.write(action), best - gap, gap, gap - half, gap + half)


def _review(
    judge: Judge,
    decision: ReviewedDecision,
    chosen: Candidate,
    candidates: list[Candidate],
    reasons: tuple[Reason, ...],
) -> DecisionReview:
    error = max(0.0, chosen.gap)
    grade = grade_of(error, chosen.gap_low)
    return DecisionReview(
        entry=decision.entry,
        seat=decision.seat,
        chosen=judge.game.write(decision.chosen),
        best=candidates[0].action,
        error=error,
        low=min(1.0, max(0.0, chosen.gap_low)),
        high=min(1.0, max(0.0, chosen.gap_high)),
        grade=grade,
        candidates=tuple(candidates),
        right=tuple(one.action for one in candidates if one.gap_low <= 0),
        reasons=() if grade == "fine" else reasons,
    )
