"""Memory of batches on a CUDA device, and in the simulator, where states are NumPy's records and not interleaved."""

from __future__ import annotations

from typing import Any

import numpy as np

from tatze.compiled.forms import dtype_of
from tatze.compiled.imports import import_cuda, simulated
from tatze.core.game import Game

GROUP_GAMES = 32
"""Number of games in a group of interleaved states: the threads of a warp."""


def empty_memory(game: Game[Any], size: int) -> Any:
    """Return states of this many games, all of them zeros."""
    if simulated():
        return np.zeros(2 * size, dtype_of(game.layout, wide=True))
    from tatze.compiled.interleaved import interleaving

    return np.zeros(interleaving(game).bytes_for(size), np.uint8)


def template_memory(game: Game[Any], template: Any) -> Any:
    """Return the memory of one game whose state is this record."""
    if simulated():
        return template.astype(dtype_of(game.layout, wide=True))
    from tatze.compiled.interleaved import interleaved

    return interleaved(game, template)


def places_in_memory(game: Game[Any]) -> dict[str, Any]:
    """Return `state_at` and `view_at`, which return the state of the i-th game in the memory and its actor's view, and
    `copy_part`, with which several threads copy a state together."""
    if simulated():
        return {
            "state_at": lambda states, i: states[2 * i],
            "view_at": lambda states, i: states[2 * i + 1],
            "copy_part": copy_record,
        }
    from tatze.compiled.interleaved import in_place, interleaving

    return in_place(interleaving(game))


def copy_record(source: Any, out: Any, lane: int, _lanes: int) -> None:
    """Copy a state in CUDA's simulator. Of the threads that copy it together the first does all of the work."""
    if lane == 0:
        for name in source.dtype.names:
            out[name] = source[name]


def columns(size: int, count: int, dtype: Any) -> tuple[Any, Any]:
    """Return an array of 32-bit words on the device with a row for each of `count` columns, and the same memory with a
    row of `count` numbers for each game. A column is as long as whole groups of games."""
    length = -(-size // GROUP_GAMES) * GROUP_GAMES
    flat = import_cuda().to_device(np.zeros(count * length, dtype))
    words = flat.view(np.uint32).reshape(count, length * flat.dtype.itemsize // 4)
    return words, flat.reshape(length, count, order="F")[:size]
