"""How strong a network is: one learned seat among yardsticks or another network, on deals that no training sees.

Every deal is played once from each seat, so that luck with the cards and the seat evens out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from tatze.bots.learned.network import features_of
from tatze.study.intervals import Estimate, proportion
from tatze.train.field import Field
from tatze.train.learner import NEVER
from tatze.train.net import Net, padded
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
    """Games of one learned seat among others, to be played by one network after another."""

    def __init__(self, game: str, settings: Sequence[Setting], deals: int, cuda: bool) -> None:
        counts = [deals * setting.players for setting in settings]
        self.field = field = Field(game, settings, counts, EVALUATION_SEED, cuda, after=False)
        begins = torch.tensor([0, *counts[:-1]], device=field.device).cumsum(0)[field.kinds]
        place = torch.arange(field.size, device=field.device) - begins
        self.deals, self.learners = place // field.players, (place % field.players).contiguous()
        module = features_of(game)
        self.features = field.new((field.size, padded(module.length)), torch.int8)
        self.masks = field.new((field.size, module.choices), torch.int8)
        self.seen_features, self.seen_masks = field.share(self.features), field.share(self.masks)
        self.won, self.leads = torch.zeros_like(field.shares), torch.zeros_like(field.leads)

    @torch.no_grad()
    def play(self, net: Net, others: Net | None = None) -> list[Result]:
        """Play all games to their ends; the network makes the choice that it likes best. The others are yardsticks, or
        another network that does the same."""
        field = self.field
        field.reset(EVALUATION_SEED, self.deals)
        field.done.zero_()
        if others:
            self._play_among(net, others)
        else:
            self._play_among_yardsticks(net)
        return self._results()

    def _play_among_yardsticks(self, net: Net) -> None:
        field, learners = self.field, self.field.share(self.learners)
        field.chosen.fill_(-1)
        field.meet(learners)
        while bool((field.done == 0).any()):
            self._look()
            field.chosen.copy_(self._liked(net))
            field.meet(learners)
        self.won.copy_(field.shares)
        self.leads.copy_(field.leads)

    def _play_among(self, net: Net, others: Net) -> None:
        """A field deals anew where a game ended; of each the first end counts."""
        field = self.field
        ended = torch.zeros_like(field.done, dtype=torch.bool)
        while not bool(ended.all()):
            self._look()
            field.step(torch.where(field.actor == self.learners, self._liked(net), self._liked(others)))
            now = (field.done > 0) & ~ended
            self.won[now], self.leads[now] = field.shares[now], field.leads[now]
            ended |= now

    def _look(self) -> None:
        self.features.zero_()
        self.masks.zero_()
        self.field.look(self.seen_features, self.seen_masks)

    def _liked(self, net: Net) -> Tensor:
        policy: Tensor = net(self.features.to(net.first.weight.dtype))[0]
        return policy.float().masked_fill(self.masks == 0, NEVER).argmax(1)

    def _results(self) -> list[Result]:
        field, found = self.field, []
        won = self.won.gather(1, self.learners[:, None])[:, 0]
        lead = self.leads.gather(1, self.learners[:, None])[:, 0]
        for kind, setting in enumerate(field.settings):
            mine = field.kinds == kind
            games = int(mine.sum())
            wins = proportion(float(won[mine].double().sum()), games)
            found.append(Result(setting, games, wins, float(lead[mine].mean())))
        return found
