"""The CUDA kernel of a study: one thread for each game. The builder fills in `cuda`, the drivers and the constants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.compiled.drivers import Scratch
from tatze.study.drivers import GameCodes

cuda: Any
STATE_RECORD: Any
DEAL_TYPE: Any
ACTION_TYPE: Any
DEAL_SIZE: int
ACTION_COUNT: int
play_studied: Callable[..., int]
write_codes: Callable[..., None]
copy_state: Callable[..., None]


def study_kernel(templates: Any, bots: Any, seed: int, first: int, endings: Any, seats: Any) -> None:
    """Play as many games as `endings` is long, from the number `first` on, and write their codes."""
    states = cuda.local.array(2, STATE_RECORD)
    scratch = Scratch(cuda.local.array(DEAL_SIZE, DEAL_TYPE), cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    codes = GameCodes(endings, seats)
    copy_state(templates[0], states[1])
    for i in range(cuda.grid(1), len(endings), cuda.gridsize(1)):
        moves = play_studied(states[0], states[1], templates[0], scratch, bots, seed, first + i)
        write_codes(states[0], moves, codes, i)
