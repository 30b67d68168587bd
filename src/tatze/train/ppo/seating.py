"""Who sits where: the order of seats as each viewer sees it, and the seats at which imitation networks play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from tatze.train.net import MASKED_LOGIT, Net
from tatze.train.ppo.deciding import DecidingGames
from tatze.train.ppo.networks import maybe_compiled
from tatze.train.ppo.rollout import Rollout
from tatze.train.vector.games import VectorGames

Policy = Callable[[Tensor, Tensor], Tensor]
"""A network's function from rows of features and masks to logits."""


class Seating(NamedTuple):
    """The seats of every game."""

    relative: Tensor
    """The k-th seat counted from each viewer's own: games × viewers × seats."""
    seated: Tensor
    """Whether the k-th seat plays: games × seats."""


def seating_of(games: VectorGames) -> Seating:
    """Return the seats of every game."""
    seats = torch.arange(games.seats, device=games.device)
    relative = (seats[None, :, None] + seats[None, None, :]) % games.players[:, None, None]
    return Seating(relative, seats[None, :] < games.players[:, None])


def another_seat(actor: Tensor, players: Tensor, generator: torch.Generator) -> Tensor:
    """Draw for each game a seat that is not the actor."""
    drawn = torch.rand(len(actor), generator=generator, device=actor.device)
    return (actor + 1 + (drawn * (players - 1)).long().clamp(max=players - 2)) % players


def imitation_seats(games: VectorGames, fraction: float, min_players: int, seed: int) -> Tensor:
    """Draw the seats of the imitation network (games × seats).

    Only that fraction of the games with at least `min_players` and without `thumb` bots has any. One drawn seat stays
    with the trained network; in half of the games all others are imitations, otherwise each is with probability one
    half."""
    generator = torch.Generator().manual_seed(seed + 1)
    players, size = games.players.cpu(), games.size
    drawn = torch.rand(size, generator=generator) < fraction
    drawn &= (games.scripted.cpu() == 0) & (players >= min_players)
    own = (torch.rand(size, generator=generator) * players).long()
    all_others = torch.rand(size, 1, generator=generator) < 0.5
    seats = torch.arange(games.seats)
    wanted = (torch.rand(size, games.seats, generator=generator) < 0.5) | all_others
    wanted &= (seats != own[:, None]) & (seats < players[:, None]) & drawn[:, None]
    return wanted.to(games.device)


def all_seats_but_one(games: VectorGames, seed: int) -> Tensor:
    """Draw one seat in every game, and return all others that play (games × seats)."""
    generator = torch.Generator().manual_seed(seed + 1)
    players = games.players.cpu()
    own = (torch.rand(games.size, generator=generator) * players).long()
    seats = torch.arange(games.seats)
    return ((seats != own[:, None]) & (seats < players[:, None])).to(games.device)


def policy_of(net: Net) -> Policy:
    """Return the function from features and masks to a network's logits; those of illegal choices are far below all."""

    def logits(features: Tensor, masks: Tensor) -> Tensor:
        policy: Tensor = net(features.to(net.first.weight.dtype))[0]
        return policy.float().masked_fill(masks == 0, MASKED_LOGIT)

    return logits


class Imitators:
    """Imitation networks at their seats, and what the trained network wins against them.

    With several networks each of them plays in some of the games, and no game has two of them."""

    games: VectorGames
    seats: Tensor
    policies: tuple[Policy, ...]
    """Each network's function from features and masks to logits."""
    greedy: bool

    def __init__(
        self, games: VectorGames, seats: Tensor, nets: Sequence[Net], greedy: bool = False, compiled: bool = False
    ) -> None:
        """`seats` marks the seats of imitation networks: games × seats. A `greedy` one always takes its most probable
        choice; otherwise choices are drawn. `compiled` says whether PyTorch compiles the networks."""
        self.games, self.seats, self.greedy = games, seats, greedy
        self.policies = tuple(maybe_compiled(policy_of(net), compiled) for net in nets)
        rows = seats.any(1).nonzero()[:, 0]
        self.rows: tuple[Tensor, ...] = tuple(rows[number :: len(nets)] for number in range(len(nets)))
        """For each network the games in which it plays."""
        share = seats.sum(1) / games.players
        self._deciding: tuple[DecidingGames, ...] = tuple(
            DecidingGames(rows, float(share[rows].mean()) if len(rows) else 0.0) for rows in self.rows
        )
        self.share: float = float(share.mean())
        """The expected fraction of all decisions that imitation networks make."""
        self._alone = (games.players - seats.sum(1) == 1).nonzero()[:, 0]
        """The games in which the trained network has one seat only."""
        self._tally = games.new((len(games.settings), 2), torch.float32)
        """For each setting: such games that ended, and victories in them."""

    def decide(self, actors: Tensor) -> Tensor:
        """Return in which games an imitation network decides."""
        return self.seats.gather(1, actors[:, None])[:, 0]

    def choose(
        self, features: Tensor, masks: Tensor, decides: Tensor, chosen: Tensor, generator: torch.Generator
    ) -> None:
        """Write the choices of the imitation networks into `chosen`, where they decide."""
        for logits, deciding in zip(self.policies, self._deciding, strict=True):
            rows = deciding.pick(decides)
            policy = logits(features[rows], masks[rows])
            if not self.greedy:
                noise = torch.empty_like(policy).exponential_(generator=generator)
                policy = policy - noise.clamp(min=1e-30).log()
            chosen[rows] = torch.where(decides[rows], policy.argmax(1), chosen[rows])

    def grow_if_missed(self) -> None:
        """Look at more games in each step from now on if once there were too few."""
        for deciding in self._deciding:
            deciding.grow_if_missed()

    def own_seats(self) -> Tensor:
        """Return the first seat of every game at which the trained network plays."""
        return (~self.seats).int().argmax(1)

    def count(self, rollout: Rollout) -> None:
        """Add the games of a rollout in which the trained network had one seat among imitations."""
        own = self.own_seats()[self._alone]
        ended = (rollout.done[:, self._alone] > 0).float()
        won = rollout.shares[:, self._alone, own] * ended
        counts = torch.stack([ended.sum(0), won.sum(0)], 1)
        self._tally.index_add_(0, self.games.setting_index[self._alone], counts)

    def results(self) -> dict[str, tuple[int, float]]:
        """Return for each setting the games counted since the last call and the share of victories; begin anew."""
        found = {
            str(setting): (int(count), won / count)
            for setting, (count, won) in zip(self.games.settings, self._tally.tolist(), strict=True)
            if count
        }
        self._tally.zero_()
        return found
