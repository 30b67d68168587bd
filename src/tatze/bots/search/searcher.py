"""The search with playouts of one game: its compiled functions, and the arrays that they write on."""

from __future__ import annotations

from functools import cache
from typing import Any

from tatze.core.errors import MissingExtra

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.bots.search import drivers, policy_drivers
from tatze.bots.search.compile_worker import RootAction
from tatze.bots.search.drivers import VIEW, SearchBuffers, SearchTree, TreePath
from tatze.compiled.builder import Form
from tatze.compiled.forms import build_form, dtype_of
from tatze.compiled.single import entry_point
from tatze.core.game import Game
from tatze.core.layout import State
from tatze.core.strategy import SearchParameters
from tatze.games import game_named

TREE_NODES = 1 << 17
"""The largest number of nodes of a tree. Playouts in a full tree refine the nodes that there are."""
TREE_DEPTH = 128
"""The largest number of nodes on a path."""
SEATS = 8
"""The largest number of seats of a game."""
NODE = np.dtype(
    [
        ("action", "i4"),  # the action that leads here
        ("first_child", "i4"),
        ("next_sibling", "i4"),
        ("visits", "i4"),
        ("availability", "i4"),  # how often the action was legal when its parent was visited
        ("value", "f8"),  # the sum of the results of the seat that chose the action
    ],
    align=True,
)


@cache
def search_form(game: str) -> Form:
    """The compiled functions of a game, its rule bots and the search with playouts."""
    bots = game_named(game).bots
    given = {name: getattr(bots, name) for name in ("thumb", "thumb_worth", "yardstick")}
    given |= {name: getattr(policy_drivers, name) for name in ("playout_action", "write_priors", "playout_result")}
    return build_form(game, "cpu", more=[bots.module, policy_drivers, drivers], given=given)


def parameter_records(parameters: SearchParameters, count: int = 1) -> np.ndarray[Any, Any]:
    """Return an array of equal records whose fields are those of the named tuple; compiled functions read records."""
    return np.array([tuple(parameters)] * count, [(name, "f8") for name in parameters._fields])


def new_buffers(game: Game[Any]) -> SearchBuffers:
    """Return buffers that are large enough for every state of a game."""
    return SearchBuffers(
        hidden=np.zeros(max(1, game.deal_size), np.int8),
        actions=np.zeros(game.actions, np.int32),
        children=np.zeros(game.actions, np.int32),
        priors=np.zeros(game.actions),
        path=TreePath(np.zeros(TREE_DEPTH, np.int32), np.zeros(TREE_DEPTH, np.int8)),
        results=np.zeros(SEATS),
    )


def new_tree(nodes: int) -> SearchTree:
    """Return a tree with room for this number of nodes."""
    return SearchTree(np.zeros(nodes, NODE), np.zeros(2, np.int64))


def read_root(tree: SearchTree, virtual_visits: int = 0) -> dict[int, RootAction]:
    """Return what a tree knows of each action that its root has a node for. Of the visits of each, `virtual_visits`
    were no playouts."""
    nodes, found = tree.nodes, {}
    child = int(nodes[0]["first_child"])
    while child:
        node = nodes[child]
        visits = int(node["visits"])
        value = float(node["value"]) / visits if visits else 0.0
        found[int(node["action"])] = RootAction(max(0, visits - virtual_visits), value, None)
        child = int(node["next_sibling"])
    return found


class PlayoutSearcher:
    """A search with playouts, and its memory. Bots that search at the same time need one each."""

    seconds_between_clock_checks: float = 0.004

    def __init__(self, game: str, nodes: int = TREE_NODES) -> None:
        self.game: Game[Any] = game_named(game)
        self.functions: Form = search_form(game)
        self.states: npt.NDArray[Any] = np.zeros(3, dtype_of(self.game.layout))
        self.parameters: npt.NDArray[Any] = parameter_records(self.game.search)
        self.tree: SearchTree = new_tree(nodes)
        self.buffers: SearchBuffers = new_buffers(self.game)
        self.seed: int = 0
        """The seed of the current search; it depends on the view too."""
        self._search = entry_point(self.functions.search, *self._arguments(0, 0))
        self._view_seed = entry_point(self.functions.view_seed, self.states, 0)
        self._clear_tree = entry_point(self.functions.clear_tree, self.tree)
        self._most_visited = entry_point(self.functions.most_visited, self.tree)

    def set_root(self, view: State, seed: int, analysis: bool = False) -> None:
        """Begin a search of a seat's view. For an analysis results are shares of victory alone."""
        self.parameters["score_weight"] = 0.0 if analysis else self.game.search.score_weight
        for name in self.game.layout.fields:
            self.states[name][VIEW] = getattr(view, name)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin a search of the view in `states[VIEW]`."""
        self.seed = self._view_seed(self.states, seed)
        self._clear_tree(self.tree)

    def search(self, first: int, count: int) -> None:
        """Make the playouts number first to first + count − 1."""
        self._search(*self._arguments(first, count))

    @property
    def settled(self) -> bool:
        """Never: every playout may change the choice."""
        return False

    def most_visited_action(self) -> int:
        """Return the best action so far."""
        return self._most_visited(self.tree)

    def root_actions(self) -> dict[int, RootAction]:
        """Return what is known of each action of the root."""
        return read_root(self.tree)

    def _arguments(self, first: int, count: int) -> tuple[Any, ...]:
        return self.states, self.tree, self.buffers, self.parameters[0], self.seed, first, count
