"""The kernels of training, in Numba's simulator, do what the CPU does."""

from __future__ import annotations

import os
import subprocess
import sys

SIMULATED = """
import torch
from tatze.bots.learned.network import features_of
from tatze.train.vector.games import VectorGames
from tatze.train.settings import GameSetting

def look(games, features, masks):
    features.zero_(), masks.zero_()
    games.encode_actors(games.numba_view(features), games.numba_view(masks))
    return features.clone(), masks.clone(), games.actor.clone()

for name, settings in (
    ("linko", [GameSetting("base", 4), GameSetting("duel", 2, 1.0, {"shadow_part": "yes"})]),
    ("verflixxt", [GameSetting("combined", 3), GameSetting("base", 2)]),
):
    both = [VectorGames(name, settings, [2, 2], 5, cuda) for cuda in (True, False)]
    assert [games.cuda for games in both] == [True, False]
    module = features_of(name)
    features, masks = torch.zeros(4, module.length, dtype=torch.int8), torch.zeros(4, module.choices, dtype=torch.int8)
    for move in range(8):
        gpu, cpu = (look(games, features, masks) for games in both)
        assert all((a == b).all() for a, b in zip(gpu, cpu)), (name, move)
        for games in both:
            games.play_randomly(1) if move % 2 else games.step(gpu[1].float().argmax(1))
    watched = []
    for games in both:
        features.zero_()
        games.encode_seats(games.numba_view(torch.tensor([1, 0])), 1, 2, games.numba_view(features[:2]))
        watched.append(features.clone())
        games.reset(9, torch.tensor([0, 0, 1, 1]))
        games.chosen.fill_(-1)
        games.step_among_yardsticks(games.numba_view(torch.tensor([0, 1, 0, 1])))
    assert (watched[0] == watched[1]).all() and watched[0].any()
    gpu, cpu = (look(games, features, masks) for games in both)
    assert all((a == b).all() for a, b in zip(gpu, cpu)), name
    assert gpu[2].tolist() == [0, 1, 0, 1]
print("agree")
"""


def test_the_kernels_do_the_same_in_numbas_simulator() -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED], capture_output=True, text=True, env=environment, check=False
    )
    assert done.stdout == "agree\n", done.stderr
