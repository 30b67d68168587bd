"""The account: where everybody's result came from, entry by entry. docs/review.md defines every part.

At an entry of a seat let W be everybody's chances, Q(a) the mean of W after action a over what chance could have
brought, and a* the seat's best action. Then luck = W(after) − Q(chosen),
decision = Q(chosen) − Q(a*) and rest = Q(a*) − W(before)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from tatze.core.layout import CHANCE
from tatze.review.chance_events import Outcomes, joined_means, outcomes, seed_of
from tatze.review.decisions import ReviewedDecision, Verdict
from tatze.review.judge import Floats, Judge
from tatze.review.results import Account, Step
from tatze.review.trail import Trail


class Means(NamedTuple):
    """Means over what chance could have brought."""

    start: Floats
    """Everybody's chances before the deal."""
    chances: Floats
    """Everybody's chances W (places on the trail, and the end × players)."""
    chosen: list[Floats]
    """Q of the entry at each place."""
    best: list[Floats]
    """Q of the best action at each place."""


def means_of_chosen(judge: Judge, trail: Trail, chances: Floats) -> list[Floats]:
    """Return Q of every entry. Where nothing is drawn it is W after the entry; for a roll it is W before it."""
    found = [
        None if actor == CHANCE else outcomes(judge, _state(trail, place), action, seed_of(trail.seed, place, "order"))
        for place, (actor, action) in enumerate(zip(trail.actors, trail.actions, strict=True))
    ]
    drawn = iter(joined_means(judge, [one for one in found if one]))
    return [
        next(drawn) if one else chances[place if trail.actors[place] == CHANCE else place + 1]
        for place, one in enumerate(found)
    ]


def means_of_best(
    judge: Judge,
    trail: Trail,
    chosen: list[Floats],
    decisions: Mapping[int, ReviewedDecision],
    verdicts: Mapping[int, Verdict],
) -> list[Floats]:
    """Return Q of the best action at every place; it is that of the entry itself where no better action is known."""
    other = [place for place, verdict in verdicts.items() if verdict.best != decisions[place].chosen]
    asked = [_outcomes_of_best(judge, trail, place, verdicts[place].best) for place in other]
    found = dict(zip(other, joined_means(judge, asked), strict=True))
    return [found.get(place, mean) for place, mean in enumerate(chosen)]


def _outcomes_of_best(judge: Judge, trail: Trail, place: int, best: int) -> Outcomes:
    state = _state(trail, place)
    found = outcomes(judge, state, best, seed_of(trail.seed, place, "order"))
    return found or Outcomes(judge.applied(state, [best]), np.ones(1))


def _state(trail: Trail, place: int) -> Any:
    return trail.states[place : place + 1]


def steps_of(judge: Judge, trail: Trail, means: Means, verdicts: Mapping[int, Verdict]) -> tuple[Step, ...]:
    """Return the deal and every entry, with what each part of the account changed."""
    nothing = np.zeros(len(means.start))
    dealt = _step(-1, None, "", means.chances[0], [means.chances[0] - means.start, nothing, nothing, nothing])
    steps = [dealt]
    for place, (actor, action) in enumerate(zip(trail.actors, trail.actions, strict=True)):
        before, after = means.chances[place], means.chances[place + 1]
        decision = means.chosen[place] - means.best[place]
        seen = verdicts[place].seen if place in verdicts and judge.game.hidden else decision
        parts = [after - means.chosen[place], decision, decision - seen, means.best[place] - before]
        seat = None if actor == CHANCE else actor
        steps.append(_step(trail.entries[place], seat, judge.game.write(action), after, parts))
    return tuple(steps)


def _step(entry: int, actor: int | None, action: str, chances: Floats, parts: list[Floats]) -> Step:
    luck, decision, hidden, rest = (tuple(part.tolist()) for part in parts)
    return Step(entry, actor, action, tuple(chances.tolist()), luck, decision, hidden, rest)


def account_of(seat: int, start: float, steps: tuple[Step, ...], result: float) -> Account:
    """Return the account of a seat: each part is the sum of its own terms."""
    own = [step for step in steps if step.actor == seat]
    others = [step for step in steps if step.actor not in (seat, None)]
    return Account(
        before=start,
        luck=sum(step.luck[seat] for step in steps),
        hidden=sum(step.hidden[seat] for step in steps),
        own=sum(step.decision[seat] - step.hidden[seat] for step in own),
        others=sum(step.decision[seat] - step.hidden[seat] for step in others),
        rest=sum(step.rest[seat] for step in steps),
        result=result,
    )
