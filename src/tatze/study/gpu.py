"""The games of a study on a CUDA device: the same games as on the CPU."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

from tatze.core.errors import MissingExtra

try:
    import numpy as np
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.compiled.builder import build_kernels
from tatze.compiled.cuda import MAX_REGISTERS, kernel_constants, launch_grid
from tatze.compiled.forms import dtype_of
from tatze.compiled.imports import import_cuda, simulated
from tatze.compiled.templates import template_of
from tatze.core.game import Game
from tatze.games import game_named
from tatze.study import kernels
from tatze.study.play import Chunk, bot_numbers, study_form, tally_of
from tatze.study.tally import Tally


@cache
def study_kernels(game: str) -> SimpleNamespace:
    """Return the kernels of a study for a game."""
    registers = None if simulated() else MAX_REGISTERS
    return build_kernels(kernels, study_form(game, "cuda"), kernel_constants(game_named(game)), registers)


def play_on_gpu(chunk: Chunk) -> Tally:
    """Play the games of a chunk on the device."""
    cuda = import_cuda()
    game: Game[Any] = game_named(chunk.setting.game)
    template = template_of(game, chunk.setting.setup).astype(dtype_of(game.layout, simulated()))
    endings = cuda.device_array(chunk.count, np.int32)
    seats = cuda.device_array((chunk.count, chunk.setting.setup.players), np.int32)
    bots = np.array(bot_numbers(chunk.setting), np.int64 if simulated() else np.int8)
    study_kernels(game.name).study_kernel[launch_grid(chunk.count)](
        cuda.to_device(template), cuda.to_device(bots), chunk.seed, chunk.first, endings, seats
    )
    return tally_of(endings.copy_to_host(), seats.copy_to_host())
