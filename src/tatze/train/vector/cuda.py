"""Vectorised games on a CUDA device, in arrays that share memory with PyTorch.

PyTorch and Numba work on the device's default stream, so that each sees what the other did before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch import Tensor

from tatze.compiled.builder import build_kernels
from tatze.compiled.cuda import kernel_constants
from tatze.compiled.forms import dtype_of
from tatze.compiled.imports import import_cuda, simulated
from tatze.games import game_named
from tatze.train.settings import GameSetting
from tatze.train.vector import kernels
from tatze.train.vector.drivers import VectorArrays
from tatze.train.vector.forms import setting_templates, training_form

THREADS_PER_BLOCK = 64
"""A small number, so that some ten thousand games spread over all multiprocessors of a device."""


@cache
def training_kernels(game: str) -> SimpleNamespace:
    """Return the kernels of training for a game."""
    return build_kernels(kernels, training_form(game, "cuda"), kernel_constants(game_named(game)), None)


class CudaBackend:
    """The states of the games on the device, and the kernels."""

    kernels: SimpleNamespace
    cuda: Any

    def __init__(self, game: str, settings: Sequence[GameSetting], size: int) -> None:
        self.kernels, self.cuda = training_kernels(game), import_cuda()
        if not simulated():
            check_stream()
        dtype = dtype_of(game_named(game).layout, simulated())
        self.templates: Any = self.cuda.to_device(setting_templates(game, settings, dtype))
        self.states: Any = self.cuda.to_device(np.zeros(size, dtype))
        self.size = size

    def numba_view(self, tensor: Tensor) -> Any:
        """Return the memory of a tensor as Numba sees it."""
        return tensor.numpy() if simulated() else self.cuda.as_cuda_array(tensor)

    def launch(self, kernel: Any, size: int, *arguments: Any) -> None:
        """Launch a kernel for this many games."""
        grid = (1, 4) if simulated() else (-(-size // THREADS_PER_BLOCK), THREADS_PER_BLOCK)
        kernel[grid](*arguments)

    def deal(self, seed: int, arrays: VectorArrays) -> None:
        """Begin every game of its number."""
        wanted = (arrays.settings, arrays.scripted, arrays.numbers, arrays.rolls)
        self.launch(self.kernels.deal_kernel, self.size, self.states, self.templates, seed, *wanted)

    def step(self, seed: int, arrays: VectorArrays) -> None:
        """Carry out the choice of every game."""
        self.launch(self.kernels.step_kernel, self.size, self.states, self.templates, seed, *arrays)

    def encode_actors(self, actors: Any, features: Any, masks: Any) -> None:
        """Write what the actor of every game may know and choose, and who that is."""
        kernel = self.kernels.encode_actors_kernel
        self.launch(kernel, self.size, self.states, self.templates, actors, features, masks)

    def encode_seats(self, seats: Any, first: int, interval: int, features: Any) -> None:
        """Write what the j-th of these seats may know of the game first + j × interval."""
        kernel = self.kernels.encode_seats_kernel
        self.launch(kernel, len(seats), self.states, self.templates, seats, first, interval, features)

    def step_among_yardsticks(self, seed: int, learners: Any, arrays: VectorArrays) -> None:
        """Carry out the learner's choice in every game, and let `yardstick` bots act up to its next one."""
        kernel = self.kernels.yardsticks_kernel
        self.launch(kernel, self.size, self.states, self.templates, seed, learners, *arrays)

    def choose_randomly(self, seed: int, move: int, arrays: VectorArrays) -> None:
        """Write a random legal choice for every game."""
        kernel = self.kernels.choose_randomly_kernel
        self.launch(kernel, self.size, self.states, seed, move, arrays.numbers, arrays.chosen)

    def read(self) -> np.ndarray[Any, Any]:
        """Return a copy of the states."""
        found: np.ndarray[Any, Any] = self.states.copy_to_host()
        return found

    def write(self, states: np.ndarray[Any, Any]) -> None:
        """Replace the states."""
        self.states.copy_to_device(states)


def check_stream() -> None:
    """Let PyTorch and Numba share the device's primary context, and refuse a stream that is not the default one."""
    torch.zeros(1, device="cuda")
    if torch.cuda.current_stream().cuda_stream != 0:
        raise RuntimeError("training needs PyTorch on the default stream, where Numba's kernels run")
