"""A tiny training that takes seconds on a CPU."""

from __future__ import annotations

from tatze.train.hyperparameters import Hyperparameters

TINY = Hyperparameters(
    "verflixxt",
    games=96,
    rollout_steps=24,
    observer_interval=4,
    width=32,
    blocks=1,
    learning_rate=4e-3,
    final_learning_rate=1e-3,
    decay_decisions=1e6,
    warmup_updates=5,
    random_moves=30,
    keep_games=True,
    return_weight=0.1,
    afterstate_interval=2,
    entropy_bonus=0.05,
)
