"""The network's policy on compiled views: what the bot `learned` chooses there."""

from __future__ import annotations

from functools import cache
from typing import Any

from tatze.bots.learned.network import Network
from tatze.core.errors import MissingExtra
from tatze.core.game import Game

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.bots.guided import view_drivers
from tatze.bots.learned.bot import network_of
from tatze.bots.learned.network import features_of
from tatze.bots.search.searcher import search_form
from tatze.compiled.builder import Form, build
from tatze.compiled.forms import dtype_of
from tatze.core import thermometer
from tatze.games import game_named


@cache
def view_form(game: str) -> Form:
    """The compiled functions of a game's search with playouts, its features, and what a network reads of a view."""
    features = features_of(game)
    given: dict[str, Any] = {"describe": features.describe, "choice_of": features.choice_of}
    return build("cpu", [thermometer, features.module, view_drivers], given, base=search_form(game))


class PolicyPlayer:
    """A player that takes the best action of the network's policy, and its memory."""

    def __init__(self, game: str) -> None:
        known: Game[Any] = game_named(game)
        self.network: Network = network_of(game)
        self.functions: Form = view_form(game)
        self.states: npt.NDArray[Any] = np.zeros(1, dtype_of(known.layout))
        """The view."""
        self.features: npt.NDArray[np.int8] = np.zeros((1, features_of(game).length), np.int8)
        self.choices: npt.NDArray[np.int32] = np.zeros((1, known.actions), np.int32)

    def best_action(self, actions: Any, count: int) -> int:
        """Return the one of `count` actions that the policy prefers for the view in `states`."""
        self.features[:] = 0
        self.functions.encode_view(self.states, actions, count, self.features, self.choices)
        policy, _ = self.network.evaluate(self.features)
        return int(actions[policy[0, self.choices[0, :count]].argmax()])
