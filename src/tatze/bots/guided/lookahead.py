"""The guided search of games without hidden items: playouts, and a network's one-ply lookahead."""

from __future__ import annotations

from functools import cache
from typing import Any

from tatze.bots.learned.network import Network
from tatze.core.errors import MissingExtra

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.bots.guided import lookahead_drivers
from tatze.bots.guided.lookahead_drivers import ROOT, Lookahead
from tatze.bots.learned.bot import network_of
from tatze.bots.learned.network import features_of, win_chances
from tatze.bots.search.compile_worker import RootAction
from tatze.bots.search.drivers import VIEW
from tatze.bots.search.searcher import SEATS, TREE_NODES, PlayoutSearcher, read_root, search_form
from tatze.compiled.builder import Form, build
from tatze.compiled.forms import dtype_of
from tatze.core import thermometer
from tatze.games import game_named

LOOKAHEAD_POSITIONS = 1024
"""The largest number of positions that the network evaluates for one decision."""
VIRTUAL_VISITS_PER_PLAYOUT = 0.375
"""The network's weight in the search: virtual visits of every action for each playout made."""
PLAYOUTS_PER_UPDATE = 512
"""Number of playouts between two additions of virtual visits."""
POSITION = np.dtype([(name, "i8") for name in ("action", "roll", "seat", "over")])
"""A position at the end of a lookahead: the indices of the action and of the roll that led there, the seat that chose
last, and whether the game is over."""


@cache
def lookahead_form(game: str) -> Form:
    """The compiled functions of a game's search with playouts, its features and the lookahead."""
    features = features_of(game)
    modules = [thermometer, features.module, lookahead_drivers]
    return build("cpu", modules, {"describe": features.describe}, base=search_form(game))


def compile_lookahead(game: str) -> None:
    """Compile the lookahead without the playouts."""
    functions, ahead = lookahead_form(game), new_lookahead(game)
    functions.unfold(ahead)
    functions.back_up(ahead, 0, np.zeros(game_named(game).actions))


class LookaheadSearcher(PlayoutSearcher):
    """A search with playouts that knows the network's value of every action, one ply ahead."""

    network: Network
    lookahead_functions: Form

    def __init__(self, game: str, nodes: int = TREE_NODES) -> None:
        self.network, self.lookahead_functions = network_of(game), lookahead_form(game)
        super().__init__(game, nodes)
        self.ahead: Lookahead = new_lookahead(game)
        self.values: npt.NDArray[Any] = np.zeros(self.game.actions)
        """Value of each legal action for the seat that decides, by the network."""
        self.legal_count: int = 0
        self.positions_used: int = 0
        self.virtual_visits: int = 0
        """Virtual visits that every action of the root has so far."""

    def warm_up(self) -> None:
        """Call every compiled function once, so that no later decision waits for the compiler."""
        self.set_root(self.game.layout.new(), 0)
        self._raise_virtual_visits(0)

    def begin(self, seed: int) -> None:
        super().begin(seed)
        self.virtual_visits = 0
        self._evaluate_actions()

    def search(self, first: int, count: int) -> None:
        end = first + count
        while first < end:
            size = min(PLAYOUTS_PER_UPDATE, end - first)
            super().search(first, size)
            first += size
            self._raise_virtual_visits(max(1, int(VIRTUAL_VISITS_PER_PLAYOUT * first)))

    def root_actions(self) -> dict[int, RootAction]:
        return read_root(self.tree, self.virtual_visits)

    def _evaluate_actions(self) -> None:
        """Compute the value of every action of the root."""
        ahead = self.ahead
        ahead.features[: self.positions_used] = 0
        ahead.results[: self.positions_used] = 0
        self.values[:] = 0
        ahead.states[ROOT] = self.states[VIEW]
        self.legal_count, self.positions_used = self.lookahead_functions.unfold(ahead)
        positions = ahead.positions[: self.positions_used]
        rows = np.flatnonzero(positions["over"] == 0)
        players = int(self.states["players"][VIEW])
        if len(rows):
            _, value = self.network.evaluate(ahead.features[rows])
            seats = (np.arange(players) - positions["seat"][rows, None]) % players
            ahead.results[rows, :players] = np.take_along_axis(win_chances(value, players), seats, 1)
        self.lookahead_functions.back_up(ahead, self.positions_used, self.values)

    def _raise_virtual_visits(self, visits: int) -> None:
        """Raise the number of virtual visits of every action to `visits`."""
        self.lookahead_functions.add_virtual_visits(
            self.tree,
            self.ahead.actions,
            self.legal_count,
            self.buffers.children,
            self.values,
            visits - self.virtual_visits,
            1 - float(self.parameters["score_weight"][0]),
        )
        self.virtual_visits = visits


def new_lookahead(game: str) -> Lookahead:
    """Return arrays for the lookaheads of a game."""
    known = game_named(game)
    return Lookahead(
        states=np.zeros(5, dtype_of(known.layout)),
        actions=np.zeros(known.actions, np.int32),
        rolls=np.zeros(known.actions, np.int32),
        replies=np.zeros(known.actions, np.int32),
        positions=np.zeros(LOOKAHEAD_POSITIONS, POSITION),
        features=np.zeros((LOOKAHEAD_POSITIONS, features_of(game).length), np.int8),
        results=np.zeros((LOOKAHEAD_POSITIONS, SEATS)),
    )
