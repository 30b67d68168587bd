"""Vectorised games of several settings, in arrays that PyTorch and Numba share.

PyTorch owns the arrays that it reads; Numba sees the same memory. The states belong to Numba alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from tatze.bots.learned.network import features_of
from tatze.compiled.imports import simulated
from tatze.games import game_named
from tatze.train.net import padded
from tatze.train.settings import GameSetting
from tatze.train.vector.cpu import CpuBackend
from tatze.train.vector.cuda import CudaBackend
from tatze.train.vector.drivers import VectorArrays

SEAT_BITS = 8
"""Number of seats that a bit mask of seats has room for."""


class VectorGames:
    """Games side by side, each of one setting; the games of one setting are neighbours.

    After `encode_actors`, `actor` is the seat that decides in each game. After `step`, `done` is the reason of the
    end for games that ended; a new game is dealt in their place already, and `shares` and `leads` (games × seats) say
    what the old one brought. For the other games, `afterstates` has the features of what the decider saw right after
    its decision, before chance and the others acted."""

    game: str
    settings: list[GameSetting]
    size: int
    seats: int

    def __init__(
        self,
        game: str,
        settings: Sequence[GameSetting],
        counts: Sequence[int],
        seed: int,
        cuda: bool = False,
        scripted_fraction: float = 0.0,
        afterstates: bool = True,
    ) -> None:
        """Deal the games: `counts` says how many of each setting.

        `scripted_fraction` is the fraction of games with `thumb` bots at some seats. Writing afterstates takes time and
        can be turned off."""
        self.game, self.settings = game, list(settings)
        self.size, self.seats = sum(counts), game_named(game).most_players
        self.cuda = cuda
        self.device: torch.device = torch.device("cuda" if cuda and not simulated() else "cpu")
        self.backend: CpuBackend | CudaBackend = (CudaBackend if cuda else CpuBackend)(game, settings, self.size)
        self.setting_index: Tensor = self.new(self.size, torch.int64)
        self.setting_index.copy_(torch.repeat_interleave(torch.arange(len(counts)), torch.tensor(counts)))
        self.players: Tensor = torch.tensor([s.players for s in settings], device=self.device)[self.setting_index]
        self.scripted: Tensor = scripted_seats(self.players, scripted_fraction, seed)
        self._make_arrays(self.size if afterstates else 1)
        self.reset(seed)

    def _make_arrays(self, afterstate_rows: int) -> None:
        self.actor: Tensor = self.new(self.size, torch.int64)
        self.numbers: Tensor = self.new(self.size, torch.int64)
        self.rolls: Tensor = self.new(self.size, torch.int64)
        self.chosen: Tensor = self.new(self.size, torch.int64)
        self.done: Tensor = self.new(self.size, torch.int64)
        self.shares: Tensor = self.new((self.size, self.seats), torch.float32)
        self.leads: Tensor = self.new((self.size, self.seats), torch.float32)
        self.afterstates: Tensor = self.new((afterstate_rows, padded(features_of(self.game).length)), torch.int8)
        self.arrays: VectorArrays = VectorArrays(
            settings=self.numba_view(self.setting_index),
            scripted=self.numba_view(self.scripted),
            numbers=self.numba_view(self.numbers),
            rolls=self.numba_view(self.rolls),
            chosen=self.numba_view(self.chosen),
            done=self.numba_view(self.done),
            shares=self.numba_view(self.shares),
            leads=self.numba_view(self.leads),
            afterstates=self.numba_view(self.afterstates),
        )
        self._numba_actor = self.numba_view(self.actor)

    def new(self, shape: int | tuple[int, ...], dtype: torch.dtype) -> Tensor:
        """Return a tensor of zeros on the device of the games."""
        return torch.zeros(shape, dtype=dtype, device=self.device)

    def numba_view(self, tensor: Tensor) -> Any:
        """Return the memory of a tensor as Numba sees it."""
        return self.backend.numba_view(tensor)

    def reset(self, seed: int, numbers: Tensor | None = None) -> None:
        """Begin the games of these numbers; without numbers, 0 to size − 1."""
        self.seed = seed
        self.numbers.copy_(torch.arange(self.size) if numbers is None else numbers)
        self.backend.deal(seed, self.arrays)

    def encode_actors(self, features: Any, masks: Any) -> None:
        """Write what each actor may know and choose into Numba's views of tensors of zeros."""
        self.backend.encode_actors(self._numba_actor, features, masks)

    def encode_seats(self, seats: Any, first: int, interval: int, features: Any) -> None:
        """Write what the j-th of these seats may know of the game first + j × interval.

        `seats` and `features` are Numba's views of tensors; the features are zeros before."""
        self.backend.encode_seats(seats, first, interval, features)

    def step(self, choices: Tensor) -> None:
        """Carry out one choice in every game. Choices are not checked: the caller keeps to the masks."""
        self.chosen.copy_(choices)
        self.afterstates.zero_()
        self.backend.step(self.seed, self.arrays)

    def play_randomly(self, moves: int) -> None:
        """Make this many random moves in every game, so that the games are at different stages."""
        for move in range(moves):
            self.backend.choose_randomly(self.seed, move, self.arrays)
            self.backend.step(self.seed, self.arrays)

    def step_among_yardsticks(self, learners: Any) -> None:
        """Carry out what the learner of each game chose (−1 for nothing yet); then `yardstick` bots act up to its turn.

        `learners` is Numba's view of a tensor: the seat of the learner in each game."""
        self.backend.step_among_yardsticks(self.seed, learners, self.arrays)

    def states(self) -> np.ndarray[Any, Any]:
        """Return a copy of the states."""
        return self.backend.read()

    def restore(self, states: np.ndarray[Any, Any]) -> None:
        """Replace the states."""
        self.backend.write(states)


def scripted_seats(players: Tensor, fraction: float, seed: int) -> Tensor:
    """Draw the seats of `thumb` bots in each game, as bits by seat.

    Only that fraction of the games with three and more players has any. There, every seat has one with probability
    one half, except for one seat that is drawn to stay free."""
    generator = torch.Generator().manual_seed(seed)
    drawn = (torch.rand(len(players), generator=generator) < fraction) & (players.cpu() > 2)
    seats = torch.arange(SEAT_BITS)
    scripted = (torch.rand(len(players), SEAT_BITS, generator=generator) < 0.5) & (seats < players.cpu()[:, None])
    free = (torch.rand(len(players), generator=generator) * players.cpu()).long()
    scripted &= (seats != free[:, None]) & drawn[:, None]
    return (scripted.long() << seats).sum(1).to(players.device)
