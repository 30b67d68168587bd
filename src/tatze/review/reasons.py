"""Reasons in words: what the evaluation saw after the best action and after the chosen one. Nothing else is told."""

from __future__ import annotations

from tatze.core.game import LETTERS
from tatze.review.decisions import ReviewedDecision, Values, Verdict
from tatze.review.grades import half_width
from tatze.review.judge import Floats, Judge
from tatze.review.results import Reason

MOST_REASONS = 3
WINS_INSTEAD = "review.instead"
"""The key of the sentence that tells who wins more often after the chosen action."""
INSTEAD_THRESHOLD = 0.02
"""The smallest gain of another seat that is told."""


def reasons_of(
    judge: Judge, decision: ReviewedDecision, values: Values, verdict: Verdict, statistics: Floats
) -> tuple[Reason, ...]:
    """Return why the best action is better than the chosen one, the largest difference first.

    A difference of a statistic is told if it is good for the seat and large enough, and if its 95 % interval does not
    include 0."""
    best, chosen = values.actions.index(verdict.best), values.actions.index(decision.chosen)
    if best == chosen:
        return ()
    told = []
    for place, statistic in enumerate(judge.game.review.statistics):
        pair = statistics[best, :, place], statistics[chosen, :, place]
        difference = statistic.wanted * float((pair[0] - pair[1]).mean())
        if difference >= max(statistic.threshold, half_width((pair[0] - pair[1]).tolist(), 0.0)):
            means = [float(side.mean()) for side in pair]
            told.append((difference / statistic.threshold, Reason(statistic.key, _params(means, statistic.share))))
    told.sort(key=lambda one: -one[0])
    return (*(reason for _, reason in told[: MOST_REASONS - 1]), *wins_instead(decision, verdict))


def _params(means: list[float], share: bool) -> dict[str, int | float | str]:
    """Return the means after both actions: as whole percents, or with one decimal."""
    best, chosen = (round(100 * mean) if share else round(mean, 1) for mean in means)
    return {"best": best, "chosen": chosen}


def wins_instead(decision: ReviewedDecision, verdict: Verdict) -> tuple[Reason, ...]:
    """Return who gains most by the chosen action, where there are several others."""
    if len(verdict.seen) < 3:
        return ()
    gains = {seat: float(gain) for seat, gain in enumerate(verdict.seen) if seat != decision.seat}
    winner = max(gains, key=lambda seat: gains[seat])
    if gains[winner] < INSTEAD_THRESHOLD:
        return ()
    return (Reason(WINS_INSTEAD, {"seat": LETTERS[winner], "points": round(100 * gains[winner])}),)
