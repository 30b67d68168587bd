"""Trains an agent with Ray's RLlib and measures it on games that it never trained on.

    make examples                                # from a checkout, with everything that is needed
    python examples/rllib_ppo.py --rounds 8      # where ray[rllib], PyTorch and tatze[envs] are installed

RLlib has no network that looks at a mask of legal actions, so this program brings a small one: it gives illegal actions
a logit so low that they are never chosen. The table that is printed at the end is the learning curve; the line below it
is the result, counted in games by which nothing was chosen."""

from __future__ import annotations

import argparse
import warnings
from functools import partial
from typing import Any

import gymnasium
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
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from ray.tune.registry import register_env

import tatze.envs

NEVER = -1e9
"""The logit of an illegal action."""
HIDDEN = 64
"""Number of units in each of the two hidden layers."""


class MaskedNetwork(TorchRLModule, ValueFunctionAPI):
    """A policy and a value over the observation, with illegal actions masked."""

    def setup(self) -> None:
        length = self.observation_space["observation"].shape[0]
        self.policy = network(length, int(self.action_space.n))
        self.value = network(length, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.policy(seen["observation"].float())
        return {Columns.ACTION_DIST_INPUTS: torch.where(seen["action_mask"] > 0, logits, NEVER)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        return self.value(batch[Columns.OBS]["observation"].float()).squeeze(-1)


def network(inputs: int, outputs: int) -> torch.nn.Sequential:
    layers = [torch.nn.Linear(inputs, HIDDEN), torch.nn.Tanh(), torch.nn.Linear(HIDDEN, HIDDEN), torch.nn.Tanh()]
    return torch.nn.Sequential(*layers, torch.nn.Linear(HIDDEN, outputs))


def choose(module: MaskedNetwork, seen: Any, mask: Any) -> int:
    """Return the action that the network likes best."""
    logits = module.policy(torch.as_tensor(seen).float())
    return int(torch.where(torch.as_tensor(mask), logits, NEVER).argmax())


def train(game: str, players: int, rounds: int, steps: int, seed: int) -> Result:
    """Train, and count victories after each second round and, at the end, in the games of REPORTING."""
    register_env("tatze", lambda _: gymnasium.make(tatze.envs.gymnasium_id(game), players=players, opponents="random"))
    config = (
        PPOConfig()
        .environment("tatze")
        .env_runners(num_env_runners=0)
        .training(train_batch_size=steps, minibatch_size=128, num_epochs=10, lr=1e-3, gamma=0.99)
        .training(lambda_=0.95, clip_param=0.2, use_kl_loss=False, grad_clip=0.5, vf_loss_coeff=0.5)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedNetwork))
        .debugging(seed=seed, log_level="ERROR")
    )
    algorithm = config.build_algo()
    measured = make(game, players)
    curve = [(0, random_share(measured, CHOOSING))]
    for done in range(1, rounds + 1):
        algorithm.train()
        if done % 2 == 0:
            chooser = partial(choose, algorithm.get_module())
            curve.append((done * steps, share_of_victories(measured, chooser, CHOOSING)))
            print(f"seed {seed}, {curve[-1][0]} steps: {shown(curve[-1][1], CHOOSING)}", flush=True)
    reported = share_of_victories(measured, partial(choose, algorithm.get_module()), REPORTING)
    algorithm.stop()
    return Result(curve, reported)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default=tatze.envs.game_names()[0])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--steps", type=int, default=2048, help="steps of each round")
    parser.add_argument("--seeds", type=int, nargs="+", default=TRAINING, help="seeds of training, one agent each")
    args = parser.parse_args()
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    torch.set_num_threads(1)
    results = {seed: train(args.game, args.players, args.rounds, args.steps, seed) for seed in args.seeds}
    finish(results, args.game, args.players)


if __name__ == "__main__":
    main()
