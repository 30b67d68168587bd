"""Checkpoints, from which a training can continue, and weights, with which bots play.

A checkpoint is written in several files, each small enough to be sent around."""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from tatze.bots.learned.network import Network, UnfitWeights, requirements
from tatze.core.version import __version__
from tatze.train.net import export, imported
from tatze.train.ppo.learner import Earlier, Learner

PART_BYTES = 15 << 20
"""Largest number of bytes in one file of a checkpoint."""


def about(learner: Learner, command: str) -> dict[str, Any]:
    """Describe where the weights come from: versions, command, hyperparameters, settings, and how much was learned."""
    return {
        **requirements(learner.parameters.game),
        "tatze": __version__,
        "command": command,
        "hyperparameters": asdict(learner.parameters),
        "settings": [str(setting) for setting in learner.games.settings],
        "decisions": learner.earlier.decisions + learner.decisions,
        "updates": learner.updates,
        "seconds": round(learner.earlier.seconds + learner.seconds),
    }


def save(learner: Learner, folder: Path) -> list[Path]:
    """Write a checkpoint into a folder, in place of an older one; return the files."""
    memory = io.BytesIO()
    torch.save(learner.state(), memory)
    data = memory.getbuffer()
    parts = [data[i : i + PART_BYTES] for i in range(0, len(data), PART_BYTES)]
    head = {**requirements(learner.parameters.game), "parts": len(parts)}
    paths = [folder / f"checkpoint-{i}.part" for i in range(len(parts))]
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("checkpoint-*.part"):
        old.unlink()
    for i, (path, part) in enumerate(zip(paths, parts, strict=True)):
        line = json.dumps({**head, "part": i, "bytes": len(part)}).encode() + b"\n"
        path.write_bytes(line + bytes(part))
    return paths


def load(learner: Learner, folder: Path) -> None:
    """Continue from the checkpoint in a folder.

    One of another game, of other features or of another network is refused, and so is one with missing files."""
    data = _joined(folder, requirements(learner.parameters.game))
    kept = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    check_shapes(learner, kept["net"], folder)
    learner.restore(kept)


def _joined(folder: Path, wanted: dict[str, Any]) -> bytes:
    """Return the bytes of a checkpoint from its files; refuse files that are missing or not as wanted."""
    if not (folder / "checkpoint-0.part").exists():
        raise UnfitWeights(f"{folder}: there is no checkpoint")
    data = bytearray()
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
    return bytes(data)


def load_weights(learner: Learner, path: Path) -> None:
    """Continue from weights alone, with new games and a new optimiser; learning rate and entropy bonus decay anew.

    If the network has more blocks than the weights, the additional ones come last and change nothing at first."""
    network = Network.load(path, learner.parameters.game)
    own = learner.networks.trained.state_dict()
    deeper = {name: tensor for name, tensor in own.items() if name.startswith("blocks.")}
    weights = {**deeper, **imported(network).state_dict()}
    check_shapes(learner, weights, path)
    learner.networks.trained.load_state_dict(weights)
    learner.networks.average.load_state_dict(weights)
    learner.earlier = Earlier(network.about["decisions"], network.about["seconds"])


def check_shapes(learner: Learner, weights: dict[str, Any], where: Path) -> None:
    """Refuse weights whose shapes are not those of the learner's network."""
    wanted = learner.networks.trained.state_dict()
    for name in sorted(wanted.keys() | weights.keys()):
        if name not in weights or name not in wanted or weights[name].shape != wanted[name].shape:
            raise UnfitWeights(f"{where}: its network has another shape ({name})")


def write_weights(learner: Learner, path: Path, command: str, results: list[str]) -> None:
    """Write the averaged weights as bots use them, with their description and the results of measurements."""
    path.parent.mkdir(parents=True, exist_ok=True)
    export(learner.networks.average, {**about(learner, command), "among yardsticks": results}).save(path)
