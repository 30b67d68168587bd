"""The CUDA kernels of training: a thread for a game. `cuda`, the drivers and the sizes are filled in by the builder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

cuda: Any
STATE_RECORD: Any
DEAL_TYPE: Any
ACTION_TYPE: Any
DEAL_SIZE: int
ACTION_COUNT: int
copy_state: Callable[..., None]
deal_one: Callable[..., int]
step_vector_game: Callable[..., None]
look_one: Callable[..., int]
watch_one: Callable[..., None]
meet_one: Callable[..., None]
wander_one: Callable[..., int]


def deal_kernel(states: Any, templates: Any, kinds: Any, seed: int, numbers: Any, rolls: Any, scripted: Any) -> None:
    deal = cuda.local.array(DEAL_SIZE, DEAL_TYPE)
    views = cuda.local.array(1, STATE_RECORD)
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    copy_state(templates[0], views[0])
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        template = templates[kinds[i]]
        rolls[i] = deal_one(states[i], views[0], template, deal, actions, seed, numbers[i], scripted[i])


def step_kernel(
    states: Any,
    templates: Any,
    kinds: Any,
    seed: int,
    numbers: Any,
    rolls: Any,
    chosen: Any,
    done: Any,
    shares: Any,
    leads: Any,
    after: Any,
    scripted: Any,
) -> None:
    deal = cuda.local.array(DEAL_SIZE, DEAL_TYPE)
    views = cuda.local.array(1, STATE_RECORD)
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    copy_state(templates[0], views[0])
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        step_vector_game(
            states[i],
            views[0],
            templates[kinds[i]],
            deal,
            actions,
            seed,
            len(states),
            i,
            numbers,
            rolls,
            chosen,
            done,
            shares,
            leads,
            after,
            scripted,
        )


def look_kernel(states: Any, templates: Any, actors: Any, features: Any, masks: Any) -> None:
    views = cuda.local.array(1, STATE_RECORD)
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    copy_state(templates[0], views[0])
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        actors[i] = look_one(states[i], views[0], actions, features[i], masks[i])


def watch_kernel(states: Any, templates: Any, viewers: Any, first: int, stride: int, features: Any) -> None:
    views = cuda.local.array(1, STATE_RECORD)
    copy_state(templates[0], views[0])
    for j in range(cuda.grid(1), len(viewers), cuda.gridsize(1)):
        watch_one(states[first + j * stride], views[0], viewers[j], features[j])


def meet_kernel(
    states: Any,
    templates: Any,
    seed: int,
    learners: Any,
    numbers: Any,
    rolls: Any,
    chosen: Any,
    done: Any,
    shares: Any,
    leads: Any,
) -> None:
    views = cuda.local.array(1, STATE_RECORD)
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    copy_state(templates[0], views[0])
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        meet_one(states[i], views[0], actions, seed, i, learners[i], numbers, rolls, chosen, done, shares, leads)


def wander_kernel(states: Any, seed: int, numbers: Any, move: int, chosen: Any) -> None:
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        chosen[i] = wander_one(states[i], actions, seed, numbers[i], move)
