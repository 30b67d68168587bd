"""Collects rollouts: the networks play all games for a number of steps."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from tatze.bots.learned.network import features_of
from tatze.train.hyperparameters import Hyperparameters
from tatze.train.net import padded
from tatze.train.ppo.deciding import DecidingGames
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
        self._own: DecidingGames | None = None
        """The games in which the trained network decides, where it is worthwhile to look at these alone."""
        if parameters.best_response:
            every = torch.arange(games.size, device=games.device)
            self._own = DecidingGames(every, 1 - imitators.share)
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
        self.imitators.grow_if_missed()
        if self._own:
            self._own.grow_if_missed()

    def play_step(self, t: int) -> None:
        """Take one step in every game, and keep it as step t of the rollout."""
        self._describe(t)
        features = self.rollout.features[t, : self.parameters.games]
        decides = self.imitators.decide(self.rollout.actors[t])
        own = self._own.pick(~decides) if self._own else None
        chosen = self._choose(t, features, decides, own)
        self._write_values(self.rollout.values[t], features, own)
        self.games.step(chosen)
        self._keep_results(t, features, own)

    def _describe(self, t: int) -> None:
        """Describe every game to its actor, and some games to a seat that does not decide."""
        games, views = self.games, self.views[t]
        games.encode_actors(views.features, views.masks)
        self.rollout.actors[t] = games.actor
        if self.parameters.observers:
            observed = self.parameters.observed_games(t)
            drawn = another_seat(games.actor[observed], games.players[observed], self.generator)
            self.rollout.observers[t] = drawn
            games.encode_seats(views.observers, observed.start, observed.step, views.observer_features)

    def _choose(self, t: int, features: Tensor, decides: Tensor, own: Tensor | None) -> Tensor:
        """Draw the choice of every game from the policy of the network that decides in it.

        `decides` marks where an imitation network does, and `own` are the games that the trained network looks at; None
        for all. Where it would decide in another game, the first legal choice is taken, and nothing learned from it."""
        r = self.rollout
        explores = ~decides & self._explores()
        rows: Tensor | slice = slice(None)
        if own is not None:
            rows = own
            explores |= ~decides & torch.ones_like(decides).index_fill(0, own, False)
            r.chosen[t] = r.masks[t].argmax(1)
        r.explored[t], r.own[t] = explores, (~decides & ~explores).float()
        policy = self.networks.logits(features[rows])
        policy = policy.masked_fill(explores[rows, None], 0.0)  # every legal choice is as likely
        noise = torch.empty_like(policy, dtype=torch.float32).exponential_(generator=self.generator)
        r.chosen[t, rows], r.log_probs[t, rows] = self.sample(policy, r.masks[t, rows], noise)
        self.imitators.choose(features, r.masks[t], decides, r.chosen[t], self.generator)
        return r.chosen[t]

    def _write_values(self, values: Tensor, features: Tensor, own: Tensor | None) -> None:
        """Write the estimates for rows of features: in the games of `own` and zeros elsewhere, or in all."""
        seated = self.seating.seated
        if own is None:
            values.copy_(self.networks.values(features, seated))
        else:
            values.zero_()
            values[own] = self.networks.values(features[own], seated[own])

    def _explores(self) -> Tensor:
        """Draw the games in which the trained network, if it decides, takes a random choice."""
        rates = self._exploration
        return torch.rand(len(rates), generator=self.generator, device=rates.device) < rates

    def _keep_results(self, t: int, features: Tensor, own: Tensor | None) -> None:
        """Keep which games ended and how, and what the deciders see right after their decisions and think of it."""
        games, r, parameters = self.games, self.rollout, self.parameters
        r.done[t], r.shares[t], r.leads[t] = games.done, games.shares, games.leads
        if parameters.return_weight < 1:
            self._write_values(r.afterstate_values[t], games.afterstates, own)
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
