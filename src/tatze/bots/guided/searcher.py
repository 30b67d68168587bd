"""The guided search of games with hidden items: the network gives the priors and most of the value of every leaf."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from tatze.bots.learned.network import Network
from tatze.bots.search.drivers import SearchBuffers, SearchTree
from tatze.core.errors import MissingExtra
from tatze.core.game import Game

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.bots.guided import drivers
from tatze.bots.guided.drivers import LeafBatch, ParameterSets
from tatze.bots.guided.lookahead import LookaheadSearcher, compile_lookahead, lookahead_form
from tatze.bots.learned.bot import network_of
from tatze.bots.learned.network import features_of, masked_softmax, win_chances
from tatze.bots.search.compile_worker import RootAction
from tatze.bots.search.drivers import VIEW
from tatze.bots.search.searcher import (
    NODE_FIELDS,
    SEATS,
    TREE_DEPTH,
    TREE_NODES,
    PlayoutSearcher,
    new_buffers,
    new_tree,
    parameter_records,
    read_root,
    search_form,
)
from tatze.compiled.builder import Form, build
from tatze.compiled.forms import dtype_of
from tatze.core import thermometer
from tatze.core.layout import State
from tatze.games import game_named

BATCH_SIZE = 64
"""The largest number of leaves that the network evaluates at once. Larger batches are cheaper for each leaf, but their
descents know less of each other."""
DESCENTS_PER_LEAF = 6
"""A batch has at most one leaf for so many descents already made."""
GUIDED_NODE = np.dtype([*NODE_FIELDS, ("prior", "f8")], align=True)
"""A node of the search with playouts, and its prior by the network."""


@cache
def guided_form(game: str) -> Form:
    """The compiled functions of a game's search with playouts, its features and the guided search."""
    features = features_of(game)
    given: dict[str, Callable[..., Any]] = {"describe": features.describe, "choice_of": features.choice_of}
    return build("cpu", [thermometer, features.module, drivers], given, base=search_form(game))


def guided_searcher(game: str, **options: int) -> GuidedSearcher | LookaheadSearcher:
    """Return the guided search that fits a game, compiled."""
    searcher = GuidedSearcher(game, **options) if game_named(game).hidden else LookaheadSearcher(game, **options)
    searcher.warm_up()
    return searcher


def form_of_guided(game: str) -> Form:
    """Return the compiled functions of the guided search that fits a game."""
    return guided_form(game) if game_named(game).hidden else lookahead_form(game)


def compile_halves(game: str) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return two functions each of which compiles about one half of the guided search that fits a game."""
    if not game_named(game).hidden:
        return lambda: compile_lookahead(game), lambda: PlayoutSearcher(game, nodes=1)
    searcher = GuidedSearcher(game, nodes=1, batch=1)

    def compile_rest() -> None:
        searcher.play_out_leaves(0, 0)
        searcher.finish_leaves(0)
        searcher.set_root(searcher.game.layout.new(), 0)

    return lambda: searcher.collect_leaves(0, 0), compile_rest


class GuidedSearcher:
    """A guided search and its memory. Bots that search at the same time need one each."""

    game: Game[Any]
    network: Network
    functions: Form

    seconds_between_clock_checks: float = 0.03  # enough for a whole batch

    def __init__(self, game: str, nodes: int = TREE_NODES, batch: int = BATCH_SIZE) -> None:
        self.game, self.network, self.functions = game_named(game), network_of(game), guided_form(game)
        self.states: npt.NDArray[Any] = np.zeros(4, dtype_of(self.game.layout))
        self.tree: SearchTree = new_tree(nodes, GUIDED_NODE)
        self.buffers: SearchBuffers = new_buffers(self.game)
        self.leaves: LeafBatch = new_leaves(game, batch)
        self.parameters: ParameterSets = ParameterSets(
            parameter_records(self.game.guided), parameter_records(self.game.search)
        )
        self.seed: int = 0
        """The seed of the current search; it depends on the view too."""

    def warm_up(self) -> None:
        """Call every compiled function once, so that no later decision waits for the compiler."""
        self.set_root(self.game.layout.new(), 0)
        self._search_batch(0, 0)

    def set_root(self, view: State, seed: int) -> None:
        """Begin a search of a seat's view."""
        for name in self.game.layout.fields:
            self.states[name][VIEW] = getattr(view, name)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin a search of the view in `states[VIEW]`."""
        self.seed = self.functions.view_seed(self.states, seed)
        self.functions.clear_tree(self.tree)

    def search(self, first: int, count: int) -> None:
        """Make the descents number first to first + count − 1, in batches that grow with the number of descents made:
        the first descent has a batch to itself."""
        end = first + count
        while first < end:
            size = min(len(self.leaves.depths), end - first, max(1, first // DESCENTS_PER_LEAF))
            self._search_batch(first, size)
            first += size

    def most_visited_action(self) -> int:
        """Return the best action so far."""
        return int(self.functions.most_visited_by_prior(self.tree))

    def root_actions(self) -> dict[int, RootAction]:
        """Return what is known of each action of the root."""
        return read_root(self.tree)

    @property
    def score_weight(self) -> float:
        """The part of a playout's result that measures the lead in points instead of the victory."""
        return float(self.parameters.playout["score_weight"][0])

    @score_weight.setter
    def score_weight(self, weight: float) -> None:
        self.parameters.playout["score_weight"] = weight

    def policy_action(self, actions: Any, count: int) -> int:
        """Return the one of `count` actions that the network's policy prefers for the view in `states[VIEW]`."""
        features, choices = self.leaves.features, self.leaves.choices
        features[0] = 0
        self.functions.encode_view(self.states, actions, count, features, choices)
        policy, _ = self.network.evaluate(features[:1])
        return int(actions[policy[0, choices[0, :count]].argmax()])

    def _search_batch(self, first: int, count: int) -> None:
        leaves = self.leaves
        for array in (leaves.masks, leaves.features, leaves.results):
            array[:count] = 0
        self.collect_leaves(first, count)
        self.play_out_leaves(first, count)
        self._evaluate_leaves(count)
        self.finish_leaves(count)

    def collect_leaves(self, first: int, count: int) -> None:
        """Descend the tree once for each number from first to first + count − 1, and write down the leaves."""
        self.functions.collect_leaves(
            self.states, self.tree, self.buffers, self.leaves, self.parameters, self.seed, first, count
        )

    def play_out_leaves(self, first: int, count: int) -> None:
        """Make a playout from the leaf of each descent number first to first + count − 1."""
        self.functions.play_out_leaves(self.buffers, self.leaves, self.parameters, self.seed, first, count)

    def finish_leaves(self, count: int) -> None:
        """Backpropagate the results of the first `count` descents of the batch, and expand their leaves."""
        self.functions.finish_leaves(self.tree, self.buffers.children, self.leaves, self.parameters, count)

    def _evaluate_leaves(self, count: int) -> None:
        """Let the network evaluate the leaves where the game goes on: write its policy, and mix its value with the
        playout's result."""
        leaves = self.leaves
        rows = np.flatnonzero(leaves.viewers[:count] >= 0)
        if not len(rows):
            return
        players = int(self.states["players"][VIEW])
        policy, value = self.network.evaluate(leaves.features[rows])
        leaves.probabilities[rows] = masked_softmax(policy, leaves.masks[rows])
        seats = (np.arange(players) - leaves.viewers[rows, None]) % players
        chances = np.take_along_axis(win_chances(value, players), seats, 1)
        network_share = 1 - float(self.parameters.tree["playout_share"][0])
        leaves.results[rows, :players] += network_share * (chances - leaves.results[rows, :players])


def new_leaves(game: str, size: int) -> LeafBatch:
    """Return arrays for batches of up to `size` leaves."""
    features, actions = features_of(game), game_named(game).actions
    return LeafBatch(
        path_nodes=np.zeros((size, TREE_DEPTH), np.int32),
        path_actors=np.zeros((size, TREE_DEPTH), np.int8),
        depths=np.zeros(size, np.int64),
        nodes=np.zeros(size, np.int64),
        states=np.zeros(size, dtype_of(game_named(game).layout)),
        positions=np.zeros(size, np.int64),
        viewers=np.zeros(size, np.int64),
        counts=np.zeros(size, np.int64),
        actions=np.zeros((size, actions), np.int32),
        choices=np.zeros((size, actions), np.int32),
        masks=np.zeros((size, features.choices), np.bool_),
        features=np.zeros((size, features.length), np.int8),
        results=np.zeros((size, SEATS)),
        probabilities=np.zeros((size, features.choices)),
    )
