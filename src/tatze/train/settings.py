"""What a network is trained on: every rule set and number of players of its game, each with its weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tatze.games import game_named


@dataclass(frozen=True)
class Setting:
    """One way to play, and how many of the games are played that way, in parts."""

    rules: str
    players: int
    weight: float = 1.0
    options: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.rules} {self.players}{options}"


LIGHT = 0.5
"""The weight of a variant."""


def plain_settings(game: str) -> list[Setting]:
    """Every rule set with every number of players."""
    heavy = game_named(game).training.weights
    return [
        Setting(rules.name, players, heavy.get((rules.name, players), 1.0))
        for rules in game_named(game).rule_sets.values()
        for players in rules.players
    ]


def all_settings(game: str) -> list[Setting]:
    """The same, and some variants so that the network knows what their switches mean."""
    return plain_settings(game) + [
        Setting(rules, players, LIGHT, dict(options)) for rules, players, options in game_named(game).training.variants
    ]


def measured_settings(game: str) -> list[Setting]:
    """The settings in which strength is measured while a training runs."""
    return [Setting(rules, players) for rules, players in game_named(game).training.measured]


def shares(settings: Sequence[Setting], size: int) -> list[int]:
    """How many of `size` games each setting gets: at least one, in proportion to its weight."""
    if size < len(settings):
        raise ValueError(f"{size} games are too few for {len(settings)} settings")
    total = sum(setting.weight for setting in settings)
    counts = [max(1, int(size * setting.weight / total)) for setting in settings]
    largest = counts.index(max(counts))
    counts[largest] += size - sum(counts)
    return counts
