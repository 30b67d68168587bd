"""The judge of a review: everybody's chances in many states at once, by a game's network.

Chances are *joined* from every seat's own estimate, or as one seat sees them. Where the die is about to roll they are
the mean over all rolls, and in a finished game they are the result."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from tatze.core.errors import MissingExtra

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("a review needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.bots.learned.bot import network_of, weights_file
from tatze.bots.learned.network import Network, features_of
from tatze.compiled.batch import scratch_of
from tatze.compiled.builder import Form
from tatze.compiled.drivers import Scratch
from tatze.compiled.forms import build_form, dtype_of
from tatze.core import thermometer
from tatze.core.game import Game
from tatze.core.layout import CHANCE
from tatze.core.strategy import Features
from tatze.games import game_named
from tatze.review import drivers
from tatze.review.level_scale import measured

Floats = npt.NDArray[np.float64]
ROWS = 512
"""The largest number of views that the network evaluates at once."""
MOST_ROLLS = 6
"""The largest number of equally likely outcomes of one roll."""
DIGEST_LENGTH = 8
"""Number of characters of the weights' digest that a review names."""


@cache
def review_form(game: str) -> Form:
    """Return the compiled drivers of a game's reviews."""
    known, features = game_named(game), features_of(game)
    measure = known.review.measure or drivers.measure_nothing
    given: dict[str, Callable[..., Any]] = {
        "describe": features.describe,
        "choice_of": features.choice_of,
        "action_of": features.action_of,
        "undrawn": known.undrawn,
        "redraw": known.redraw,
        "measure": measure,
    }
    modules = [thermometer, features.module, *_module_of(known.review.measure), drivers]
    return build_form(game, "cpu", modules, given)


def _module_of(function: Callable[..., Any] | None) -> list[ModuleType]:
    """Return the module in which a function is written; none for no function."""
    return [sys.modules[function.__module__]] if function else []


@cache
def weights_digest(game: str) -> str:
    """Return the first characters of the digest of a game's weights."""
    return hashlib.sha256(weights_file(game).read_bytes()).hexdigest()[:DIGEST_LENGTH]


@cache
def judge_of(game: str) -> Judge:
    """Return the judge of a game; it is made once."""
    return Judge(game)


class Judge:
    """A game's network and compiled drivers, and the memory that they write on."""

    def __init__(self, game: str) -> None:
        self.game: Game[Any] = game_named(game)
        self.network: Network = network_of(game)
        self.features: Features = features_of(game)
        self.functions: Form = review_form(game)
        self.dtype: np.dtype[Any] = dtype_of(self.game.layout)
        self.views: npt.NDArray[Any] = np.zeros(1, self.dtype)
        self.scratch: Scratch = scratch_of(self.game)
        self.items: npt.NDArray[np.int8] = np.zeros(max(1, self.game.deal_size), np.int8)

    @property
    def instant_error(self) -> float:
        """The measured standard error of a difference by the network alone, or what the game supposes."""
        return float(measured(self.game.name).get("instant_error", self.game.review.instant_error))

    @property
    def deep_error(self) -> float:
        """The measured standard error of a difference by playing on, or what the game supposes."""
        return float(measured(self.game.name).get("deep_error", self.game.review.deep_error))

    def record(self, s: Any) -> Any:
        """Return a plain state as an array of one record."""
        made = np.zeros(1, self.dtype)
        for name in self.game.layout.fields:
            made[name][0] = getattr(s, name)
        return made

    def view(self, states: Any, i: int, seat: int) -> Any:
        """Return what a seat may know of the i-th state, as an array of one record."""
        both = np.concatenate([states[i : i + 1], states[i : i + 1]])
        self.functions.hide_game(both, 0, seat, 1)
        return both[1:].copy()

    def legal(self, states: Any, i: int = 0) -> list[int]:
        """Return the legal actions of the i-th state."""
        count = self.functions.list_legal(states, i, self.scratch.actions)
        return [int(action) for action in self.scratch.actions[:count]]

    def applied(self, states: Any, actions: Any) -> Any:
        """Return copies of the states after an action in each of them."""
        after = states.copy()
        self.functions.apply_many(after, np.asarray(actions, np.int32))
        return after

    def joined(self, states: Any) -> Floats:
        """Return everybody's chances in each state (states × players): every seat's own estimate, normalised."""
        return self._mean_over_rolls(states, self._joined)

    def seen(self, states: Any, seats: Any) -> Floats:
        """Return everybody's chances in each state (states × players), as the seat given for each sees them."""
        seats = np.broadcast_to(np.asarray(seats, np.int64), len(states))
        return self._mean_over_rolls(states, lambda rolled, parents: self._seen(rolled, seats[parents]))

    def policy_choices(self, states: Any) -> Any:
        """Return the choice of the actor of each state by the network's policy."""
        chosen = np.zeros(len(states), np.int64)
        for first in range(0, len(states), ROWS):
            part = states[first : first + ROWS]
            features = np.zeros((len(part), self.features.length), np.int8)
            masks = np.zeros((len(part), self.features.choices), np.int8)
            self.functions.encode_choices(part, self.views, self.scratch, features, masks)
            policy, _ = self.network.evaluate(features)
            chosen[first : first + ROWS] = np.where(masks, policy, -np.inf).argmax(axis=1)
        return chosen

    def _mean_over_rolls(self, states: Any, evaluate: Callable[[Any, Any], Floats]) -> Floats:
        rolled, parents, weights = self._rolled(states)
        players = int(states["players"][0]) if len(states) else 0
        shares = np.zeros((len(rolled), self.game.most_players))
        self.functions.share_victories(rolled, shares)
        chances = shares[:, :players]
        running = np.flatnonzero(rolled["reason"] == 0)
        if len(running):
            chances[running] = evaluate(rolled[running], parents[running])
        found = np.zeros((len(states), players))
        np.add.at(found, parents, chances * weights[:, None])
        return found

    def _rolled(self, states: Any) -> tuple[Any, Any, Floats]:
        """Return the states after every possible roll, the number of the state that each comes from, and its weight."""
        parents, weights = np.arange(len(states)), np.ones(len(states))
        while bool(((states["actor"] == CHANCE) & (states["reason"] == 0)).any()):
            most = len(states) * MOST_ROLLS
            out, origin = np.zeros(most, self.dtype), np.zeros(most, np.int64)
            count = self.functions.expand_rolls(states, self.scratch.actions, out, origin)
            states, origin = out[:count], origin[:count]
            weights = (weights / np.bincount(origin, minlength=len(parents)))[origin]
            parents = parents[origin]
        return states, parents, weights

    def _joined(self, states: Any, _parents: Any) -> Floats:
        players = int(states["players"][0])
        every = np.repeat(states, players)
        seats = np.tile(np.arange(players), len(states))
        mine = self._evaluate(every, seats)[:, 0].reshape(len(states), players)
        joined: Floats = mine / mine.sum(axis=1, keepdims=True)
        return joined

    def _seen(self, states: Any, seats: Any) -> Floats:
        players = int(states["players"][0])
        order = (np.arange(players) - seats[:, None]) % players
        return np.take_along_axis(self._evaluate(states, seats), order, 1)

    def _evaluate(self, states: Any, seats: Any) -> Floats:
        """Return the chances by the view of the seat given for each state, from that seat on. Equal views are evaluated
        once."""
        known: dict[bytes, int] = {}
        rows: list[Any] = []
        places = np.zeros(len(states), np.int64)
        for first in range(0, len(states), ROWS):
            features = np.zeros((len(states[first : first + ROWS]), self.features.length), np.int8)
            part = np.ascontiguousarray(seats[first : first + ROWS])
            self.functions.encode_views(states[first : first + ROWS], self.views, part, features)
            for i, row in enumerate(features):
                place = known.setdefault(row.tobytes(), len(rows))
                if place == len(rows):
                    rows.append(row)
                places[first + i] = place
        distinct = np.concatenate(
            [
                self.network.evaluate(np.array(rows[first : first + ROWS]))[1].astype(np.float64)
                for first in range(0, len(rows), ROWS)
            ]
        )
        return softmax(distinct[:, : int(states["players"][0])])[places]


def softmax(logits: Floats) -> Floats:
    """Return the probabilities of rows of logits; each row adds up to 1."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    found: Floats = raised / raised.sum(axis=1, keepdims=True)
    return found
