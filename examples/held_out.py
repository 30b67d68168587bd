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

TRAINING = 2
"""The seed of training. The settings were chosen with seed 1."""
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
    """What an example measures; every number is a share of victories."""

    curve: list[tuple[int, float]]
    """After how many steps which share of the games of CHOOSING was won."""
    trained: float
    """The trained agent's share of the reported games."""
    untrained: float
    """The share that random play wins of the same games."""
    seeds: range
    """The seeds of the reported games."""

    def table(self, players: int) -> str:
        """Return the learning curve and the result in Markdown."""
        games = len(CHOOSING)
        lines = [f"| steps | victories in {games} games (equal players: {100 / players:.1f} %) |", "|---|---|"]
        for number, (steps, share) in enumerate(self.curve):
            lines.append(f"| {steps if number else 'random play'} | {shown(share, games)} |")
        return "\n".join([*lines, "", self.sentence()])

    def sentence(self) -> str:
        """Return the result in words."""
        games = len(self.seeds)
        which = f"In {games} games, seeds {self.seeds.start} to {self.seeds.stop - 1}, by which nothing was chosen"
        won = shown(self.trained, games)
        return f"{which}, the agent won {won}, random play {shown(self.untrained, games)}."

    def clearly_stronger(self) -> bool:
        """Return whether the intervals of the trained agent and of random play lie apart."""
        games = len(self.seeds)
        return self.trained - half_interval(self.trained, games) > self.untrained + half_interval(self.untrained, games)


def shown(share: float, games: int) -> str:
    return f"{100 * share:.1f} % ± {100 * half_interval(share, games):.1f}"


def random_share(env: gymnasium.Env[Any, Any], seeds: range) -> float:
    return share_of_victories(env, partial(at_random, random=np.random.default_rng(1)), seeds)


def finish(result: Result, players: int) -> None:
    """Print the result, and end with an error if the agent did not become clearly stronger than random play."""
    print(result.table(players))
    if not result.clearly_stronger():
        raise SystemExit("The agent did not become clearly stronger than random play.")


def seeds_from(first: str) -> range:
    """Return the seeds of the reported games, of which the first is given."""
    return range(int(first), int(first) + len(REPORTING))
