"""Hyperparameters of a training: their defaults, the game's own values, and a small set for a CPU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from tatze.core.errors import SetupError
from tatze.games import game_named


@dataclass(frozen=True)
class Hyperparameters:
    """The hyperparameters of one training."""

    game: str
    """Name of the game."""
    games: int = 32768
    """Number of games played in parallel."""
    rollout_steps: int = 64
    """Number of decisions in each game between two phases of learning."""
    minibatch_fraction: float = 1.0
    """Number of decisions in a minibatch, as a fraction of the number of games."""
    sure_probability: float = 1.0
    """A decision is sure if its choice had at least this probability."""
    sure_fraction: float = 1.0
    """Fraction of the sure decisions that are learned from; they count for all of them."""
    observer_interval: int = 4
    """Every n-th game is also described to a seat that does not decide, to train the value on those who wait."""
    afterstate_interval: int = 0
    """Every n-th game also trains the value on the afterstate: what the decider sees right after its decision, before
    chance and the others act. 0 turns this off."""
    return_weight: float = 1.0
    """Weight of the λ-return in an advantage; the rest is the value of the afterstate. A higher weight gives more
    variance, from dice and hidden cards; a lower one more bias, from the errors of the value."""
    width: int = 512
    """Number of units in each layer of the network."""
    blocks: int = 3
    """Number of residual blocks of the network."""
    learning_rate: float = 7e-4
    """Learning rate of Adam after the warm-up."""
    final_learning_rate: float = 2e-5
    """Learning rate at the end of the linear decay."""
    warmup_updates: int = 200
    """Number of updates in which the learning rate rises linearly from 0."""
    decay_decisions: float = 4e9
    """Number of decisions in which learning rate and entropy bonus decay to their final values."""
    decay_minutes: float = 0.0
    """Minutes of training, over all its runs, in which they decay instead; 0 to decay by decisions."""
    entropy_bonus: float = 0.01
    """Weight of the policy's entropy in the loss, at the start."""
    final_entropy_bonus: float = 0.001
    """Weight of the policy's entropy in the loss, at the end of the linear decay."""
    return_lambda: float = 0.95
    """λ of the λ-returns: 1 uses the results of games alone, 0 the value at the seat's next decision alone."""
    lead_weight: float = 0.1
    """Weight of the lead in points in an advantage, relative to the share of the victory."""
    lead_scale: float = 20.0
    """Lead in points that counts as 1; larger leads are cut off."""
    scripted_fraction: float = 0.3
    """Fraction of the games with three and more players in which `thumb` bots play at some of the seats."""
    imitation_fraction: float = 0.6
    """Fraction of the other games in which the imitation network, if one is given, plays at some of the seats."""
    imitation_greedy: bool = False
    """Whether imitation networks take their most probable choice; otherwise their choices are drawn."""
    imitation_min_players: int = 2
    """Smallest number of players of a game in which the imitation network plays."""
    exploration_rate: float = 0.0
    """Fraction of the trained network's decisions that are a legal choice drawn at random. The policy does not learn
    from them. The value learns from what follows, so that it also fits positions after choices that the policy never
    makes."""
    exploration_fraction: float = 1.0
    """Fraction of the games in which the trained network explores; in the others all play by the policy alone."""
    best_response: bool = False
    """Whether the training looks for the best response to the imitation network. Then the trained network has one seat
    in every game and learns from this seat's decisions alone, the imitation network plays greedily at all others, and
    only the settings in which strength is measured are played, each as often."""
    clip_range: float = 0.2
    """Clip range ε of PPO: the probability ratio of a choice counts between 1 − ε and 1 + ε."""
    value_loss_weight: float = 0.5
    """Weight of the loss of value and lead relative to that of the policy."""
    ema_updates: int = 2000
    """Time constant n of the exponential moving average of the weights, in updates: its decay is 1 − 1/n. The averaged
    network estimates values, is measured and is exported."""
    epochs: int = 1
    """Number of passes over a rollout."""
    max_gradient_norm: float = 1.0
    """Norm to which longer gradients are clipped."""
    random_moves: int = 200
    """Number of random moves before the first rollout, so that the games are at different stages."""
    seed: int = 1000
    """Seed of the games, of the initial weights and of all choices."""
    compile: bool = False
    """Whether PyTorch compiles the network and the loss: a slow start, faster steps."""
    keep_games: bool = False
    """Whether a checkpoint holds the running games and the averaged weights; otherwise both begin anew on a resume."""

    @property
    def minibatch(self) -> int:
        """Number of decisions in a minibatch."""
        return max(1, int(self.games * self.minibatch_fraction))

    @property
    def observers(self) -> int:
        """Number of seats that do not decide and are described in one step; none in the training of a best response,
        which learns from its own decisions."""
        return 0 if self.best_response else self.games // self.observer_interval

    @property
    def observers_per_minibatch(self) -> int:
        """Number of observers in a minibatch."""
        return self.minibatch * self.observers // self.games

    @property
    def afterstates_per_minibatch(self) -> int:
        """Number of afterstates in a minibatch."""
        return self.minibatch * self.afterstates // self.games

    @property
    def afterstates(self) -> int:
        """Number of afterstates that the value is trained on in one step."""
        return self.games // self.afterstate_interval if self.afterstate_interval else 0

    def observed_games(self, step: int) -> slice:
        """Return which games have an observer in a step of the rollout; they take turns."""
        if not self.observers:
            return slice(0)
        return slice(step % self.observer_interval, None, self.observer_interval)

    def afterstate_games(self, step: int) -> slice:
        """Return in which games the value is trained on the afterstate in a step of the rollout."""
        if not self.afterstate_interval:
            return slice(0)
        return slice(step % self.afterstate_interval, None, self.afterstate_interval)


def hyperparameters_of(game: str) -> Hyperparameters:
    """Return the hyperparameters of a game: the defaults, and what its record changes."""
    changed: dict[str, Any] = dict(game_named(game).training.hyperparameters)
    return Hyperparameters(game, **changed)


def changed(parameters: Hyperparameters, texts: Sequence[str]) -> Hyperparameters:
    """Return the parameters with changes, each written NAME=VALUE."""
    kinds = {field.name: type(getattr(parameters, field.name)) for field in fields(parameters) if field.name != "game"}
    changes: dict[str, Any] = {}
    for text in texts:
        written, equals, value = text.partition("=")
        name = FORMER_NAMES.get(written, written)
        if not equals or name not in kinds:
            raise SetupError(f'--set is written NAME=VALUE with one of {", ".join(kinds)}, not "{text}"')
        kind = kinds[name]
        try:
            changes[name] = value in ("1", "yes", "true") if kind is bool else kind(float(value))
        except ValueError:
            raise SetupError(f'--set {written} wants a number, not "{value}"') from None
    return replace(parameters, **changes)


SMALL_RUN = {
    "games": 512,
    "rollout_steps": 32,
    "width": 64,
    "blocks": 1,
    "decay_decisions": 1e7,
    "warmup_updates": 10,
    "random_moves": 60,
}
"""Changes for a small run on a CPU."""
FORMER_NAMES = {
    "size": "games",
    "steps": "rollout_steps",
    "stride": "observer_interval",
    "follow": "afterstate_interval",
    "luck": "return_weight",
    "rate": "learning_rate",
    "last_rate": "final_learning_rate",
    "rise": "warmup_updates",
    "horizon": "decay_decisions",
    "total": "decay_minutes",
    "entropy": "entropy_bonus",
    "last_entropy": "final_entropy_bonus",
    "trust": "return_lambda",
    "lead": "lead_weight",
    "scripted": "scripted_fraction",
    "mirrored": "imitation_fraction",
    "among": "imitation_min_players",
    "clip": "clip_range",
    "value": "value_loss_weight",
    "mean": "ema_updates",
    "norm": "max_gradient_norm",
    "wander": "random_moves",
}
"""Names that `tatze train --set` accepts as well, and that stand in the description of older weights."""
EVALUATION_SEED = 77
"""Seed of the deals on which strength is measured. Trainings never use it: their seeds begin at 1000."""
