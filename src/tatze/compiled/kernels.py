"""CUDA kernels of batches: which thread plays which games. What happens to a game is in the drivers.

`cuda`, the drivers and the constants are filled in by the builder. A kernel takes its arrays one by one, because a
launch costs more with named tuples, and builds the tuples itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.compiled.batch_drivers import BatchArrays
from tatze.compiled.drivers import Scratch

cuda: Any
STATE_RECORD: Any
DEAL_TYPE: Any
ACTION_TYPE: Any
SUM_TYPE: Any
DEAL_SIZE: int
ACTION_COUNT: int
COUNTERS: int
play_games: Callable[..., None]
trace_games: Callable[..., None]
deal_game: Callable[..., None]
roll_dice: Callable[..., int]
observe_game: Callable[..., None]
refusal: Callable[..., int]
step_games: Callable[..., None]
copy_state: Callable[..., None]
legal: Callable[..., int]
pick: Callable[..., int]


def playout_kernel(templates: Any, seed: int, first: int, end: int, totals: Any) -> None:
    """Play random games number first to end − 1 in the threads' own memory, and add what came of them."""
    states = cuda.local.array(1, STATE_RECORD)
    scratch = Scratch(cuda.local.array(DEAL_SIZE, DEAL_TYPE), cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    sums = cuda.local.array(COUNTERS, SUM_TYPE)
    for i in range(COUNTERS):
        sums[i] = 0
    play_games(states[0], templates[0], scratch, seed, first + cuda.grid(1), end, cuda.gridsize(1), sums)
    for i in range(COUNTERS):
        if sums[i]:
            cuda.atomic.add(totals, i, sums[i])


def trace_kernel(templates: Any, seed: int, first: int, end: int, totals: Any) -> None:
    """Play the same games, and add up their moves and their digests."""
    states = cuda.local.array(1, STATE_RECORD)
    scratch = Scratch(cuda.local.array(DEAL_SIZE, DEAL_TYPE), cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    sums = cuda.local.array(2, SUM_TYPE)
    sums[0] = 0
    sums[1] = 0
    trace_games(states[0], templates[0], scratch, seed, first + cuda.grid(1), end, cuda.gridsize(1), sums)
    cuda.atomic.add(totals, 0, sums[0])
    cuda.atomic.add(totals, 1, sums[1])


def reset_kernel(states: Any, templates: Any, seed: int, numbers: Any, rolls: Any) -> None:
    """Begin each game of its number, up to the first decision of a seat."""
    deal = cuda.local.array(DEAL_SIZE, DEAL_TYPE)
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        deal_game(states[i], templates[0], deal, seed, numbers[i])
        rolls[i] = roll_dice(states[i], actions, seed, numbers[i], 0)


def check_kernel(states: Any, chosen: Any, first_wrong: Any) -> None:
    """Find the first game whose chosen action is not legal."""
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        if chosen[i] < 0 or chosen[i] >= ACTION_COUNT or refusal(states[i], chosen[i]) != 0:
            cuda.atomic.min(first_wrong, 0, i)


def step_kernel(
    states: Any, templates: Any, seed: int, numbers: Any, rolls: Any, chosen: Any, rewards: Any, done: Any
) -> None:
    """Carry out the chosen action in each game."""
    scratch = Scratch(cuda.local.array(DEAL_SIZE, DEAL_TYPE), cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    arrays = BatchArrays(numbers, rolls, chosen, rewards, done)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        step_games(states, i, i + 1, templates, scratch, seed, arrays)


def observe_kernel(states: Any, templates: Any, masks: Any, observations: Any, actors: Any) -> None:
    """Write what the actor of each game may see and do."""
    views = cuda.local.array(1, STATE_RECORD)
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    copy_state(templates[0], views[0])
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        actors[i] = states[i].actor
        observe_game(states[i], views[0], actions, masks[i], observations[i])


def random_kernel(states: Any, seed: int, numbers: Any, move: int, chosen: Any) -> None:
    """Choose a random legal action for each game."""
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        n = legal(states[i], actions)
        chosen[i] = pick(states[i], actions, n, seed, numbers[i], move)
