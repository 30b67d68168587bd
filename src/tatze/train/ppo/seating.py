"""Who sits where: the order of seats as each viewer sees it, and the seats at which an imitation network plays."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from tatze.train.net import Net
from tatze.train.ppo.rollout import Rollout
from tatze.train.vector.games import VectorGames


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


class Imitators:
    """The imitation network at its seats, and what the trained network wins against it."""

    def __init__(self, games: VectorGames, seats: Tensor, net: Net | None) -> None:
        self.games, self.seats, self.net = games, seats, net
        self.rows = seats.any(1).nonzero()[:, 0]
        """The games in which it plays."""
        self._alone = (games.players - seats.sum(1) == 1).nonzero()[:, 0]
        """The games in which the trained network has one seat only."""
        self._tally = games.new((len(games.settings), 2), torch.float32)
        """For each setting: such games that ended, and victories in them."""

    def decide(self, actors: Tensor) -> Tensor:
        """Return in which games the imitation network decides."""
        return self.seats.gather(1, actors[:, None])[:, 0]

    def mixed(self, policy: Tensor, features: Tensor, decides: Tensor) -> Tensor:
        """Return the trained network's logits, with those of the imitation network where it decides."""
        if self.net is None:
            return policy
        theirs = self.net(features[self.rows].to(policy.dtype))[0]
        return policy.index_copy(0, self.rows, torch.where(decides[self.rows, None], theirs, policy[self.rows]))

    def count(self, rollout: Rollout) -> None:
        """Add the games of a rollout in which the trained network had one seat among imitations."""
        own = (~self.seats[self._alone]).int().argmax(1)
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
