"""Which games a network has to look at in a step: those in which it decides."""

from __future__ import annotations

import torch
from torch import Tensor

MARGIN = 0.05
"""Fraction of the games that are looked at beyond those in which the network is expected to decide."""
DEVIATIONS = 6.0
"""The same in square roots of the number of games, for small numbers."""
GROWTH = 1.1
"""Factor by which the number of games grows after a step in which it was too small."""


class DecidingGames:
    """Picks the games in which a network decides: always the same number of games, so that compiled code keeps its
    shapes. The number leaves a margin over what is expected; games beyond the need are picked as well."""

    def __init__(self, games: Tensor, fraction: float) -> None:
        """`games` are those in which the network ever decides, and `fraction` the expected fraction of them in which
        it decides in one step."""
        self.games = games
        expected = (fraction + MARGIN) * len(games) + DEVIATIONS * len(games) ** 0.5
        self.count: int = min(len(games), int(expected))
        self._missed = torch.zeros((), dtype=torch.bool, device=games.device)

    def pick(self, decides: Tensor) -> Tensor:
        """Return games among which are all those in which the network decides; `decides` has one entry for every game
        of the training. If there are more of them than expected, some are missing."""
        if self.count == len(self.games):
            return self.games
        mine = decides[self.games]
        self._missed |= mine.sum() > self.count
        place = torch.where(mine, mine.cumsum(0), mine.sum() + (~mine).cumsum(0)) - 1  # those in which it decides first
        order = torch.empty_like(self.games).scatter_(0, place, self.games)
        return order[: self.count]

    def grow_if_missed(self) -> None:
        """Pick more games from now on if there were once too few."""
        if bool(self._missed):
            self.count = min(len(self.games), int(GROWTH * self.count) + 1)
            self._missed.fill_(False)
