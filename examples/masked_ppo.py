"""Trains an agent with sb3-contrib's MaskablePPO and measures it on games that it never trained on.

    make examples                                  # from a checkout, with everything that is needed
    python examples/masked_ppo.py --steps 100000   # where sb3-contrib and tatze[envs] are installed

The agent sits at one seat among bots that play at random. What is printed at the end is the learning curve and the
result: shares of victories with their 95 % intervals (held_out.py says in which games)."""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt
import torch
from held_out import (
    CHOOSING,
    REPORTING,
    TRAINING,
    Result,
    finish,
    make,
    random_share,
    seeds_from,
    share_of_victories,
)
from sb3_contrib import MaskablePPO

import tatze.envs


def train(game: str, players: int, steps: int, points: int, seeds: range = REPORTING) -> Result:
    """Train, and count victories after each part of the training and, at its end, in the reported games."""
    torch.set_num_threads(1)  # the network is small: threads would wait for each other
    env = make(game, players)
    model = MaskablePPO("MlpPolicy", env, n_steps=1024, batch_size=128, learning_rate=1e-3, gamma=0.99, seed=TRAINING)

    def choose(seen: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]) -> int:
        return int(model.predict(seen, action_masks=mask, deterministic=True)[0])

    measured = make(game, players)
    curve = [(0, random_share(measured, CHOOSING))]
    for _ in range(points):
        model.learn(steps // points, reset_num_timesteps=False)
        curve.append((model.num_timesteps, share_of_victories(measured, choose, CHOOSING)))
        print(f"{curve[-1][0]} steps: {100 * curve[-1][1]:.1f} %", flush=True)
    return Result(curve, share_of_victories(measured, choose, seeds), random_share(measured, seeds), seeds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default=tatze.envs.game_names()[0])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--steps", type=int, default=16_384)
    parser.add_argument("--points", type=int, default=4, help="how often the agent is measured")
    parser.add_argument("--report-from", type=seeds_from, default=REPORTING, help="first seed of the reported games")
    args = parser.parse_args()
    finish(train(args.game, args.players, args.steps, args.points, args.report_from), args.players)


if __name__ == "__main__":
    main()
