"""A trained network in NumPy: a residual network from features to a policy head and a value head.

It consists of a linear layer, residual blocks x + relu(norm(x) A + a) B + b, a layer norm, and two linear heads. A
weights file is an `.npz` of 16-bit numbers, or with its large matrices quantized to 8 bits; its entry "about" says in
JSON how the weights were made."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Self

from tatze.core.errors import MissingExtra

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.core.arguments import check_view
from tatze.core.errors import SetupError, TatzeError
from tatze.core.setup import Setup, write_rules
from tatze.core.strategy import Features
from tatze.games import game_named

FORMAT = 2
"""Version of the weights file."""
SCALE = ".scale"
"""Suffix of the array that holds a quantized matrix's scales."""
QUANTIZED_SIZE = 1 << 14
"""Matrices with at least so many numbers are quantized."""
EPSILON = 1e-5
"""Added to the variance in a layer norm, as PyTorch does."""
Array = npt.NDArray[np.float32]


class UnfitWeights(TatzeError):
    """A weights file was made for another version of the game or of its features."""


@dataclass(frozen=True)
class Trunk:
    """A weights file: the weights by name, and how they were made. Heads of all kinds read what its layers compute."""

    weights: dict[str, Array]
    about: dict[str, Any]

    @classmethod
    def load(cls, path: Path, game: str) -> Self:
        """Read a weights file, and refuse one that was made for something else."""
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
        """Write a weights file; with `small` its large matrices are quantized to 8 bits."""
        about = np.frombuffer(json.dumps(self.about, indent=1).encode(), np.uint8)
        arrays: dict[str, Any] = {}
        for name, array in self.weights.items():
            arrays |= (
                quantized(name, array) if small and array.size >= QUANTIZED_SIZE else {name: array.astype(np.float16)}
            )
        with path.open("wb") as file:
            np.savez(file, about=about, **arrays)

    def trunk(self, features: npt.ArrayLike) -> Array:
        """Return what the heads read, for each row of features."""
        w = self.weights
        rows = np.asarray(features)
        used = np.flatnonzero(rows.any(axis=0))  # most features are 0, and so is their part of the product
        x = rows[:, used].astype(np.float32) @ w["first.weight"][used] + w["first.bias"]
        for i in range(self.about["blocks"]):
            inner = norm(x, w[f"blocks.{i}.norm.weight"], w[f"blocks.{i}.norm.bias"])
            inner = np.maximum(inner @ w[f"blocks.{i}.up.weight"] + w[f"blocks.{i}.up.bias"], 0)
            x = x + inner @ w[f"blocks.{i}.down.weight"] + w[f"blocks.{i}.down.bias"]
        return norm(x, w["norm.weight"], w["norm.bias"])


@dataclass(frozen=True)
class Network(Trunk):
    """The network of the learned bot, with a policy head and a value head."""

    def evaluate(self, features: npt.ArrayLike) -> tuple[Array, Array]:
        """Return, for each row of features, the logits of the policy head, and the value head: a logit for each seat
        from the viewer's on, then the lead in points."""
        w, x = self.weights, self.trunk(features)
        return x @ w["policy.weight"] + w["policy.bias"], x @ w["worth.weight"] + w["worth.bias"]


def quantized(name: str, matrix: Array) -> dict[str, Any]:
    """Return a matrix in 8 bits and its scales: one for each feature of the first layer, one for each unit of the
    others."""
    scale = np.abs(matrix).max(axis=int(name == "first.weight"), keepdims=True) / np.float32(127)
    scale[scale == 0] = 1
    return {name: np.rint(matrix / scale).astype(np.int8), name + SCALE: scale}


def norm(x: Array, weight: Array, bias: Array) -> Array:
    """Layer norm: bring each row to mean 0 and variance 1, then scale and shift it."""
    centred = x - x.mean(axis=1, keepdims=True)
    scaled: Array = centred / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + EPSILON) * weight + bias
    return scaled


def win_chances(value: Array, players: int) -> Array:
    """Return the win probability of each seat, from the viewer's on, by the value head; each row adds up to 1."""
    logits = value[:, :players]
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances: Array = raised / raised.sum(axis=1, keepdims=True)
    return chances


def masked_softmax(policy: Array, allowed: npt.NDArray[np.bool_]) -> Array:
    """Return the probabilities of the allowed choices by the policy head; the others have 0."""
    logits = np.where(allowed, policy, -np.inf)
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    probabilities: Array = raised / raised.sum(axis=1, keepdims=True)
    return probabilities


def features_of(game: str) -> Features:
    """Return the features of a game; a SetupError says that it has none."""
    features = game_named(game).features
    if features is None:
        raise SetupError(f"{game} has no features for a network")
    return features


def describe(game: str, view: Any) -> npt.NDArray[np.int8]:
    """Return the features of one view."""
    check_view(view)
    module = features_of(game)
    row = [0] * module.length
    module.describe(view, row)
    return np.array(row, np.int8)


def requirements(game: str) -> dict[str, Any]:
    """Return what a weights file must say of itself to fit this version, in the order in which it is checked."""
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
    """Raise UnfitWeights unless a weights file fits; `where` names the file."""
    for name, wanted in requirements(game).items():
        if about.get(name) != wanted:
            raise UnfitWeights(f"{where}: made for {name} {about.get(name)}, but this is {name} {wanted}; train anew")


@cache
def fingerprint(game: str) -> str:
    """Return a digest of the game's rules and features: of the features and choices in random games of every
    setting."""
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
