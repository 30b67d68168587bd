"""What a search works with: the compiled functions of a game, and the arrays that they write on."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tatze.bots.search import drivers, match_drivers, policy_drivers
from tatze.compiled.builder import Form
from tatze.compiled.forms import build_form, dtype_of
from tatze.compiled.single import entry_point
from tatze.core.layout import State
from tatze.games import game_named

NODES = 1 << 17
"""The most nodes of a tree; further playouts only make those surer."""
DEPTH = 128
"""The most nodes from the root down."""
SEATS = 8
NODE = np.dtype(
    [("action", "i4"), ("child", "i4"), ("sibling", "i4"), ("visits", "i4"), ("seen", "i4"), ("value", "f8")],
    align=True,
)
"""The action that leads here, the first node below, the next node beside, how often it was chosen and could have been,
and what that brought the seat that chose, added up."""


@cache
def search_form(game: str) -> Form:
    """A game with its bots, the search and the drivers of matches."""
    bots = game_named(game).bots
    given = {name: getattr(bots, name) for name in ("thumb", "thumb_worth", "yardstick")}
    given |= {name: getattr(policy_drivers, name) for name in ("playout_action", "weigh", "result")}
    return build_form(game, "cpu", more=[bots.module, policy_drivers, drivers, match_drivers], given=given)


class Desk:
    """What one bot writes on. Two bots that think at the same time need two."""

    patience = 0.004

    def __init__(self, game: str, nodes: int = NODES) -> None:
        self.game = game_named(game)
        self.functions = search_form(game)
        self.states = np.zeros(3, dtype_of(self.game.layout))
        self.knobs = np.array(self.game.search)
        self.tree = np.zeros(nodes, NODE)
        self.book = np.zeros(2, np.int64)
        actions = self.game.actions
        self.scratch: tuple[Any, ...] = (
            np.zeros(max(1, self.game.deal_size), np.int8),
            np.zeros(actions, np.int32),
            np.zeros(actions, np.int32),
            np.zeros(actions),
            np.zeros(DEPTH, np.int32),
            np.zeros(DEPTH, np.int8),
            np.zeros(SEATS),
        )
        """Hidden things, legal actions, the nodes they lead to, their weights, the way down, who chose, results."""
        self.chance = 0
        self._search = entry_point(self.functions.search, *self._arguments(0, 0))
        self._seed = entry_point(self.functions.view_seed, self.states, 0)
        self._open = entry_point(self.functions.open_tree, self.tree, self.book)
        self._favourite = entry_point(self.functions.favourite, self.tree)

    def lay(self, view: State, seed: int) -> None:
        """Begin a search of what a seat sees."""
        for name in self.game.layout.fields:
            self.states[name][0] = getattr(view, name)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin a search of the view that lies there."""
        self.chance = self._seed(self.states, seed)
        self._open(self.tree, self.book)

    def search(self, first: int, count: int) -> None:
        """Make the playouts of these numbers."""
        self._search(*self._arguments(first, count))

    def favourite(self) -> int:
        """The best action so far."""
        return self._favourite(self.tree)

    def _arguments(self, first: int, count: int) -> tuple[Any, ...]:
        return (self.states, self.tree, self.book, *self.scratch, self.knobs, self.chance, first, count)
