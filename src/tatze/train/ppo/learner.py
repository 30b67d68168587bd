"""Learning by self-play: proximal policy optimisation with one network at every seat.

All games take the steps of a rollout; then the network learns from them, and they go on. The value is a distribution:
everybody's share of the victory as the viewer sees it, and the viewer's lead in points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

from tatze.train.hyperparameters import Hyperparameters
from tatze.train.net import Net
from tatze.train.ppo.advantages import estimate_advantages
from tatze.train.ppo.collector import Collector
from tatze.train.ppo.networks import Networks
from tatze.train.ppo.rollout import Rollout
from tatze.train.ppo.seating import Imitators, Seating, all_seats_but_one, imitation_seats, seating_of
from tatze.train.ppo.update import Updater
from tatze.train.settings import all_settings, games_per_setting, measured_settings
from tatze.train.vector.games import VectorGames


class Earlier(NamedTuple):
    """What the weights that a training began with had been trained for."""

    decisions: int = 0
    seconds: float = 0.0


class Learner:
    """The games, the networks that play them, and what they learn with.

    Imitation networks, if some are given, play at some of the seats and do not learn."""

    def __init__(self, parameters: Hyperparameters, cuda: bool, imitations: Sequence[Net] = ()) -> None:
        self.parameters = parameters
        torch.manual_seed(parameters.seed)
        games = new_games(parameters, cuda)
        self.games: VectorGames = games
        self.networks: Networks = Networks(parameters, games)
        self.generator: torch.Generator = torch.Generator(games.device).manual_seed(parameters.seed)
        """The source of all random choices."""
        self.imitators: Imitators = self._imitators(imitations)
        self.seating: Seating = seating_of(games)
        self.collector: Collector = Collector(
            parameters, games, self.networks, self.imitators, self.seating, self.generator
        )
        self.updater: Updater = Updater(parameters, self.networks, self.seating, self.generator)
        self.earlier: Earlier = Earlier()
        """What came before this training; the decay of the learning rate does not count it."""
        self.decisions: int = 0
        """Number of decisions that were learned from."""
        self.seconds: float = 0.0
        """Seconds of training so far."""
        games.play_randomly(parameters.random_moves)

    def _imitators(self, imitations: Sequence[Net]) -> Imitators:
        """Seat the imitation networks: at all seats but one, or at some of the seats of some of the games."""
        parameters, games = self.parameters, self.games
        fraction = parameters.imitation_fraction if imitations else 0.0
        if parameters.best_response:
            seats = all_seats_but_one(games, parameters.seed)
        else:
            seats = imitation_seats(games, fraction, parameters.imitation_min_players, parameters.seed)
        greedy = parameters.best_response or parameters.imitation_greedy
        precision = self.networks.critic.first.weight.dtype if greedy else self.networks.precision
        nets = [net.to(games.device, precision).requires_grad_(False) for net in imitations]
        return Imitators(games, seats, nets, greedy, parameters.compile)

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
            "earlier": tuple(self.earlier),
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
        self.earlier = Earlier(*kept.get("earlier", ()))
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
    best_response, game = parameters.best_response, parameters.game
    settings = measured_settings(game) if best_response else all_settings(game)
    return VectorGames(
        game,
        settings,
        games_per_setting(settings, parameters.games),
        parameters.seed,
        cuda,
        0.0 if best_response else parameters.scripted_fraction,
        afterstates=parameters.return_weight < 1 or parameters.afterstate_interval > 0,
    )
