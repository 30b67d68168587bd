"""The kernels of training, in Numba's simulator, do what the CPU does."""

from __future__ import annotations

import os
import subprocess
import sys

SIMULATED = """
import torch
from tatze.bots.learned.network import features_of
from tatze.train.field import Field
from tatze.train.settings import Setting

def look(field, features, masks):
    features.zero_(), masks.zero_()
    field.look(field.share(features), field.share(masks))
    return features.clone(), masks.clone(), field.actor.clone()

for name, settings in (
    ("linko", [Setting("base", 4), Setting("duel", 2, 1.0, {"shadow_part": "yes"})]),
    ("verflixxt", [Setting("combined", 3), Setting("base", 2)]),
):
    fields = [Field(name, settings, [2, 2], 5, cuda) for cuda in (True, False)]
    assert [field.cuda for field in fields] == [True, False]
    module = features_of(name)
    features, masks = torch.zeros(4, module.length, dtype=torch.int8), torch.zeros(4, module.choices, dtype=torch.int8)
    for move in range(8):
        gpu, cpu = (look(field, features, masks) for field in fields)
        assert all((a == b).all() for a, b in zip(gpu, cpu)), (name, move)
        for field in fields:
            field.wander(1) if move % 2 else field.step(gpu[1].float().argmax(1))
    watched = []
    for field in fields:
        features.zero_()
        field.watch(field.share(torch.tensor([1, 0])), 1, 2, field.share(features[:2]))
        watched.append(features.clone())
        field.reset(9, torch.tensor([0, 0, 1, 1]))
        field.chosen.fill_(-1)
        field.meet(field.share(torch.tensor([0, 1, 0, 1])))
    assert (watched[0] == watched[1]).all() and watched[0].any()
    gpu, cpu = (look(field, features, masks) for field in fields)
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
