"""What the examples of training share: the environment, and how an agent is measured on games that it never trained on.

There are two sets of such games. One served to choose the examples' settings, and the learning curve counts it. The
other was first played when the settings were fixed, and the result counts it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import numpy.typing as npt

import tatze.envs  # registers the environments

TRAINING = (2, 3, 4)
"""Seeds of training, one agent each. The settings were chosen with seed 1."""
CHOOSING = range(1_000_000, 1_000_200)
"""Seeds of the games that the settings were chosen by; the learning curve counts them."""
REPORTING = range(2_000_000, 2_001_000)
"""Seeds of the games that the result counts. Nothing was chosen by them."""

Choice = Callable[[npt.NDArray[np.float32], npt.NDArray[np.bool_]], int]
"""Chooses an action for an observation and a mask of legal actions."""


class Flat(gymnasium.ObservationWrapper[npt.NDArray[np.float32], int, Any]):
    """Shows the agent the numbers alone: MaskablePPO asks for the mask by `action_masks`."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        box = env.observation_space["observation"]  # type: ignore[index]  # a Dict
        self.observation_space = gymnasium.spaces.Box(box.low, box.high, dtype=np.float32)

    def observation(self, observation: Any) -> npt.NDArray[np.float32]:
        return observation["observation"].astype(np.float32)  # type: ignore[no-any-return]  # an array

    def action_masks(self) -> npt.NDArray[np.bool_]:
        return self.unwrapped.action_masks()  # type: ignore[attr-defined,no-any-return]  # of Tatze's environment


def make(game: str, players: int) -> gymnasium.Env[Any, Any]:
    return Flat(gymnasium.make(tatze.envs.gymnasium_id(game), players=players, opponents="random"))


def at_random(_: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(mask)))


def share_of_victories(env: gymnasium.Env[Any, Any], choose: Choice, seeds: range) -> float:
    """Return the share of the games with these seeds that the agent wins; a shared victory counts in parts."""
    won = 0.0
    for seed in seeds:
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            seen, reward, over, _, _ = env.step(choose(seen, env.action_masks()))  # type: ignore[attr-defined]  # of Flat
            won += float(reward)
    return won / len(seeds)


def half_interval(share: float, games: int) -> float:
    """Return half the width of the 95 % interval of a share that was counted in so many games."""
    return 1.96 * sqrt(max(share * (1 - share), 1 / games) / games)


class Result(NamedTuple):
    """What is measured of one agent; every number is a share of victories."""

    curve: list[tuple[int, float]]
    """After how many steps which share of the games of CHOOSING was won; random play at 0 steps."""
    reported: float
    """The trained agent's share of the games of REPORTING."""


def random_share(env: gymnasium.Env[Any, Any], seeds: range) -> float:
    """Return the share of the games with these seeds that random play wins."""
    return share_of_victories(env, partial(at_random, random=np.random.default_rng(1)), seeds)


def shown(share: float, seeds: range) -> str:
    return f"{100 * share:.1f} % ± {100 * half_interval(share, len(seeds)):.1f}"


def table(results: dict[int, Result], untrained: float) -> str:
    """Return the learning curves and the results in Markdown, one column for each seed of training."""
    curves = [result.curve for result in results.values()]
    rows = [["steps", *(f"agent {seed}" for seed in results)], ["---"] * (1 + len(results))]
    for points in zip(*curves, strict=True):
        steps = points[0][0]
        rows.append([str(steps or "random play"), *(shown(share, CHOOSING) for _, share in points)])
    rows.append(["**result**", *(f"**{shown(result.reported, REPORTING)}**" for result in results.values())])
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([*lines, "", f"Random play won {shown(untrained, REPORTING)} of the games of the last line."])


def finish(results: dict[int, Result], game: str, players: int) -> None:
    """Print the results, and end with an error if an agent did not become clearly stronger than random play."""
    untrained = random_share(make(game, players), REPORTING)
    print(table(results, untrained))
    if weak := [seed for seed, result in results.items() if not clearly_more(result.reported, untrained)]:
        raise SystemExit(f"Not clearly stronger than random play: the agents of the seeds {weak}.")


def clearly_more(share: float, other: float) -> bool:
    """Return whether the intervals of two shares of the games of REPORTING lie apart."""
    games = len(REPORTING)
    return share - half_interval(share, games) > other + half_interval(other, games)
