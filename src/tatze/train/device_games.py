"""The backend of matches between networks in training: all games side by side on the CPU or a CUDA device.

    games = DeviceGames(GAME, settings, deals=1024, cuda=True)
    for figures in games.play(net):
        print(figures)

One learned seat plays among yardsticks or among seats of another network, on deals that no training sees. Every deal is
played once from each seat. Several settings, each a match of its own, are played at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from tatze.arena.figures import HeroFigures
from tatze.arena.match import Match
from tatze.arena.settings import MatchSetting, one_against
from tatze.bots.learned.network import features_of
from tatze.study.intervals import Estimate, proportion
from tatze.train.hyperparameters import EVALUATION_SEED
from tatze.train.net import MASKED_LOGIT, Net, padded
from tatze.train.settings import GameSetting
from tatze.train.vector.games import VectorGames


class DeviceGames:
    """The games of one learned seat among others, which one network after another can play."""

    deals: Tensor
    learners: Tensor
    seen_features: Any
    seen_masks: Any
    won: Tensor
    leads: Tensor

    def __init__(self, game: str, settings: Sequence[GameSetting], deals: int, cuda: bool) -> None:
        self.matches: list[Match] = [match_in(game, setting, deals) for setting in settings]
        counts = [deals * setting.players for setting in settings]
        games = VectorGames(game, settings, counts, EVALUATION_SEED, cuda, afterstates=False)
        self.games: VectorGames = games
        begins = torch.tensor([0, *counts[:-1]], device=games.device).cumsum(0)[games.setting_index]
        place = torch.arange(games.size, device=games.device) - begins
        self.deals, self.learners = place // games.players, (place % games.players).contiguous()
        """Of each game: the number of its deal, and the seat of the network."""
        module = features_of(game)
        self.features: Tensor = games.new((games.size, padded(module.length)), torch.int8)
        self.masks: Tensor = games.new((games.size, module.choices), torch.int8)
        self.seen_features, self.seen_masks = games.numba_view(self.features), games.numba_view(self.masks)
        self.won, self.leads = torch.zeros_like(games.shares), torch.zeros_like(games.leads)

    @torch.no_grad()
    def play(self, net: Net, others: Net | None = None) -> list[HeroFigures]:
        """Play all games to their ends, and return the figures of each setting. The network takes the choice with the
        highest logit. The other seats are yardsticks, or another network that chooses the same way."""
        games = self.games
        games.reset(EVALUATION_SEED, self.deals)
        games.done.zero_()
        if others:
            self._play_among(net, others)
        else:
            self._play_among_yardsticks(net)
        return self._figures()

    def _play_among_yardsticks(self, net: Net) -> None:
        games, learners = self.games, self.games.numba_view(self.learners)
        games.chosen.fill_(-1)
        games.step_among_yardsticks(learners)
        while bool((games.done == 0).any()):
            self._encode()
            games.chosen.copy_(self._best_choices(net))
            games.step_among_yardsticks(learners)
        self.won.copy_(games.shares)
        self.leads.copy_(games.leads)

    def _play_among(self, net: Net, others: Net) -> None:
        """Play among another network. Vectorised games deal anew where a game ended, so only the first end of each
        counts."""
        games = self.games
        ended = torch.zeros_like(games.done, dtype=torch.bool)
        while not bool(ended.all()):
            self._encode()
            games.step(torch.where(games.actor == self.learners, self._best_choices(net), self._best_choices(others)))
            now = (games.done > 0) & ~ended
            self.won[now], self.leads[now] = games.shares[now], games.leads[now]
            ended |= now

    def _encode(self) -> None:
        """Write the features and masks of all games."""
        self.features.zero_()
        self.masks.zero_()
        self.games.encode_actors(self.seen_features, self.seen_masks)

    def _best_choices(self, net: Net) -> Tensor:
        policy: Tensor = net(self.features.to(net.first.weight.dtype))[0]
        return policy.float().masked_fill(self.masks == 0, MASKED_LOGIT).argmax(1)

    def _figures(self) -> list[HeroFigures]:
        vector, found = self.games, []
        won = self.won.gather(1, self.learners[:, None])[:, 0]
        lead = self.leads.gather(1, self.learners[:, None])[:, 0]
        for kind, match in enumerate(self.matches):
            mine = vector.setting_index == kind
            games, mean_lead = int(mine.sum()), float(lead[mine].mean())
            wins = proportion(float(won[mine].double().sum()), games)
            found.append(HeroFigures(match, games, wins, Estimate(mean_lead, mean_lead, mean_lead)))
        return found


def match_in(game: str, setting: GameSetting, deals: int) -> Match:
    """Return the match of a learned seat among yardsticks in one setting."""
    where = MatchSetting(game, setting.rules, setting.players)
    return one_against(where, "learned", "yardstick", EVALUATION_SEED, deals, setting.options)
