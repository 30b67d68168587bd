"""Batches of games on a CUDA device: the same games as on the CPU, number by number, in arrays that stay there.

The arrays speak the CUDA array interface: `torch.as_tensor(batch.observation, device="cuda")` and
`cupy.asarray(batch.mask)` look at the same memory without a copy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from tatze.compiled import kernels
from tatze.compiled.batch import SEEDS, Totals, template_of, totals_of
from tatze.compiled.builder import build_kernels, import_cuda
from tatze.compiled.drivers import COUNTERS
from tatze.compiled.forms import dtype_of, form_of, simulated
from tatze.core.errors import IllegalAction, MissingExtra, SetupError
from tatze.core.game import Game
from tatze.core.setup import make_setup
from tatze.games import game_named

THREADS = 128
"""Threads in a block."""
BLOCKS_PER_PROCESSOR = 8
REGISTERS = 64
"""The most registers a thread may use; what the playouts need, so that eight blocks have room at once."""


@cache
def kernels_of(name: str) -> SimpleNamespace:
    """The kernels of a game."""
    cuda = import_cuda()
    game = game_named(name)
    wide = simulated()
    constants = {
        "RECORD": cuda_record(game, wide),
        "SMALL": np.int64 if wide else np.int8,
        "SHORT": np.int64 if wide else np.int16,
        "LONG": np.int64,
        "DEAL_SIZE": max(1, game.deal_size),
        "ACTIONS": game.actions,
        "COUNTERS": COUNTERS,
    }
    if not cuda.is_available():
        raise MissingExtra("there is no CUDA device here; leave the device out to play on the CPU")
    return build_kernels(kernels, form_of(name, "cuda"), constants, None if wide else REGISTERS)


def cuda_record(game: Game[Any], wide: bool) -> Any:
    """The type of a state in a thread's own memory; the simulator wants NumPy's kind with named attributes."""
    dtype = dtype_of(game.layout, wide)
    if wide:
        return np.dtype((np.record, dtype))
    from numba import from_dtype

    return from_dtype(dtype)


class CudaBatch:
    """Games side by side on a CUDA device, one thread a game. Reads like `Batch`; the arrays lie on the device.

    `mask` and `observation` are stored column by column, so that neighbouring threads write to neighbouring bytes."""

    def __init__(
        self,
        game: str,
        rules: str = "base",
        players: int | None = None,
        size: int = 1,
        seed: int = 0,
        start: int | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        if size < 1:
            raise SetupError(f"a batch has at least one game, not {size}")
        self.game: Game[Any] = game_named(game)
        self.setup = make_setup(self.game, rules, players, start, options)
        self.size = size
        self.kernels = kernels_of(game)
        self._cuda = cuda = import_cuda()
        wide = simulated()
        template = template_of(self.game, self.setup).astype(dtype_of(self.game.layout, wide))
        self.template = cuda.to_device(template)
        self.states = cuda.to_device(np.zeros(size, template.dtype))
        features = self.game.observation.length
        self.rolls = cuda.to_device(np.zeros(size, np.int64))
        self.numbers = cuda.to_device(np.zeros(size, np.int64))
        self.chosen = cuda.to_device(np.zeros(size, np.int32))
        self.actor = cuda.to_device(np.zeros(size, np.int8))
        self.mask = cuda.to_device(np.zeros((size, self.game.actions), np.int8, order="F"))
        self.observation = cuda.to_device(np.zeros((size, features), np.int8, order="F"))
        self.reward = cuda.to_device(np.zeros((size, self.setup.players), np.float32))
        self.done = cuda.to_device(np.zeros(size, np.int8))
        self._wrong = cuda.to_device(np.zeros(1, np.int64))
        self.grid = self._grid(size)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begin the games number 0 to size − 1 of this seed."""
        if not 0 <= seed < SEEDS:
            raise SetupError(f"a batch's seed is from 0 to {SEEDS - 1}, not {seed}")
        self.seed = seed
        self.numbers.copy_to_device(np.arange(self.size, dtype=np.int64))
        self.kernels.reset_kernel[self.grid](self.states, self.template, seed, self.numbers, self.rolls)
        self._look()

    def step(self, actions: Any) -> None:
        """Carry out one action in every game: an array of ids on the device, or one that can be copied there. If one
        of them is illegal nothing is done, and the error says where."""
        chosen = self._on_device(actions)
        if chosen.shape != (self.size,) or not np.issubdtype(chosen.dtype, np.integer):
            raise IllegalAction(f"a step takes {self.size} action ids, not {chosen.dtype} {chosen.shape}")
        self._wrong.copy_to_device(np.full(1, self.size, np.int64))
        self.kernels.check_kernel[self.grid](self.states, chosen, self._wrong)
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong < self.size:
            raise IllegalAction(f"game {wrong}: action {int(chosen[wrong])} is not legal")
        self.kernels.step_kernel[self.grid](
            self.states, self.template, self.seed, self.numbers, self.rolls, chosen, self.reward, self.done
        )
        self._look()

    def choose_random(self, move: int) -> Any:
        """A random legal action for every game, on the device."""
        self.kernels.random_kernel[self.grid](self.states, self.seed, self.numbers, move, self.chosen)
        return self.chosen

    def play_out(self, games: int, first: int = 0) -> Totals:
        """Play the games number `first` and on at random to their ends; the batch's own games are untouched."""
        return totals_of(self.game, self.setup, games, self._count(self.kernels.playout_kernel, games, first))

    def trace(self, games: int, first: int = 0) -> tuple[int, int]:
        """Play the same games; how many moves, and a digest of every one of them, added up."""
        moves, digest = self._count(self.kernels.trace_kernel, games, first)[:2]
        return int(moves), int(digest)

    def _count(self, kernel: Any, games: int, first: int) -> Any:
        totals = self._cuda.to_device(np.zeros(COUNTERS, np.int64))
        kernel[self._grid(games)](self.template, self.seed, first, first + games, totals)
        return totals.copy_to_host()

    def _look(self) -> None:
        self.kernels.look_kernel[self.grid](self.states, self.template, self.mask, self.observation, self.actor)

    def _on_device(self, actions: Any) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(actions)
        if hasattr(actions, "copy_to_host"):
            return actions
        return self._cuda.to_device(np.ascontiguousarray(actions))

    def _grid(self, games: int) -> tuple[int, int]:
        """Blocks and threads: no more than the device can hold at once."""
        if simulated():
            return 1, min(games, 4)
        processors = self._cuda.get_current_device().MULTIPROCESSOR_COUNT
        blocks = -(-games // THREADS)
        return min(blocks, processors * BLOCKS_PER_PROCESSOR), THREADS
