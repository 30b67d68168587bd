"""A trained network in NumPy: from features to a policy and to everybody's chance of winning.

The shape is plain: a linear layer, blocks x + relu(norm(x) A + a) B + b, a norm, and two linear heads. A weights file
is an `.npz` of 16-bit numbers, or smaller with most of them in 8 bits, and under "about" where they come from."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from tatze.core.errors import SetupError, TatzeError
from tatze.core.setup import Setup, write_rules
from tatze.core.strategy import Features
from tatze.games import game_named

FORMAT = 2
SCALE = ".scale"
"""Behind a matrix's name: what its 8-bit numbers are to be multiplied with."""
LARGE = 1 << 14
"""Matrices with so many numbers are worth to be made smaller."""
EPSILON = 1e-5
"""What keeps the norm of a row of equals finite."""
Array = npt.NDArray[np.float32]


class UnfitWeights(TatzeError):
    """A weights file that does not go with this version of the game and its features."""


@dataclass(frozen=True)
class Network:
    """The weights by name, and what is said about them."""

    weights: dict[str, Array]
    about: dict[str, Any]

    @classmethod
    def load(cls, path: Path, game: str) -> Network:
        """Read a weights file; refuse one that was made for something else."""
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(file["about"].tobytes())
            check(about, game, str(path))
            weights = {
                name: file[name].astype(np.float32) * (file[name + SCALE] if name + SCALE in file.files else 1)
                for name in file.files
                if name != "about" and not name.endswith(SCALE)
            }
        return cls(weights, about)

    def save(self, path: Path, small: bool = False) -> None:
        """Write a weights file; a small one has its large matrices in 8 bits."""
        about = np.frombuffer(json.dumps(self.about, indent=1).encode(), np.uint8)
        arrays: dict[str, Any] = {}
        for name, array in self.weights.items():
            arrays |= squeezed(name, array) if small and array.size >= LARGE else {name: array.astype(np.float16)}
        with path.open("wb") as file:
            np.savez(file, about=about, **arrays)

    def think(self, features: npt.ArrayLike) -> tuple[Array, Array]:
        """Of rows of features: what the policy thinks of each choice, and what is thought of each seat and the lead."""
        w = self.weights
        rows = np.asarray(features)
        told = np.flatnonzero(rows.any(axis=0))  # most features are 0, and so is their part of the product
        x = rows[:, told].astype(np.float32) @ w["first.weight"][told] + w["first.bias"]
        for i in range(self.about["blocks"]):
            inner = norm(x, w[f"blocks.{i}.norm.weight"], w[f"blocks.{i}.norm.bias"])
            inner = np.maximum(inner @ w[f"blocks.{i}.up.weight"] + w[f"blocks.{i}.up.bias"], 0)
            x = x + inner @ w[f"blocks.{i}.down.weight"] + w[f"blocks.{i}.down.bias"]
        x = norm(x, w["norm.weight"], w["norm.bias"])
        return x @ w["policy.weight"] + w["policy.bias"], x @ w["worth.weight"] + w["worth.bias"]


def squeezed(name: str, matrix: Array) -> dict[str, Any]:
    """A matrix in 8 bits: each feature of the first one, each unit of the others, with a scale of its own."""
    scale = np.abs(matrix).max(axis=int(name == "first.weight"), keepdims=True) / np.float32(127)
    scale[scale == 0] = 1
    return {name: np.rint(matrix / scale).astype(np.int8), name + SCALE: scale}


def norm(x: Array, weight: Array, bias: Array) -> Array:
    """Each row with mean 0 and variance 1, then scaled and moved."""
    centred = x - x.mean(axis=1, keepdims=True)
    scaled: Array = centred / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + EPSILON) * weight + bias
    return scaled


def win_chances(worth: Array, players: int) -> Array:
    """The chance of each seat, from the viewer's on, to win; together 1."""
    logits = worth[:, :players]
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances: Array = raised / raised.sum(axis=1, keepdims=True)
    return chances


def odds(policy: Array, allowed: npt.NDArray[np.bool_]) -> Array:
    """How likely the policy is to make each choice that is allowed."""
    logits = np.where(allowed, policy, -np.inf)
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    likely: Array = raised / raised.sum(axis=1, keepdims=True)
    return likely


def features_of(game: str) -> Features:
    """What a network is told of a view of this game."""
    features = game_named(game).features
    if features is None:
        raise SetupError(f"{game} has no features for a network")
    return features


def describe(game: str, view: Any) -> npt.NDArray[np.int8]:
    """The features of one view."""
    module = features_of(game)
    row = [0] * module.length
    module.describe(view, row)
    return np.array(row, np.int8)


def needs(game: str) -> dict[str, Any]:
    """What a network has to agree with, in the order in which it is looked at."""
    module = features_of(game)
    return {
        "format": FORMAT,
        "game": game,
        "version": module.version,
        "features": module.length,
        "choices": module.choices,
        "fingerprint": fingerprint(game),
    }


def check(about: dict[str, Any], game: str, where: str) -> None:
    for name, wanted in needs(game).items():
        if about.get(name) != wanted:
            raise UnfitWeights(f"{where}: made for {name} {about.get(name)}, but this is {name} {wanted}; train anew")


@cache
def fingerprint(game: str) -> str:
    """A digest of how the game is played and described: of features and choices in random games of every setting."""
    known, module, random = game_named(game), features_of(game), Random(1)
    digest = hashlib.sha256()
    for rules in known.rule_sets.values():
        for players in rules.players:
            s = known.layout.new()
            write_rules(known, Setup(rules.name, players), s)
            deal = [0] * known.deal_size
            deal = deal[: known.stock(s, deal)]
            random.shuffle(deal)
            known.begin(s, deal, len(deal))
            for _ in range(60):
                legal = known.legal_actions(s)
                if not legal:
                    break
                if s.actor >= 0:
                    view = known.view(s, s.actor)
                    digest.update(describe(game, view).tobytes())
                    digest.update(repr([module.choice_of(view, action) for action in legal]).encode())
                known.apply(s, random.choice(legal))
    return digest.hexdigest()[:16]
