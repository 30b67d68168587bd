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
        policy = self._evaluate(t, features, own)
        self.games.step(self._choose(t, features, policy, decides, own))
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

    def _evaluate(self, t: int, features: Tensor, own: Tensor | None) -> Tensor:
        """Write the estimates of the deciders, and return the logits of their choices.

        In the games of `own` both come from one pass through the trained network, and other games get zeros and no
        row of logits. Without `own` the averaged network estimates."""
        values, seated = self.rollout.values[t], self.seating.seated
        if own is None:
            values.copy_(self.networks.values(features, seated))
            return self.networks.logits(features)
        values.zero_()
        policy, values[own] = self.networks.logits_and_values(features[own], seated[own])
        return policy

    def _choose(self, t: int, features: Tensor, policy: Tensor, decides: Tensor, own: Tensor | None) -> Tensor:
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
        policy = policy.masked_fill(explores[rows, None], 0.0)  # every legal choice is as likely
        noise = torch.empty_like(policy, dtype=torch.float32).exponential_(generator=self.generator)
        r.chosen[t, rows], r.log_probs[t, rows] = self.sample(policy, r.masks[t, rows], noise)
        self.imitators.choose(features, r.masks[t], decides, r.chosen[t], self.generator)
        return r.chosen[t]

    def _explores(self) -> Tensor:
        """Draw the games in which the trained network, if it decides, takes a random choice."""
        rates = self._exploration
        return torch.rand(len(rates), generator=self.generator, device=rates.device) < rates

    def _keep_results(self, t: int, features: Tensor, own: Tensor | None) -> None:
        """Keep which games ended and how, and what the deciders see right after their decisions and think of it."""
        games, r, parameters = self.games, self.rollout, self.parameters
        r.done[t], r.shares[t], r.leads[t] = games.done, games.shares, games.leads
        if parameters.return_weight < 1:
            rows = slice(None) if own is None else own
            r.afterstate_values[t, rows] = self.networks.values(games.afterstates[rows], self.seating.seated[rows])
        if parameters.afterstates:
            followed = parameters.afterstate_games(t)
            ended = (games.done > 0)[followed, None]  # a game that ended has no afterstate
            described = torch.where(ended, features[followed], games.afterstates[followed])
            r.features[t, parameters.games + parameters.observers :] = described

    def final_values(self) -> Tensor:
        """Return every seat's estimates of where its game stands now: games × viewers × (seats + 1).

        In the training of a best response only its own seat estimates; others get zeros."""
        games = self.games
        found = games.new((games.size, games.seats, games.seats + 1), torch.float32)
        every = torch.arange(games.size, device=games.device)
        own = [self.imitators.own_seats()] if self._own else None
        for viewers in own or [torch.full_like(every, seat) for seat in range(games.seats)]:
            found[every, viewers] = self._estimates(viewers)
        return found

    def _estimates(self, viewers: Tensor) -> Tensor:
        """Return the estimates of one viewer of each game."""
        view = self.games.numba_view
        self._viewers.copy_(viewers)
        self._last.zero_()
        self.games.encode_seats(view(self._viewers), 0, 1, view(self._last))
        return self.networks.values(self._last, self.seating.seated)


def exploration_rates(parameters: Hyperparameters, device: torch.device) -> Tensor:
    """Return how often the trained network takes a random choice in each game; the games in which it does are drawn."""
    generator = torch.Generator().manual_seed(parameters.seed + 2)
    explored = torch.rand(parameters.games, generator=generator) < parameters.exploration_fraction
    return (explored.float() * parameters.exploration_rate).to(device)
