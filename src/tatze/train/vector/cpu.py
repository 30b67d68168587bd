"""Vectorised games on the CPU, in NumPy arrays that share memory with PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from torch import Tensor

from tatze.compiled.batch import scratch_of
from tatze.compiled.builder import Form
from tatze.compiled.drivers import Scratch
from tatze.compiled.forms import dtype_of
from tatze.games import game_named
from tatze.train.settings import GameSetting
from tatze.train.vector.drivers import VectorArrays
from tatze.train.vector.forms import setting_templates, training_form


class CpuBackend:
    """The states of the games, and the drivers compiled for the CPU."""

    def __init__(self, game: str, settings: Sequence[GameSetting], size: int) -> None:
        dtype = dtype_of(game_named(game).layout)
        self.functions: Form = training_form(game, "cpu")
        self.templates: npt.NDArray[Any] = setting_templates(game, settings, dtype)
        self.states: npt.NDArray[Any] = np.zeros(size, dtype)
        self.views: npt.NDArray[Any] = np.zeros(1, dtype)
        self.scratch: Scratch = scratch_of(game_named(game))
        self.items: npt.NDArray[np.int8] = np.zeros(max(1, game_named(game).deal_size), np.int8)
        self.item_seats: npt.NDArray[np.int8] = np.zeros(len(self.items), np.int8)

    def numba_view(self, tensor: Tensor) -> Any:
        """Return the memory of a tensor as Numba sees it."""
        return tensor.numpy()

    def deal(self, seed: int, arrays: VectorArrays) -> None:
        """Begin every game of its number."""
        self.functions.deal_vector(self.states, self.views, self.templates, self.scratch, seed, arrays)

    def step(self, seed: int, arrays: VectorArrays) -> None:
        """Carry out the choice of every game."""
        self.functions.step_vector(self.states, self.views, self.templates, self.scratch, seed, arrays)

    def encode_actors(self, actors: Any, features: Any, masks: Any) -> None:
        """Write what the actor of every game may know and choose, and who that is."""
        self.functions.encode_actors(self.states, self.views, self.scratch.actions, actors, features, masks)

    def encode_seats(self, seats: Any, first: int, interval: int, features: Any) -> None:
        """Write what the j-th of these seats may know of the game first + j × interval."""
        self.functions.encode_seats(self.states, self.views, seats, first, interval, features)

    def count_hidden_items(self, counts: Any) -> None:
        """Count the items that the actor of every game does not see, onto zeros, by the seat that has them."""
        self.functions.count_hidden_items(self.states, self.views, self.items, self.item_seats, counts)

    def step_among_yardsticks(self, seed: int, learners: Any, arrays: VectorArrays) -> None:
        """Carry out the learner's choice in every game, and let `yardstick` bots act up to its next one."""
        step = self.functions.step_vector_among_yardsticks
        step(self.states, self.views, self.scratch.actions, seed, learners, arrays)

    def choose_randomly(self, seed: int, move: int, arrays: VectorArrays) -> None:
        """Write a random legal choice for every game."""
        self.functions.choose_vector_randomly(self.states, self.scratch.actions, seed, move, arrays)

    def read(self) -> np.ndarray[Any, Any]:
        """Return a copy of the states."""
        return self.states.copy()

    def write(self, states: np.ndarray[Any, Any]) -> None:
        """Replace the states."""
        self.states[:] = states
