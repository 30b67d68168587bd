"""How a network is trained: all the figures that one could turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tatze.games import game_named


@dataclass(frozen=True)
class Plan:
    """The figures of a training."""

    game: str
    size: int = 32768
    """Games side by side. One step of all of them is one piece that the network learns from at a time."""
    steps: int = 64
    """Decisions in each game between learning."""
    stride: int = 4
    """Every stride-th game is also seen by somebody who does not decide, for the value alone."""
    follow: int = 0
    """And of every so manieth one the value is learned of what the one who decided saw right after that; 0: of none."""
    luck: float = 1.0
    """How much of a choice's judgement is what came of it; the rest is what was thought of it right after. The more,
    the more dice and others' cards blur it; the less, the more it trusts the network."""
    width: int = 512
    blocks: int = 3
    rate: float = 7e-4
    """The learning rate in the beginning, after a short rise."""
    last_rate: float = 2e-5
    rise: int = 200
    """So many updates the learning rate takes to rise."""
    horizon: float = 4e9
    """After so many decisions rate and entropy have come down to their last values."""
    total: float = 0.0
    """If not 0: after so many minutes of training, all its pieces together, instead."""
    entropy: float = 0.01
    """What variety is worth, in advantages of one standard deviation."""
    last_entropy: float = 0.001
    trust: float = 0.95
    """λ: how far what really happened is trusted, not the value at the seat's next decision."""
    lead: float = 0.1
    """What the lead in points is worth beside the victory."""
    lead_scale: float = 20.0
    """The lead that counts fully."""
    scripted: float = 0.3
    """In this part of the games with three players and more thumb bots play at some of the seats, so that the network
    meets others than itself."""
    mirrored: float = 0.6
    """In this part of the others mirrors of searches do, if there is one."""
    among: int = 2
    """With so many players and more."""
    clip: float = 0.2
    """How far the odds of a choice may move in one round of learning."""
    value: float = 0.5
    """The weight of the value's loss."""
    mean: int = 2000
    """The network that judges, is measured and shipped is the mean of those of about so many updates."""
    epochs: int = 1
    norm: float = 1.0
    """The longest gradient."""
    wander: int = 200
    """Random moves before the first round, so that the games are at different stages."""
    seed: int = 1000
    compile: bool = False
    """Whether PyTorch shall compile what is learned by: slow to begin with, faster then."""
    keep_games: bool = False
    """Whether a checkpoint has the running games and the mean too; otherwise both begin anew when it goes on."""


def plan_of(game: str) -> Plan:
    """The plan of a game: the defaults, and what its record changes."""
    changed: dict[str, Any] = dict(game_named(game).training.hyperparameters)
    return Plan(game, **changed)


SMALL = {"size": 512, "steps": 32, "width": 64, "blocks": 1, "horizon": 1e7, "rise": 10, "wander": 60}
"""What to change for a try on a CPU."""
EVALUATION_SEED = 77
"""Deals that no training sees: those have seeds from a thousand on."""
