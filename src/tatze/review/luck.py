"""The luck of a whole game: what is subtracted from results so that fewer games are needed to compare players.

At every entry luck = W(after) − Q(chosen), for any value function W that is fixed before. Its mean is 0 whoever
plays, because the probabilities of chance are the true ones: it is a control variate, as in AIVAT. The luck of the deal
is left out: where seats are rotated over the same deal, it adds up to 0."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from tatze.core.layout import State
from tatze.games import game_named
from tatze.review.account import means_of_chosen
from tatze.review.chance_events import seed_of
from tatze.review.judge import Floats, Judge, judge_of, weights_digest
from tatze.review.requirements import LuckValue
from tatze.review.trail import Trail


class LookaheadJudge(Judge):
    """A judge that lets the policy choose once more before the network judges, for games without hidden cards."""

    def joined(self, states: Any) -> Floats:
        """Return everybody's chances in each state (states × players), after the policy's next choice."""
        return self._mean_over_rolls(states, self._ahead)

    def _ahead(self, states: Any, _parents: Any) -> Floats:
        chosen = states.copy()
        self.functions.make_choices(chosen, self.scratch, self.policy_choices(states))
        return super().joined(chosen)


@cache
def luck_judge(game: str, value: LuckValue) -> Judge:
    """Return the judge whose chances are a value function; it is made once."""
    return judge_of(game) if value == "network" else LookaheadJudge(game)


def value_name(game: str, value: LuckValue) -> str:
    """Return the name of a value function with the digest of its weights, such as "network 1a2b3c4d"."""
    return f"{value} {weights_digest(game)}"


def luck_of(game: str, opening: State, entries: Sequence[tuple[int, int]], value: LuckValue) -> list[float]:
    """Return the luck of each seat in a finished game, as fractions of a victory, without that of the deal.

    `entries` has the actor and the action of every entry from the opening on."""
    judge = luck_judge(game, value)
    actors, actions = [actor for actor, _ in entries], [action for _, action in entries]
    states = np.repeat(judge.record(opening), len(entries) + 1)
    for number, action in enumerate(actions):
        states[number + 1] = judge.applied(states[number : number + 1], [action])[0]
    seed = seed_of("luck", game_named(game).layout.pack(opening), actions)
    trail = Trail(list(range(len(entries))), actors, actions, states, seed)
    chances = judge.joined(states)
    chosen = means_of_chosen(judge, trail, chances)
    luck = chances[1:].sum(axis=0) - np.sum(chosen, axis=0)
    return [float(one) for one in luck]
