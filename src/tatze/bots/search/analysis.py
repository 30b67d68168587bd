"""The analysis of a decision by a search: values and visits of the tree, chances of the network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

from tatze.bots.analysis import ActionAnalysis, Analysis, best_first, share_interval
from tatze.bots.learned.bot import chances
from tatze.bots.search.compile_worker import RootAction
from tatze.core.game import Game
from tatze.core.layout import State


def searched_analysis(
    game: Game[Any], view: State, legal: Sequence[int], found: Mapping[int, RootAction], chosen: int
) -> Analysis:
    """Return the analysis of a decision; `found` is what the search knows of its actions, and `chosen` its choice,
    which comes first.

    An action that was never tried has the mean value of all playouts, and everything as its interval."""
    seat = view.viewer
    tried = {action: found[action] for action in legal if action in found and found[action].visits}
    visits = sum(one.visits for one in tried.values())
    mean = sum(one.visits * one.value for one in tried.values()) / visits if visits else None
    seats = _chances(game, view, mean)
    priors = _priors(game, view, legal, found)
    unknown = RootAction(0, seats[seat] if mean is None else mean, None)
    actions = []
    for action in legal:
        one = tried.get(action, unknown)
        low, high = share_interval(one.value, one.visits)
        text = game.write(action)
        actions.append(ActionAnalysis(action, text, one.value, one.visits, priors[action], low, high))
    return Analysis(seat, seats, best_first(actions, chosen))


def _chances(game: Game[Any], view: State, own: float | None) -> tuple[float, ...]:
    """Return every seat's chance to win. In a game without a network the seat has its mean result, and the others
    share what is left equally."""
    if game.weights:
        return chances(game.name, view)
    share = 1 / view.players if own is None else own
    rest = (1 - share) / (view.players - 1)
    return tuple(share if seat == view.viewer else rest for seat in range(view.players))


def _priors(game: Game[Any], view: State, legal: Sequence[int], found: Mapping[int, RootAction]) -> dict[int, float]:
    """Return the prior of each legal action: the one that the tree keeps, otherwise that of the rules of thumb."""
    kept = {action: found[action].prior for action in legal if action in found}
    parameters = game.search
    worths = [game.bots.thumb_worth(view, action) / parameters.prior_temperature for action in legal]
    raised = [exp(worth - max(worths)) for worth in worths]
    even = parameters.uniform_prior / len(legal)
    mixed = [(1 - parameters.uniform_prior) * one / sum(raised) + even for one in raised]
    priors = [kept.get(action) or prior for action, prior in zip(legal, mixed, strict=True)]
    return {action: prior / sum(priors) for action, prior in zip(legal, priors, strict=True)}
