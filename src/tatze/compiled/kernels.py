"""CUDA kernels, a thread for a game. What they do with games is in the drivers; here is only who does which.

`cuda`, the drivers and the sizes are filled in by the builder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

cuda: Any
RECORD: Any
SMALL: Any
"""The type of cards and tiles in a deal."""
SHORT: Any
"""The type of action ids in a list."""
LONG: Any
"""The type of what is added up."""
DEAL_SIZE: int
ACTIONS: int
COUNTERS: int
play_games: Callable[..., None]
trace_games: Callable[..., None]
deal_game: Callable[..., None]
roll_dice: Callable[..., int]
look: Callable[..., None]
refusal: Callable[..., int]
step_game: Callable[..., None]
copy_state: Callable[..., None]
legal: Callable[..., int]
pick: Callable[..., int]


def playout_kernel(templates: Any, seed: int, first: int, end: int, totals: Any) -> None:
    """Every thread plays whole games in its own memory, and adds what came of them to the totals."""
    states = cuda.local.array(1, RECORD)
    deal = cuda.local.array(DEAL_SIZE, SMALL)
    actions = cuda.local.array(ACTIONS, SHORT)
    sums = cuda.local.array(COUNTERS, LONG)
    for i in range(COUNTERS):
        sums[i] = 0
    thread = cuda.grid(1)
    play_games(states[0], templates[0], deal, actions, seed, first + thread, end, cuda.gridsize(1), sums)
    for i in range(COUNTERS):
        if sums[i]:
            cuda.atomic.add(totals, i, sums[i])


def trace_kernel(templates: Any, seed: int, first: int, end: int, totals: Any) -> None:
    """The same with a digest of every game."""
    states = cuda.local.array(1, RECORD)
    deal = cuda.local.array(DEAL_SIZE, SMALL)
    actions = cuda.local.array(ACTIONS, SHORT)
    sums = cuda.local.array(2, LONG)
    sums[0] = 0
    sums[1] = 0
    thread = cuda.grid(1)
    trace_games(states[0], templates[0], deal, actions, seed, first + thread, end, cuda.gridsize(1), sums)
    cuda.atomic.add(totals, 0, sums[0])
    cuda.atomic.add(totals, 1, sums[1])


def reset_kernel(states: Any, templates: Any, seed: int, numbers: Any, rolls: Any) -> None:
    deal = cuda.local.array(DEAL_SIZE, SMALL)
    actions = cuda.local.array(ACTIONS, SHORT)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        deal_game(states[i], templates[0], deal, seed, numbers[i])
        rolls[i] = roll_dice(states[i], actions, seed, numbers[i], 0)


def check_kernel(states: Any, chosen: Any, wrong: Any) -> None:
    """Find the first game whose chosen action is not legal."""
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        if chosen[i] < 0 or chosen[i] >= ACTIONS or refusal(states[i], chosen[i]) != 0:
            cuda.atomic.min(wrong, 0, i)


def step_kernel(
    states: Any, templates: Any, seed: int, numbers: Any, rolls: Any, chosen: Any, rewards: Any, done: Any
) -> None:
    deal = cuda.local.array(DEAL_SIZE, SMALL)
    actions = cuda.local.array(ACTIONS, SHORT)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        step_game(states, i, templates[0], deal, actions, seed, len(states), numbers, rolls, chosen, rewards, done)


def look_kernel(states: Any, templates: Any, masks: Any, observations: Any, actors: Any) -> None:
    views = cuda.local.array(1, RECORD)
    actions = cuda.local.array(ACTIONS, SHORT)
    copy_state(templates[0], views[0])
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        actors[i] = states[i].actor
        look(states[i], views[0], masks[i], observations[i], actions)


def random_kernel(states: Any, seed: int, numbers: Any, move: int, chosen: Any) -> None:
    """A random legal action for each game."""
    actions = cuda.local.array(ACTIONS, SHORT)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        n = legal(states[i], actions)
        chosen[i] = pick(states[i], actions, n, seed, numbers[i], move)
