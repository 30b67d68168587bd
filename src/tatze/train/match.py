"""How strong a network is: one learned seat among yardsticks, on deals that no training sees.

Every deal is played once from each seat, so that luck with the cards and the seat evens out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch

from tatze.study.intervals import Estimate, proportion
from tatze.train.field import Field, features_of
from tatze.train.learner import NEVER
from tatze.train.net import Net
from tatze.train.plan import EVALUATION_SEED
from tatze.train.settings import Setting


class Result(NamedTuple):
    """The share of the victories that the learned seat won in one setting."""

    setting: Setting
    games: int
    wins: Estimate
    lead: float
    """Points ahead of the best of the others, on average."""

    def __str__(self) -> str:
        half = (self.wins.high - self.wins.low) / 2
        wins = f"{100 * self.wins.value:.1f} ± {100 * half:.1f} %"
        return f"{self.setting}: {wins} ({self.games} games, lead {self.lead:+.1f})"


class Match:
    """Games of one learned seat among yardsticks, to be played by one network after another."""

    def __init__(self, game: str, settings: Sequence[Setting], deals: int, cuda: bool) -> None:
        counts = [deals * setting.players for setting in settings]
        self.field = field = Field(game, settings, counts, EVALUATION_SEED, cuda)
        begins = torch.tensor([0, *counts[:-1]], device=field.device).cumsum(0)[field.kinds]
        place = torch.arange(field.size, device=field.device) - begins
        self.deals, self.learners = place // field.players, (place % field.players).contiguous()
        module = features_of(game)
        self.features = field.new((field.size, module.LENGTH), torch.int8)
        self.masks = field.new((field.size, module.CHOICES), torch.int8)

    @torch.no_grad()
    def play(self, net: Net) -> list[Result]:
        """Play all games to their ends; the network makes the choice that it likes best."""
        field = self.field
        precision = net.first.weight.dtype
        learners, features, masks = (field.share(t) for t in (self.learners, self.features, self.masks))
        field.reset(EVALUATION_SEED, self.deals)
        field.done.zero_()
        field.chosen.fill_(-1)
        field.meet(learners)
        while bool((field.done == 0).any()):
            self.features.zero_()
            self.masks.zero_()
            field.look(features, masks)
            policy, _ = net(self.features.to(precision))
            field.chosen.copy_(policy.float().masked_fill(self.masks == 0, NEVER).argmax(1))
            field.meet(learners)
        return self._results()

    def _results(self) -> list[Result]:
        field, found = self.field, []
        won = field.shares.gather(1, self.learners[:, None])[:, 0]
        lead = field.leads.gather(1, self.learners[:, None])[:, 0]
        for kind, setting in enumerate(field.settings):
            mine = field.kinds == kind
            games = int(mine.sum())
            wins = proportion(float(won[mine].double().sum()), games)
            found.append(Result(setting, games, wins, float(lead[mine].mean())))
        return found
