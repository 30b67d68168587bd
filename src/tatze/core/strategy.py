"""What a game says about itself to bots and training. Bots read it from the game's record and know no game by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from types import ModuleType
from typing import Any, NamedTuple

from tatze.core.layout import Row


@dataclass(frozen=True, slots=True)
class RuleBots:
    """The game's bots that follow rules of thumb. They are functions in the rules' style, so that they compile."""

    module: ModuleType
    """Where these functions and their helpers are written."""
    thumb: Callable[[Any, Row, int], int]
    """thumb(view, legal, n) chooses one of the first n legal actions."""
    thumb_worth: Callable[[Any, int], int]
    """thumb_worth(view, action) is the number that `thumb` compares actions by; the highest is chosen."""
    yardstick: Callable[[Any, Row, int], int]
    """A second bot, which never changes, so that strength can be compared over time."""


@dataclass(frozen=True, slots=True)
class Features:
    """A view as the zeros and ones that the game's network reads, and its choices as places in the policy."""

    module: ModuleType
    """Where these functions and their helpers are written."""
    version: int
    """Version of the features; it goes up when a feature or a place changes its meaning. A network fits one version."""
    length: int
    """Number of features."""
    choices: int
    """Number of places in the policy."""
    describe: Callable[[Any, Row], None]
    """describe(view, out) writes ones into a row of zeros."""
    choice_of: Callable[[Any, int], int]
    """choice_of(view, action) is the action's place in the policy."""
    action_of: Callable[[Any, int, Row], int]
    """action_of(view, choice, scratch) is the action at a place of the policy; `scratch` takes all legal actions."""
    items: int = 0
    """One more than the largest number of a hidden item; 0 where nothing is hidden."""


TIGERS_FILE = "tigers.json"
"""The file in a game's folder that names the tigers of settings in which not the usual one is the strongest."""


@dataclass(frozen=True, slots=True)
class Levels:
    """The bots behind the levels lynx, puma and tiger, chosen by measurement, written as everywhere: search:300."""

    lynx: str = "search:100"
    puma: str = "search:1000"
    tiger: str = "search:8000"
    tiger_in: Mapping[tuple[str, int], str] = field(default_factory=dict)
    """(Rule set, players) → the tiger where another bot is the strongest."""
    thumb_rates: Mapping[str, float] = field(default_factory=dict)
    """Level → the part of its decisions that `thumb` makes, where it shall be weaker than the bot behind it."""

    def usual(self, level: str) -> str:
        """Return the bot that plays a level in most settings."""
        return {"lynx": self.lynx, "puma": self.puma, "tiger": self.tiger}[level]

    def bot(self, level: str, rules: str, players: int) -> str:
        """Return the bot that plays a level in a setting."""
        usual = self.usual(level)
        return self.tiger_in.get((rules, players), usual) if level == "tiger" else usual


def measured_tigers(package: str) -> dict[tuple[str, int], str]:
    """Return what a game's package says in its file of tigers: (rule set, players) → the bot that is the strongest."""
    found = json.loads(files(package).joinpath(TIGERS_FILE).read_text(encoding="utf-8"))
    return {(rules, int(players)): bot for setting, bot in found.items() for rules, players in [setting.split()]}


class SearchParameters(NamedTuple):
    """Parameters of the Monte-Carlo tree search with playouts."""

    exploration: float = 1.0
    """The PUCT constant: how much an action's prior and its few visits count beside its mean result."""
    unvisited_penalty: float = 0.05
    """How far below the mean of its siblings an unvisited action is estimated (first-play urgency reduction)."""
    playout_limit: float = 1000
    """The largest number of actions in one playout."""
    prior_temperature: float = 100.0
    """By how much the rule-of-thumb worth of an action must grow to make its prior e times as large."""
    uniform_prior: float = 0.5
    """The part of the prior that is shared evenly among all legal actions."""
    random_rate: float = 0.0
    """The part of playout decisions that are random."""
    yardstick_rate: float = 0.0
    """The part of playout decisions that are made by the yardstick; `thumb` makes the rest."""
    score_weight: float = 0.2
    """The part of a playout's result that measures the lead in points instead of the victory."""
    score_scale: float = 50.0
    """The lead in points that counts as a full result; it is cut off beyond."""


class RolloutParameters(NamedTuple):
    """Parameters of the search by rollouts that a network guides."""

    turns: float = 1.0
    """Number of turns that the seat begins before the network judges."""
    least_prior: float = 0.005
    """The smallest prior of an action that is tried."""
    most_actions: float = 6.0
    """The largest number of actions that are tried."""
    policy_lead: float = 0.03
    """By how much another action must be worth more than the policy's, in shares of victory, to be chosen."""
    give_up: float = 3.0
    """An action is tried no more when it is this many standard errors behind."""


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How the game's network is trained."""

    weights: Mapping[tuple[str, int], float] = field(default_factory=dict)
    """(Rule set, players) → how often this setting is played, relative to 1 for settings that are not listed."""
    variants: tuple[tuple[str, int, Mapping[str, str]], ...] = ()
    """Settings with options (rule set, players, options) that are trained besides."""
    measured: tuple[tuple[str, int], ...] = ()
    """The settings in which strength is measured while a training runs."""
    hyperparameters: Mapping[str, float] = field(default_factory=dict)
    """Hyperparameters that differ from the defaults of `tatze.train`."""


class Statistic(NamedTuple):
    """A number that a review reads from playouts to say in words why an action is better than another."""

    key: str
    """The key of its sentence in the game's words files; parameters are `best` and `chosen`, the means after both."""
    share: bool
    """Whether it is 0 or 1 in each playout, so that its mean is told in percent."""
    threshold: float
    """The smallest difference of the means that is worth a sentence."""
    wanted: int
    """1 if more of it is good for the seat, −1 if less is; only a difference in this direction is a reason."""


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How games are reviewed."""

    statistics: tuple[Statistic, ...] = ()
    """What `measure` writes, in order."""
    measure: Callable[[Any, Any, int, Row], None] | None = None
    """measure(s, later, seat, out) writes a number for each statistic: `s` is the state after an action of the seat,
    and `later` the state at its next decision or at the end. It is written in the rules' style."""
    turns: int = 1
    """Number of turns of the seat after which a deep review asks the network."""
    instant_error: float = 0.02
    """The supposed standard error of the difference of two actions by the network alone, where none was measured."""
    deep_error: float = 0.01
    """The supposed standard error of such a difference by playing on, apart from chance."""
