"""The CUDA kernel of a study: a thread for a game. `cuda`, the drivers and the sizes are filled in by the builder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

cuda: Any
RECORD: Any
SMALL: Any
SHORT: Any
DEAL_SIZE: int
ACTIONS: int
study_one: Callable[..., None]
copy_state: Callable[..., None]


def study_kernel(templates: Any, bots: Any, seed: int, first: int, endings: Any, seats: Any) -> None:
    states = cuda.local.array(2, RECORD)
    deal = cuda.local.array(DEAL_SIZE, SMALL)
    actions = cuda.local.array(ACTIONS, SHORT)
    copy_state(templates[0], states[1])
    for i in range(cuda.grid(1), len(endings), cuda.gridsize(1)):
        study_one(states[0], states[1], templates[0], deal, actions, bots, seed, first + i, i, endings, seats)
