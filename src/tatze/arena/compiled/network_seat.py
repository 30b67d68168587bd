"""A seat of a compiled game that a network plays. The compiled loop pauses for it."""

from __future__ import annotations

from typing import Any

from tatze.bots.guided.lookahead import LookaheadSearcher
from tatze.bots.guided.searcher import GuidedSearcher, guided_searcher
from tatze.bots.search.drivers import VIEW
from tatze.bots.search.searcher import TREE_NODES


class NetworkSeat:
    """The bot `learned`, or `guided` with a number of playouts for each decision, on compiled views."""

    def __init__(self, game: str, playouts: int = 0) -> None:
        """Without playouts the policy decides alone."""
        self.playouts = playouts
        self.policy: GuidedSearcher = GuidedSearcher(game, 1)
        self.searcher: GuidedSearcher | LookaheadSearcher = (
            guided_searcher(game, nodes=TREE_NODES) if playouts else self.policy
        )

    def choose(self, view: Any, actions: Any, count: int, seed: int) -> int:
        """Return one of the first `count` actions. `view` is a record of the game's layout."""
        self.searcher.states[VIEW] = view
        if not self.playouts:
            return self.policy.policy_action(actions, count)
        self.searcher.begin(seed)
        self.searcher.search(0, self.playouts)
        return self.searcher.most_visited_action()
