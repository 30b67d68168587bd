"""CUDA kernels of training: one thread for each game. The builder fills in `cuda`, the drivers and the constants.

A kernel takes its arrays one by one, because a launch costs more with named tuples, and builds the tuples itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.compiled.drivers import Scratch
from tatze.train.vector.drivers import VectorArrays

cuda: Any
STATE_RECORD: Any
DEAL_TYPE: Any
ACTION_TYPE: Any
DEAL_SIZE: int
ACTION_COUNT: int
copy_state: Callable[..., None]
deal_vector_game: Callable[..., int]
step_vector_game: Callable[..., None]
encode_actor: Callable[..., int]
encode_seat: Callable[..., None]
step_among_yardsticks: Callable[..., None]
random_choice: Callable[..., int]


def deal_kernel(states: Any, templates: Any, seed: int, settings: Any, scripted: Any, numbers: Any, rolls: Any) -> None:
    """Begin every game."""
    views = cuda.local.array(1, STATE_RECORD)
    scratch = Scratch(cuda.local.array(DEAL_SIZE, DEAL_TYPE), cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    copy_state(templates[0], views[0])
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        template = templates[settings[i]]
        rolls[i] = deal_vector_game(states[i], views[0], template, scratch, seed, numbers[i], scripted[i])


def step_kernel(
    states: Any,
    templates: Any,
    seed: int,
    settings: Any,
    scripted: Any,
    numbers: Any,
    rolls: Any,
    chosen: Any,
    done: Any,
    shares: Any,
    leads: Any,
    afterstates: Any,
) -> None:
    """Carry out the choice of every game."""
    views = cuda.local.array(1, STATE_RECORD)
    scratch = Scratch(cuda.local.array(DEAL_SIZE, DEAL_TYPE), cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    arrays = VectorArrays(settings, scripted, numbers, rolls, chosen, done, shares, leads, afterstates)
    copy_state(templates[0], views[0])
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        step_vector_game(states[i], views[0], templates[settings[i]], scratch, seed, i, arrays)


def encode_actors_kernel(states: Any, templates: Any, actors: Any, features: Any, masks: Any) -> None:
    """Write what the actor of every game may know and choose, and who that is."""
    views = cuda.local.array(1, STATE_RECORD)
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    copy_state(templates[0], views[0])
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        actors[i] = encode_actor(states[i], views[0], actions, features[i], masks[i])


def encode_seats_kernel(states: Any, templates: Any, seats: Any, first: int, interval: int, features: Any) -> None:
    """Write what the j-th of these seats may know of the game first + j × interval."""
    views = cuda.local.array(1, STATE_RECORD)
    copy_state(templates[0], views[0])
    for j in range(cuda.grid(1), len(seats), cuda.gridsize(1)):
        encode_seat(states[first + j * interval], views[0], seats[j], features[j])


def yardsticks_kernel(
    states: Any,
    templates: Any,
    seed: int,
    learners: Any,
    settings: Any,
    scripted: Any,
    numbers: Any,
    rolls: Any,
    chosen: Any,
    done: Any,
    shares: Any,
    leads: Any,
    afterstates: Any,
) -> None:
    """Carry out the learner's choice in every game, and let `yardstick` bots act up to its next one."""
    views = cuda.local.array(1, STATE_RECORD)
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    arrays = VectorArrays(settings, scripted, numbers, rolls, chosen, done, shares, leads, afterstates)
    copy_state(templates[0], views[0])
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        step_among_yardsticks(states[i], views[0], actions, seed, i, learners[i], arrays)


def choose_randomly_kernel(states: Any, seed: int, move: int, numbers: Any, chosen: Any) -> None:
    """Write a random legal choice for every game."""
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        chosen[i] = random_choice(states[i], actions, seed, numbers[i], move)
