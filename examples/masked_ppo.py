"""Trains an agent with sb3-contrib's MaskablePPO and measures it on games that it never trained on.

    make examples                                  # from a checkout, with everything that is needed
    python examples/masked_ppo.py --steps 100000   # where sb3-contrib and tatze[envs] are installed

The agent sits at one seat among bots that play at random. The table that is printed at the end is the learning curve:
the share of victories after so many steps, with its 95 % interval."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

import tatze.envs  # registers the environments

GAMES = 200
"""Number of held-out games for each point of the curve."""
HELD_OUT = 1_000_000
"""Seeds from here on are for measuring only; training uses smaller ones."""

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


def share_of_victories(env: gymnasium.Env[Any, Any], choose: Choice, games: int = GAMES) -> float:
    """Return the share of held-out games that the agent wins; a shared victory counts in parts."""
    won = 0.0
    for number in range(games):
        seen, _ = env.reset(seed=HELD_OUT + number)
        over = False
        while not over:
            seen, reward, over, _, _ = env.step(choose(seen, env.action_masks()))  # type: ignore[attr-defined]  # of Flat
            won += float(reward)
    return won / games


def half_interval(share: float, games: int = GAMES) -> float:
    return 1.96 * sqrt(max(share * (1 - share), 1 / games) / games)


def train(game: str, players: int, steps: int, points: int) -> list[tuple[int, float]]:
    """Train, and return the share of victories after each part of the training."""
    import torch
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)  # the network is small: threads would wait for each other
    env = make(game, players)
    model = MaskablePPO("MlpPolicy", env, n_steps=1024, batch_size=128, learning_rate=1e-3, gamma=0.99, seed=1)

    def choose(seen: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]) -> int:
        return int(model.predict(seen, action_masks=mask, deterministic=True)[0])

    measured = make(game, players)
    curve = [(0, share_of_victories(measured, partial(at_random, random=np.random.default_rng(1))))]
    for _ in range(points):
        model.learn(steps // points, reset_num_timesteps=False)
        curve.append((model.num_timesteps, share_of_victories(measured, choose)))
        print(f"{curve[-1][0]} steps: {100 * curve[-1][1]:.1f} %", flush=True)
    return curve


def table(curve: list[tuple[int, float]], players: int) -> str:
    """Return the curve as a table in Markdown."""
    lines = [f"| steps | victories in {GAMES} held-out games (equal players: {100 / players:.1f} %) |", "|---|---|"]
    lines += [f"| {'random play' if i == 0 else steps} | {100 * share:.1f} % ± {100 * half_interval(share):.1f} |"
              for i, (steps, share) in enumerate(curve)]  # fmt: skip
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default=tatze.envs.game_names()[0])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--steps", type=int, default=16_384)
    parser.add_argument("--points", type=int, default=4, help="how often the agent is measured")
    args = parser.parse_args()
    curve = train(args.game, args.players, args.steps, args.points)
    print(table(curve, args.players))
    if curve[-1][1] - half_interval(curve[-1][1]) <= curve[0][1] + half_interval(curve[0][1]):
        raise SystemExit("The agent did not become clearly stronger than random play.")


if __name__ == "__main__":
    main()
