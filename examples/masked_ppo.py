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
    share_of_victories,
    shown,
)
from sb3_contrib import MaskablePPO

import tatze.envs


def train(game: str, players: int, steps: int, points: int, seed: int) -> Result:
    """Train, and count victories after each part of the training and, at its end, in the games of REPORTING."""
    torch.set_num_threads(1)  # the network is small: threads would wait for each other
    env = make(game, players)
    model = MaskablePPO("MlpPolicy", env, n_steps=1024, batch_size=128, learning_rate=1e-3, gamma=0.99, seed=seed)

    def choose(seen: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]) -> int:
        return int(model.predict(seen, action_masks=mask, deterministic=True)[0])

    measured = make(game, players)
    curve = [(0, random_share(measured, CHOOSING))]
    for _ in range(points):
        model.learn(steps // points, reset_num_timesteps=False)
        curve.append((model.num_timesteps, share_of_victories(measured, choose, CHOOSING)))
        print(f"seed {seed}, {curve[-1][0]} steps: {shown(curve[-1][1], CHOOSING)}", flush=True)
    return Result(curve, share_of_victories(measured, choose, REPORTING))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default=tatze.envs.game_names()[0])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--steps", type=int, default=16_384)
    parser.add_argument("--points", type=int, default=4, help="how often the agent is measured")
    parser.add_argument("--seeds", type=int, nargs="+", default=TRAINING, help="seeds of training, one agent each")
    args = parser.parse_args()
    results = {seed: train(args.game, args.players, args.steps, args.points, seed) for seed in args.seeds}
    finish(results, args.game, args.players)


if __name__ == "__main__":
    main()
