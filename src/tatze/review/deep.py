"""The deep evaluation of a decision: the learned policy plays on for some of the seat's turns, then the network judges.

All actions are played on from the same draws of the hidden items and with the same later chance."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from tatze.review.chance_events import seed_of
from tatze.review.decisions import ReviewedDecision, Values, Verdict, determinized, judged
from tatze.review.drivers import OVER
from tatze.review.grades import half_width
from tatze.review.judge import Floats, Judge
from tatze.review.reasons import reasons_of

CANDIDATES = 4
"""Number of actions that are played on, the best ones by the network; the chosen one is played on in any case."""
ROUND = 64
"""Number of draws that are played on at once."""
LEAST_DRAWS = 2 * ROUND
MOST_DRAWS = 2048
WANTED_HALF_WIDTH = 0.01
"""A decision is evaluated no further once the sampling interval of its difference is this narrow: one point."""


class Stretches(NamedTuple):
    """What was seen at the ends of stretches, for actions × draws."""

    chances: Floats
    """Everybody's chances (actions × draws × players)."""
    statistics: Floats
    """The game's statistics (actions × draws × statistics)."""


def deep_verdict(judge: Judge, decision: ReviewedDecision, instant: Verdict, seconds: float) -> Verdict:
    """Return the verdict on a decision after playing on, within about so many seconds."""
    actions = _candidates(judge, decision, instant)
    end = monotonic() + seconds
    rounds: list[Stretches] = []
    while True:
        rounds.append(play_on(judge, decision, actions, ROUND, len(rounds)))
        draws = ROUND * len(rounds)
        found = Stretches(*(np.concatenate(parts, axis=1) for parts in zip(*rounds, strict=True)))
        if draws >= MOST_DRAWS or (draws >= LEAST_DRAWS and (monotonic() > end or is_sure(decision, actions, found))):
            break
    values = Values(actions, found.chances, judge.deep_error)
    verdict = judged(judge, decision, values)
    reasons = reasons_of(judge, decision, values, verdict, found.statistics)
    return _with_untried(judged(judge, decision, values, reasons), instant)


def _with_untried(verdict: Verdict, instant: Verdict) -> Verdict:
    """Return a verdict to whose right actions those are added that the network could not tell apart from the best one,
    and that were not played on."""
    tried = {one.action for one in verdict.review.candidates}
    untried = tuple(action for action in instant.review.right if action not in tried)
    return verdict._replace(review=replace(verdict.review, right=verdict.review.right + untried))


def _candidates(judge: Judge, decision: ReviewedDecision, instant: Verdict) -> list[int]:
    best = [judge.game.read(one.action) for one in instant.review.candidates[:CANDIDATES]]
    return best if decision.chosen in best else [*best, decision.chosen]


def is_sure(decision: ReviewedDecision, actions: list[int], found: Stretches) -> bool:
    """Return whether the difference between the best action and the chosen one, or else the second, is known."""
    mine = found.chances[:, :, decision.seat]
    order = np.argsort(-mine.mean(axis=1), kind="stable")
    chosen = actions.index(decision.chosen)
    other = int(order[1]) if order[0] == chosen else chosen
    differences = mine[order[0]] - mine[other]
    return half_width(differences[len(differences) // 2 :].tolist(), 0.0) < WANTED_HALF_WIDTH


def play_on(judge: Judge, decision: ReviewedDecision, actions: list[int], draws: int, number: int) -> Stretches:
    """Play every action on from the same draws; `number` tells one round of draws from another."""
    seed = seed_of(decision.seed, "deep", number)
    states = np.tile(determinized(judge, decision._replace(seed=seed), draws), len(actions))
    states = judge.applied(states, np.repeat(actions, draws))
    numbers = np.tile(np.arange(draws), len(actions))
    marked = play_stretches(judge, states, decision.seat, numbers, seed)
    seats = np.full(len(states), decision.seat)
    statistics = np.zeros((len(states), len(judge.game.review.statistics)), np.int32)
    judge.functions.measure_many(marked, states, seats, statistics)
    for turn in range(1, judge.game.review.turns):
        play_turn(judge, states, decision.seat, numbers, seed_of(seed, "turn", turn))
    chances = judge.seen(states, seats) if judge.game.hidden else judge.joined(states)
    shape = (len(actions), draws, -1)
    return Stretches(chances.reshape(shape), statistics.reshape(*shape[:2], statistics.shape[1]).astype(np.float64))


def play_turn(judge: Judge, states: Any, seat: int, numbers: Any, seed: int) -> None:
    """Let the policy decide for the seat in every state that goes on, and play on to its next turn, in place."""
    running = np.flatnonzero(states["reason"] == 0)
    part = states[running]
    judge.functions.make_choices(part, judge.scratch, judge.policy_choices(part))
    play_stretches(judge, part, seat, numbers[running], seed)
    states[running] = part


def play_stretches(judge: Judge, states: Any, seat: int, numbers: Any, seed: int) -> Any:
    """Let the policy play every state on to the seat's next turn, in place; return the states in which the turn first
    passed from the seat. Stretches of one number have the same rolls."""
    count = len(states)
    marked, seats = np.zeros(count, judge.dtype), np.full(count, seat)
    marks, rolls = np.zeros(count, np.int64), np.zeros(count, np.int64)
    judge.functions.advance(states, marked, seats, marks, judge.scratch, seed, numbers, rolls)
    while len(running := np.flatnonzero(marks & OVER == 0)):
        part = [array[running] for array in (states, marked, seats, marks, numbers, rolls)]
        judge.functions.make_choices(part[0], judge.scratch, judge.policy_choices(part[0]))
        judge.functions.advance(part[0], part[1], part[2], part[3], judge.scratch, seed, part[4], part[5])
        for array, new in zip((states, marked, marks, rolls), (part[0], part[1], part[3], part[5]), strict=True):
            array[running] = new
    return marked
