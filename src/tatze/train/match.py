"""How strong a network is: one learned seat among yardsticks or another network, on deals that no training sees.

Every deal is played once from each seat, so that luck with the cards and the seat evens out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from tatze.bots.learned.network import features_of
from tatze.study.intervals import Estimate, proportion
from tatze.train.hyperparameters import EVALUATION_SEED
from tatze.train.net import MASKED_LOGIT, Net, padded
from tatze.train.settings import GameSetting
from tatze.train.vector.games import VectorGames


class Result(NamedTuple):
    """The share of the victories that the learned seat won in one setting."""

    setting: GameSetting
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

    def __init__(self, game: str, settings: Sequence[GameSetting], deals: int, cuda: bool) -> None:
        counts = [deals * setting.players for setting in settings]
        self.games = games = VectorGames(game, settings, counts, EVALUATION_SEED, cuda, afterstates=False)
        begins = torch.tensor([0, *counts[:-1]], device=games.device).cumsum(0)[games.setting_index]
        place = torch.arange(games.size, device=games.device) - begins
        self.deals, self.learners = place // games.players, (place % games.players).contiguous()
        module = features_of(game)
        self.features = games.new((games.size, padded(module.length)), torch.int8)
        self.masks = games.new((games.size, module.choices), torch.int8)
        self.seen_features, self.seen_masks = games.numba_view(self.features), games.numba_view(self.masks)
        self.won, self.leads = torch.zeros_like(games.shares), torch.zeros_like(games.leads)

    @torch.no_grad()
    def play(self, net: Net, others: Net | None = None) -> list[Result]:
        """Play all games to their ends; the network makes the choice that it likes best. The others are yardsticks, or
        another network that does the same."""
        games = self.games
        games.reset(EVALUATION_SEED, self.deals)
        games.done.zero_()
        if others:
            self._play_among(net, others)
        else:
            self._play_among_yardsticks(net)
        return self._results()

    def _play_among_yardsticks(self, net: Net) -> None:
        games, learners = self.games, self.games.numba_view(self.learners)
        games.chosen.fill_(-1)
        games.step_among_yardsticks(learners)
        while bool((games.done == 0).any()):
            self._look()
            games.chosen.copy_(self._liked(net))
            games.step_among_yardsticks(learners)
        self.won.copy_(games.shares)
        self.leads.copy_(games.leads)

    def _play_among(self, net: Net, others: Net) -> None:
        """The games deal anew where a game ended; of each the first end counts."""
        games = self.games
        ended = torch.zeros_like(games.done, dtype=torch.bool)
        while not bool(ended.all()):
            self._look()
            games.step(torch.where(games.actor == self.learners, self._liked(net), self._liked(others)))
            now = (games.done > 0) & ~ended
            self.won[now], self.leads[now] = games.shares[now], games.leads[now]
            ended |= now

    def _look(self) -> None:
        self.features.zero_()
        self.masks.zero_()
        self.games.encode_actors(self.seen_features, self.seen_masks)

    def _liked(self, net: Net) -> Tensor:
        policy: Tensor = net(self.features.to(net.first.weight.dtype))[0]
        return policy.float().masked_fill(self.masks == 0, MASKED_LOGIT).argmax(1)

    def _results(self) -> list[Result]:
        games, found = self.games, []
        won = self.won.gather(1, self.learners[:, None])[:, 0]
        lead = self.leads.gather(1, self.learners[:, None])[:, 0]
        for kind, setting in enumerate(games.settings):
            mine = games.setting_index == kind
            count = int(mine.sum())
            wins = proportion(float(won[mine].double().sum()), count)
            found.append(Result(setting, count, wins, float(lead[mine].mean())))
        return found
