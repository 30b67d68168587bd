"""Checkpoints: all that is needed to go on, in parts small enough to be sent around; and the weights to be shipped."""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from tatze.bots.learned.network import Network, UnfitWeights, requirements
from tatze.core.version import __version__
from tatze.train.learner import Learner
from tatze.train.net import export, imported

PART = 15 << 20
"""The most bytes in a part."""


def about(learner: Learner, command: str) -> dict[str, Any]:
    """Where a network comes from."""
    game = learner.plan.game
    return {
        **requirements(game),
        "tatze": __version__,
        "command": command,
        "plan": asdict(learner.plan),
        "settings": [str(setting) for setting in learner.field.settings],
        "decisions": learner.decisions,
        "updates": learner.updates,
        "seconds": round(learner.seconds),
    }


def save(learner: Learner, folder: Path) -> list[Path]:
    """Write a checkpoint into a folder, in place of an older one."""
    memory = io.BytesIO()
    torch.save(learner.state(), memory)
    data = memory.getbuffer()
    parts = [data[i : i + PART] for i in range(0, len(data), PART)]
    head = {**requirements(learner.plan.game), "parts": len(parts)}
    paths = [folder / f"checkpoint-{i}.part" for i in range(len(parts))]
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("checkpoint-*.part"):
        old.unlink()
    for i, (path, part) in enumerate(zip(paths, parts, strict=True)):
        line = json.dumps({**head, "part": i, "bytes": len(part)}).encode() + b"\n"
        path.write_bytes(line + bytes(part))
    return paths


def load(learner: Learner, folder: Path) -> None:
    """Go on from a checkpoint; refuse one of another game, other features or another network, or with parts missing."""
    game, data = learner.plan.game, bytearray()
    first = folder / "checkpoint-0.part"
    if not first.exists():
        raise UnfitWeights(f"{folder}: there is no checkpoint")
    wanted = requirements(game)
    number, parts = 0, 1
    while number < parts:
        path = folder / f"checkpoint-{number}.part"
        if not path.exists():
            raise UnfitWeights(f"{path}: this part of {parts} is missing")
        line, _, part = path.read_bytes().partition(b"\n")
        head = json.loads(line)
        for name, value in {**wanted, "part": number, "bytes": len(part)}.items():
            if head[name] != value:
                raise UnfitWeights(f"{path}: made for {name} {head[name]}, but this is {name} {value}")
        data += part
        number, parts = number + 1, head["parts"]
    kept = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    check_shapes(learner, kept["net"], folder)
    learner.restore(kept)


def load_weights(learner: Learner, path: Path) -> None:
    """Go on from the weights alone: with new games, and as if nothing had been learned from lately. Blocks that they do
    not have yet come last, and do nothing in the beginning."""
    network = Network.load(path, learner.plan.game)
    deeper = {name: tensor for name, tensor in learner.net.state_dict().items() if name.startswith("blocks.")}
    weights = {**deeper, **imported(network).state_dict()}
    check_shapes(learner, weights, path)
    learner.net.load_state_dict(weights)
    learner.mean.load_state_dict(weights)
    learner.decisions, learner.seconds = network.about["decisions"], network.about["seconds"]


def check_shapes(learner: Learner, weights: dict[str, Any], where: Path) -> None:
    wanted = learner.net.state_dict()
    for name in sorted(wanted.keys() | weights.keys()):
        if name not in weights or name not in wanted or weights[name].shape != wanted[name].shape:
            raise UnfitWeights(f"{where}: its network has another shape ({name})")


def write_weights(learner: Learner, path: Path, command: str, results: list[str]) -> None:
    """The weights alone, as bots use them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    export(learner.mean, {**about(learner, command), "among yardsticks": results}).save(path)
