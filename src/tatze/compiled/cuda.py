"""Batches of games on a CUDA device: the same games as on the CPU, in arrays that stay on the device.

The arrays speak the CUDA array interface: `torch.as_tensor(batch.observation, device="cuda")` and
`cupy.asarray(batch.mask)` read the same memory without a copy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

from tatze.core.errors import MissingExtra
from tatze.core.setup import Setup

try:
    import numpy as np
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.compiled import kernels
from tatze.compiled.action_bits import action_bits
from tatze.compiled.builder import build_kernels
from tatze.compiled.device_arrays import GROUP_GAMES, columns, empty_memory, places_in_memory, template_memory
from tatze.compiled.forms import dtype_of, form_of
from tatze.compiled.imports import import_cuda, simulated
from tatze.compiled.playout_drivers import COUNTERS
from tatze.compiled.templates import template_of
from tatze.compiled.totals import Totals, totals_of
from tatze.core.errors import IllegalAction, SetupError
from tatze.core.game import Game
from tatze.core.setup import make_setup
from tatze.core.threefry import SEED_LIMIT
from tatze.games import game_named

THREADS_PER_BLOCK = 128
BLOCKS_PER_PROCESSOR = 8
"""Number of blocks that one multiprocessor of the device works on at once."""
MAX_REGISTERS = 64
"""Number of registers a thread may use: with what playouts need, eight blocks fit on a multiprocessor."""


MOST_SHARED_BYTES = 12 * 1024
"""Number of bytes of shared memory that a block may take for the observations of a group: with more of them too few
blocks fit on a multiprocessor, and writing to the device's memory directly is faster."""
DEALERS_PER_PROCESSOR = 32
"""Number of blocks with which a multiprocessor deals; each of them deals one game at a time."""
DEALING_THREADS = 32
"""Number of threads of such a block."""
MASK_THREADS = 128
"""Number of threads of a block that writes masks, one for each of its games."""


@cache
def batch_kernels(name: str) -> SimpleNamespace:
    """Return the kernels of batches for a game."""
    if not import_cuda().is_available():
        raise MissingExtra("there is no CUDA device here; leave the device out to play on the CPU")
    registers = None if simulated() else MAX_REGISTERS
    constants = kernel_constants(game_named(name)) | batch_constants(game_named(name))
    return build_kernels(kernels, form_of(name, "cuda"), constants, registers)


def batch_constants(game: Game[Any]) -> dict[str, Any]:
    """Return what the kernels of batches need besides: sizes, and how they find states."""
    return {
        "MASK_WORDS": mask_words(game),
        "OBSERVATION_LENGTH": game.observation.length,
        "SHARED_WORDS": game.observation.length * GROUP_GAMES // 4,
        "MASK_THREADS": mask_grid(1)[1],
        "action_bits": action_bits(mask_grid(1)[1]),
        "uint32": np.uint32,
        "uint64": np.uint64,
        "int8": np.int8,
        **places_in_memory(game),
    }


def kernel_constants(game: Game[Any]) -> dict[str, Any]:
    """Return the types and sizes of a thread's own arrays. The simulator uses 64 bits for every number."""
    wide = simulated()
    return {
        "STATE_RECORD": state_record(game, wide),
        "DEAL_TYPE": np.int64 if wide else np.int8,
        "ACTION_TYPE": np.int64 if wide else np.int16,
        "SUM_TYPE": np.int64,
        "DEAL_SIZE": max(1, game.deal_size),
        "ACTION_COUNT": game.actions,
        "COUNTERS": COUNTERS,
    }


def state_record(game: Game[Any], wide: bool) -> Any:
    """Return the type of a state in a thread's own memory; the simulator needs NumPy's record with attributes."""
    dtype = dtype_of(game.layout, wide)
    if wide:
        return np.dtype((np.record, dtype))
    from numba import from_dtype

    return from_dtype(dtype)


def mask_words(game: Game[Any]) -> int:
    """Return the number of 32-bit words that hold a bit for each action."""
    return -(-game.actions // 32)


def launch_grid(games: int) -> tuple[int, int]:
    """Return blocks and threads per block for a number of games: no more than the device can hold at once."""
    if simulated():
        return 1, min(games, 4)
    processors = import_cuda().get_current_device().MULTIPROCESSOR_COUNT
    blocks = -(-games // THREADS_PER_BLOCK)
    return max(1, min(blocks, processors * BLOCKS_PER_PROCESSOR)), THREADS_PER_BLOCK


def full_grid(games: int) -> tuple[int, int]:
    """Return blocks and threads per block with a thread for each game: best where threads mostly write."""
    return launch_grid(games) if simulated() else (-(-games // THREADS_PER_BLOCK), THREADS_PER_BLOCK)


def deal_grid(games: int) -> tuple[int, int]:
    """Return blocks and threads per block for dealing the games that ended."""
    if simulated():
        return 1, 1
    processors = import_cuda().get_current_device().MULTIPROCESSOR_COUNT
    return min(games, processors * DEALERS_PER_PROCESSOR), DEALING_THREADS


def mask_grid(games: int) -> tuple[int, int]:
    """Return blocks and threads per block for writing masks, with a thread for each game."""
    threads = 4 if simulated() else MASK_THREADS
    return -(-games // threads), threads


class CudaBatch:
    """Games side by side on a CUDA device, one thread for each game, with the interface of `Batch`.

    The arrays lie on the device. `mask` and `observation` are stored column by column, so that neighbouring threads
    write to neighbouring bytes. With `packed` the mask is a row of 32-bit words for each game: action a is legal if bit
    a % 32 of word a // 32 is 1. That is an eighth of the memory, and a step takes less time."""

    def __init__(
        self,
        game: str,
        rules: str = "base",
        players: int | None = None,
        size: int = 1,
        seed: int = 0,
        start: int | None = None,
        options: Mapping[str, object] | None = None,
        packed: bool = False,
    ) -> None:
        if size < 1:
            raise SetupError(f"a batch has at least one game, not {size}")
        self.game: Game[Any] = game_named(game)
        self.setup: Setup = make_setup(self.game, rules, players, start, options)
        self.size = size
        self.packed = packed
        self.kernels: SimpleNamespace = batch_kernels(game)
        self._cuda = cuda = import_cuda()
        template = template_of(self.game, self.setup)
        self.template: Any = cuda.to_device(template.astype(dtype_of(self.game.layout, simulated())))
        self._templates = cuda.to_device(template_memory(self.game, template))
        self.states: Any = cuda.to_device(empty_memory(self.game, size))
        self.rolls: Any = cuda.to_device(np.zeros(size, np.int64))
        self.numbers: Any = cuda.to_device(np.zeros(size, np.int64))
        self.chosen: Any = cuda.to_device(np.zeros(size, np.int32))
        self.actor: Any = cuda.to_device(np.zeros(size, np.int8))
        self._words, self.mask = columns(size, mask_words(self.game), np.int32)
        self._bytes = self._words  # written in batches that are not packed alone
        if not packed:
            self._bytes, whole_words = columns(size, 32 * mask_words(self.game), np.int8)
            self.mask = whole_words[:, : self.game.actions]
        self._observed, self.observation = columns(size, self.game.observation.length, np.int8)
        self.reward: Any = cuda.to_device(np.zeros((size, self.setup.players), np.float32))
        self.done: Any = cuda.to_device(np.zeros(size, np.int8))
        self._finished = cuda.to_device(np.zeros(size, np.int32))
        self._counts = cuda.to_device(np.zeros(2, np.int64))
        self._counted = cuda.pinned_array(2, np.int64)
        self._reading = cuda.stream()
        self.grid: tuple[int, int] = launch_grid(size)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begin the games number 0 to size − 1 of this seed."""
        if not 0 <= seed < SEED_LIMIT:
            raise SetupError(f"a batch's seed is from 0 to {SEED_LIMIT - 1}, not {seed}")
        self.seed = seed
        self.numbers.copy_to_device(np.arange(self.size, dtype=np.int64))
        self.states.copy_to_device(empty_memory(self.game, self.size))
        self._finished.copy_to_device(np.arange(self.size, dtype=np.int32))
        self._counts.copy_to_device(np.full(2, self.size, np.int64))
        self._deal_and_observe()

    def step(self, actions: Any) -> None:
        """Carry out one action in every game: an array of action ids on the device, or one that can be copied there.

        If one of them is illegal nothing is done, and the error says where."""
        chosen = self._on_device(actions)
        if chosen.shape != (self.size,) or not np.issubdtype(chosen.dtype, np.integer):
            raise IllegalAction(f"a step takes {self.size} action ids, not {chosen.dtype} {chosen.shape}")
        self.kernels.check_kernel[full_grid(self.size)](self.states, chosen, self._counts)
        self._counts.copy_to_host(self._counted, stream=self._reading)
        self.kernels.step_kernel[self.grid](
            self.states,
            self.seed,
            self.numbers,
            self.rolls,
            chosen,
            self.reward,
            self.done,
            self._finished,
            self._counts,
        )
        self._deal_and_observe()
        self._reading.synchronize()  # only now: the device goes on while the host waits
        wrong = int(self._counted[kernels.FIRST_WRONG])
        if wrong < self.size:
            raise IllegalAction(f"game {wrong}: action {int(chosen[wrong])} is not legal")

    def choose_random(self, move: int) -> Any:
        """Return a random legal action for every game, as an array on the device; `move` numbers the choice."""
        self.kernels.random_kernel[full_grid(self.size)](self._words, self.seed, self.numbers, move, self.chosen)
        return self.chosen

    def play_out(self, games: int, first: int = 0) -> Totals:
        """Play the games number `first` and on at random to their ends; the batch's own games are untouched."""
        return totals_of(self.game, self.setup.players, games, self._count(self.kernels.playout_kernel, games, first))

    def trace(self, games: int, first: int = 0) -> tuple[int, int]:
        """Play the same games; return the number of moves, and the sum of a digest of every game."""
        moves, digest = self._count(self.kernels.trace_kernel, games, first)[:2]
        return int(moves), int(digest)

    def _count(self, kernel: Any, games: int, first: int) -> Any:
        totals = self._cuda.to_device(np.zeros(COUNTERS, np.int64))
        kernel[launch_grid(games)](self.template, self.seed, first, first + games, totals)
        return totals.copy_to_host()

    def _deal_and_observe(self) -> None:
        """Begin games in the place of the finished ones, and write what the actors may see and do."""
        self.kernels.deal_kernel[deal_grid(self.size)](
            self.states,
            self._templates,
            self.seed,
            self.numbers,
            self.rolls,
            self.reward,
            self._finished,
            self._counts,
        )
        self.kernels.mask_kernel[mask_grid(self.size)](
            self.states, self._words, self._bytes.reshape(self._bytes.size), 0 if self.packed else 1, self.actor
        )
        if GROUP_GAMES * self.game.observation.length <= MOST_SHARED_BYTES:
            groups = -(-self.size // GROUP_GAMES), GROUP_GAMES
            self.kernels.observe_groups_kernel[groups](
                self.states, self.actor, self._observed.reshape(self._observed.size)
            )
        else:
            self.kernels.observe_kernel[full_grid(self.size)](self.states, self.actor, self.observation)

    def _on_device(self, actions: Any) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(actions)
        if hasattr(actions, "copy_to_host"):
            return actions
        return self._cuda.to_device(np.ascontiguousarray(actions))
