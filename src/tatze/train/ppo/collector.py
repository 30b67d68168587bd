"""Collects rollouts: the networks play all games for a number of steps."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from tatze.bots.learned.network import features_of
from tatze.train.hyperparameters import Hyperparameters
from tatze.train.net import padded
from tatze.train.ppo.networks import Networks, maybe_compiled, sample
from tatze.train.ppo.rollout import Rollout, StepViews, empty_rollout, step_views
from tatze.train.ppo.seating import Imitators, Seating, another_seat
from tatze.train.vector.games import VectorGames


class Collector:
    """Plays the games and keeps what was seen, chosen and estimated in `rollout`."""

    parameters: Hyperparameters
    games: VectorGames
    networks: Networks
    imitators: Imitators
    seating: Seating
    generator: torch.Generator

    def __init__(
        self,
        parameters: Hyperparameters,
        games: VectorGames,
        networks: Networks,
        imitators: Imitators,
        seating: Seating,
        generator: torch.Generator,
    ) -> None:
        self.parameters, self.games, self.networks = parameters, games, networks
        self.imitators, self.seating, self.generator = imitators, seating, generator
        module = features_of(parameters.game)
        self.rollout: Rollout = empty_rollout(parameters, games, padded(module.length), module.choices)
        self.views: list[StepViews] = step_views(self.rollout, games)
        self.sample: Callable[[Tensor, Tensor, Tensor], tuple[Tensor, Tensor]] = maybe_compiled(
            sample, parameters.compile
        )
        self._exploration = exploration_rates(parameters, games.device)
        self._viewers = games.new(parameters.games, torch.int64)
        self._last = games.new((parameters.games, padded(module.length)), torch.int8)

    @torch.no_grad()
    def collect(self) -> None:
        """Take the steps of a rollout in every game, with the latest weights."""
        self.networks.refresh()
        self.rollout.features.zero_()
        self.rollout.masks.zero_()
        for t in range(self.parameters.rollout_steps):
            self.play_step(t)
        self.imitators.count(self.rollout)

    def play_step(self, t: int) -> None:
        """Take one step in every game, and keep it as step t of the rollout."""
        self._describe(t)
        features = self.rollout.features[t, : self.parameters.games]
        chosen = self._choose(t, features)
        self.rollout.values[t] = self.networks.values(features, self.seating.seated)
        self.games.step(chosen)
        self._keep_results(t, features)

    def _describe(self, t: int) -> None:
        """Describe every game to its actor, and some games to a seat that does not decide."""
        games, views = self.games, self.views[t]
        games.encode_actors(views.features, views.masks)
        self.rollout.actors[t] = games.actor
        self._choose_observers(t)
        observed = self.parameters.observed_games(t)
        games.encode_seats(views.observers, observed.start, observed.step, views.observer_features)

    def _choose_observers(self, t: int) -> None:
        """Choose a seat that does not decide in some of the games; a best response learns from its own seat alone."""
        games, r, observed = self.games, self.rollout, self.parameters.observed_games(t)
        if self.parameters.best_response:
            r.observers[t] = self.imitators.own_seats()[observed]
        else:
            r.observers[t] = another_seat(games.actor[observed], games.players[observed], self.generator)

    def _choose(self, t: int, features: Tensor) -> Tensor:
        """Draw the choice of every game from the policy of the network that decides in it."""
        r = self.rollout
        decides = self.imitators.decide(r.actors[t])
        explores = ~decides & self._explores()
        r.explored[t], r.own[t] = explores, (~decides & ~explores).float()
        policy = self.imitators.mixed(self.networks.logits(features), features, decides)
        policy = policy.masked_fill(explores[:, None], 0.0)  # every legal choice is as likely
        noise = torch.empty_like(policy, dtype=torch.float32).exponential_(generator=self.generator)
        if self.imitators.greedy:
            noise.masked_fill_(decides[:, None], 1.0)  # no noise: the most probable choice is drawn
        r.chosen[t], r.log_probs[t] = self.sample(policy, r.masks[t], noise)
        return r.chosen[t]

    def _explores(self) -> Tensor:
        """Draw the games in which the trained network, if it decides, takes a random choice."""
        rates = self._exploration
        return torch.rand(len(rates), generator=self.generator, device=rates.device) < rates

    def _keep_results(self, t: int, features: Tensor) -> None:
        """Keep which games ended and how, and what the deciders see right after their decisions."""
        games, r, parameters = self.games, self.rollout, self.parameters
        r.done[t], r.shares[t], r.leads[t] = games.done, games.shares, games.leads
        if parameters.return_weight < 1:
            r.afterstate_values[t] = self.networks.values(games.afterstates, self.seating.seated)
        if parameters.afterstates:
            followed = parameters.afterstate_games(t)
            ended = (games.done > 0)[followed, None]  # a game that ended has no afterstate
            rows = torch.where(ended, features[followed], games.afterstates[followed])
            r.features[t, parameters.games + parameters.observers :] = rows

    def final_values(self) -> Tensor:
        """Return every seat's estimates of where its game stands now: games × viewers × (seats + 1)."""
        view = self.games.numba_view
        viewers, features = view(self._viewers), view(self._last)
        found = []
        for viewer in range(self.games.seats):
            self._viewers.fill_(viewer)
            self._last.zero_()
            self.games.encode_seats(viewers, 0, 1, features)
            found.append(self.networks.values(self._last, self.seating.seated))
        return torch.stack(found, 1)


def exploration_rates(parameters: Hyperparameters, device: torch.device) -> Tensor:
    """Return how often the trained network takes a random choice in each game; the games in which it does are drawn."""
    generator = torch.Generator().manual_seed(parameters.seed + 2)
    explored = torch.rand(parameters.games, generator=generator) < parameters.exploration_fraction
    return (explored.float() * parameters.exploration_rate).to(device)
