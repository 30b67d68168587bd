"""Learning by self-play: proximal policy optimisation with one network at every seat.

All games take the steps of a rollout; then the network learns from them, and they go on. The value is a distribution:
everybody's share of the victory as the viewer sees it, and the viewer's lead in points."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from tatze.train.hyperparameters import Hyperparameters
from tatze.train.net import Net
from tatze.train.ppo.advantages import estimate_advantages
from tatze.train.ppo.collector import Collector
from tatze.train.ppo.networks import Networks
from tatze.train.ppo.rollout import Rollout
from tatze.train.ppo.seating import Imitators, imitation_seats, seating_of
from tatze.train.ppo.update import Updater
from tatze.train.settings import all_settings, games_per_setting
from tatze.train.vector.games import VectorGames


class Learner:
    """The games, the networks that play them, and what they learn with.

    An imitation network, if one is given, plays at some of the seats and does not learn."""

    def __init__(self, parameters: Hyperparameters, cuda: bool, imitation: Net | None = None) -> None:
        self.parameters = parameters
        torch.manual_seed(parameters.seed)
        self.games = games = new_games(parameters, cuda)
        self.networks = Networks(parameters, games)
        self.generator = torch.Generator(games.device).manual_seed(parameters.seed)
        """The source of all random choices."""
        fraction = parameters.imitation_fraction if imitation else 0.0
        seats = imitation_seats(games, fraction, parameters.imitation_min_players, parameters.seed)
        if imitation:
            imitation = imitation.to(games.device, self.networks.precision).requires_grad_(False)
        self.imitators = Imitators(games, seats, imitation)
        self.seating = seating_of(games)
        self.collector = Collector(parameters, games, self.networks, self.imitators, self.seating, self.generator)
        self.updater = Updater(parameters, self.networks, self.seating, self.generator)
        self.decisions = 0
        """Number of decisions that were learned from."""
        self.seconds = 0.0
        """Seconds of training so far."""
        games.play_randomly(parameters.random_moves)

    @property
    def rollout(self) -> Rollout:
        """The latest rollout."""
        return self.collector.rollout

    @property
    def updates(self) -> int:
        """Number of updates so far."""
        return self.updater.updates

    @property
    def progress(self) -> float:
        """How much of the decay of learning rate and entropy bonus is done, from 0 to 1."""
        if self.parameters.decay_minutes:
            return min(1.0, self.seconds / (60 * self.parameters.decay_minutes))
        return min(1.0, self.decisions / self.parameters.decay_decisions)

    def iterate(self) -> Tensor:
        """Collect a rollout and learn from it; return the means of the figures `REPORTED`."""
        self.collect()
        self.estimate_advantages()
        return self.learn()

    def collect(self) -> None:
        """Play the steps of a rollout in every game."""
        self.collector.collect()
        self.decisions += self.parameters.rollout_steps * self.parameters.games

    @torch.no_grad()
    def estimate_advantages(self) -> None:
        """Write the targets and the advantages of the latest rollout."""
        estimate_advantages(self.rollout, self.collector.final_values(), self.parameters, self.seating)

    def learn(self) -> Tensor:
        """Update the network with the latest rollout; return the means of the figures `REPORTED`."""
        return self.updater.learn(self.rollout, self.progress)

    def state(self) -> dict[str, Any]:
        """Return everything a checkpoint holds. Its names are part of the file format."""
        kept: dict[str, Any] = {
            "net": self.networks.trained.state_dict(),
            "optimiser": self.updater.optimiser.state_dict(),
            "dice": self.generator.get_state(),
            "decisions": self.decisions,
            "updates": self.updates,
            "seconds": self.seconds,
            "seed": self.games.seed,
        }
        if self.parameters.keep_games:
            kept["mean"] = self.networks.average.state_dict()
            kept["games"] = torch.from_numpy(self.games.states().view("u1").copy())
            kept["numbers"], kept["rolls"] = self.games.numbers, self.games.rolls
        return kept

    def restore(self, kept: dict[str, Any]) -> None:
        """Continue from what `state` returned; without its games, with new ones of the next seed."""
        self.networks.trained.load_state_dict(kept["net"])
        self.networks.average.load_state_dict(kept.get("mean", kept["net"]))
        self.updater.optimiser.load_state_dict(kept["optimiser"])
        self.generator.set_state(kept["dice"])
        self.decisions, self.updater.updates, self.seconds = kept["decisions"], kept["updates"], kept["seconds"]
        if "games" in kept:
            self.games.restore(kept["games"].numpy().view(self.games.states().dtype))
            self.games.numbers.copy_(kept["numbers"])
            self.games.rolls.copy_(kept["rolls"])
            self.games.seed = kept["seed"]
        else:
            self.games.reset(kept["seed"] + 1)
            self.games.play_randomly(self.parameters.random_moves)


def new_games(parameters: Hyperparameters, cuda: bool) -> VectorGames:
    """Return the games of a training, in all its settings."""
    settings = all_settings(parameters.game)
    return VectorGames(
        parameters.game,
        settings,
        games_per_setting(settings, parameters.games),
        parameters.seed,
        cuda,
        parameters.scripted_fraction,
        afterstates=parameters.return_weight < 1 or parameters.afterstate_interval > 0,
    )
