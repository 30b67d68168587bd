"""The settings a network is trained in: every rule set and number of players of its game, each with its weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tatze.games import game_named


@dataclass(frozen=True)
class GameSetting:
    """One way to play a game."""

    rules: str
    players: int
    weight: float = 1.0
    """How often this setting is played, relative to the others."""
    options: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.rules} {self.players}{options}"


VARIANT_WEIGHT = 0.5
"""Weight of a setting with options."""


def plain_settings(game: str) -> list[GameSetting]:
    """Return every rule set with every number of players."""
    weights = game_named(game).training.weights
    return [
        GameSetting(rules.name, players, weights.get((rules.name, players), 1.0))
        for rules in game_named(game).rule_sets.values()
        for players in rules.players
    ]


def all_settings(game: str) -> list[GameSetting]:
    """Return the plain settings and some with options, so that the network learns what the options mean."""
    variants = game_named(game).training.variants
    return plain_settings(game) + [
        GameSetting(rules, players, VARIANT_WEIGHT, dict(options)) for rules, players, options in variants
    ]


def measured_settings(game: str) -> list[GameSetting]:
    """Return the settings in which strength is measured while a training runs."""
    return [GameSetting(rules, players) for rules, players in game_named(game).training.measured]


def games_per_setting(settings: Sequence[GameSetting], games: int) -> list[int]:
    """Divide a number of games among settings in proportion to their weights; each gets at least one."""
    if games < len(settings):
        raise ValueError(f"{games} games are too few for {len(settings)} settings")
    total = sum(setting.weight for setting in settings)
    counts = [max(1, int(games * setting.weight / total)) for setting in settings]
    largest = counts.index(max(counts))
    counts[largest] += games - sum(counts)
    return counts
