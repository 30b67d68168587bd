"""A seat of a compiled game that a network plays. The compiled loop pauses for it."""

from __future__ import annotations

from typing import Any

from tatze.bots.guided.lookahead import LookaheadSearcher
from tatze.bots.guided.policy import PolicyPlayer
from tatze.bots.guided.rollouts import RolloutSearcher
from tatze.bots.guided.searcher import guided_searcher
from tatze.bots.search.drivers import VIEW


class NetworkSeat:
    """The bot `learned`, or `guided` with a number of playouts for each decision, on compiled views."""

    def __init__(self, game: str, playouts: int = 0) -> None:
        """Without playouts the policy decides alone."""
        self.playouts = playouts
        self.policy: PolicyPlayer = PolicyPlayer(game)
        self.searcher: RolloutSearcher | LookaheadSearcher | None = guided_searcher(game) if playouts else None

    def choose(self, view: Any, actions: Any, count: int, seed: int) -> int:
        """Return one of the first `count` actions. `view` is a record of the game's layout."""
        if self.searcher is None:
            self.policy.states[VIEW] = view
            return self.policy.best_action(actions, count)
        self.searcher.states[VIEW] = view
        self.searcher.begin(seed)
        self.searcher.search(0, self.playouts)
        return self.searcher.most_visited_action()
