"""A study's games on a CUDA device: the same ones, number by number."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from tatze.compiled.batch import template_of
from tatze.compiled.builder import build_kernels, import_cuda
from tatze.compiled.cuda import BLOCKS_PER_PROCESSOR, REGISTERS, THREADS, cuda_record
from tatze.compiled.forms import build_form, dtype_of, simulated
from tatze.core.game import Game
from tatze.games import game_named
from tatze.study import drivers, kernels
from tatze.study.play import Piece, bot_numbers, tally_of
from tatze.study.tally import Tally


@cache
def study_kernels(name: str) -> SimpleNamespace:
    game = game_named(name)
    bots = game_named(name).bots
    wide = simulated()
    constants = {
        "RECORD": cuda_record(game, wide),
        "SMALL": np.int64 if wide else np.int8,
        "SHORT": np.int64 if wide else np.int16,
        "DEAL_SIZE": max(1, game.deal_size),
        "ACTIONS": game.actions,
    }
    given = {"thumb": bots.thumb, "yardstick": bots.yardstick}
    form = build_form(name, "cuda", [bots.module, drivers], given)
    return build_kernels(kernels, form, constants, None if wide else REGISTERS)


def play_on_gpu(piece: Piece) -> Tally:
    """Play some games on the device."""
    cuda = import_cuda()
    game: Game[Any] = game_named(piece.setting.game)
    template = template_of(game, piece.setting.setup).astype(dtype_of(game.layout, simulated()))
    endings = cuda.device_array(piece.count, np.int32)
    seats = cuda.device_array((piece.count, piece.setting.setup.players), np.int32)
    bots = np.array(bot_numbers(piece.setting), np.int64 if simulated() else np.int8)
    study_kernels(game.name).study_kernel[_grid(cuda, piece.count)](
        cuda.to_device(template), cuda.to_device(bots), piece.seed, piece.first, endings, seats
    )
    return tally_of(endings.copy_to_host(), seats.copy_to_host())


def _grid(cuda: Any, games: int) -> tuple[int, int]:
    if simulated():
        return 1, min(games, 4)
    processors = cuda.get_current_device().MULTIPROCESSOR_COUNT
    return max(1, min(-(-games // THREADS), processors * BLOCKS_PER_PROCESSOR)), THREADS
