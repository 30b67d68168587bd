"""Full playouts with the learned policy on a CUDA device, from given states: the reference of reviews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from tatze.bots.learned.bot import network_of
from tatze.bots.learned.network import features_of
from tatze.games import game_named
from tatze.train.net import MASKED_LOGIT, imported, padded
from tatze.train.settings import GameSetting
from tatze.train.vector.games import VectorGames

CHUNK = 1 << 16
"""Number of views that the network evaluates at once."""


class Device:
    """Games of one setting on a device: playouts to the end, and everybody's chances in given states."""

    def __init__(self, game: str, setting: GameSetting, largest: int, cuda: bool) -> None:
        self.game, self.setting, self.cuda = game, setting, cuda
        self.sizes = [largest >> step for step in range(6)]
        self.games: dict[int, VectorGames] = {}
        self.device = torch.device("cuda" if cuda else "cpu")
        self.dtype = torch.bfloat16 if cuda else torch.float32
        self.exact = imported(network_of(game)).to(self.device).float().eval()
        self.net = imported(network_of(game)).to(self.device, self.dtype).eval()
        module = features_of(game)
        self.features = torch.zeros((largest, padded(module.length)), dtype=torch.int8, device=self.device)
        self.masks = torch.zeros((largest, module.choices), dtype=torch.int8, device=self.device)
        self.rows = 0
        """Number of decisions that the network made."""

    def sized(self, size: int) -> VectorGames:
        """Return games of a size, made once."""
        if size not in self.games:
            self.games[size] = VectorGames(self.game, [self.setting], [size], 1, self.cuda, afterstates=False)
        return self.games[size]

    @torch.no_grad()
    def playouts(self, states: Any, choices: Any, numbers: Any, seed: int) -> Any:
        """Make a choice in each state and play on with the policy; return every seat's share of the victory.

        Games of one number have the same rolls."""
        results = np.zeros((len(states), game_named(self.game).most_players), np.float32)
        running, rolls, chosen = np.arange(len(states)), np.zeros(len(states), np.int64), choices
        numbers = np.asarray(numbers)
        while len(running):
            size = min((size for size in self.sizes if size >= len(running)), default=self.sizes[0])
            states, numbers, rolls, running, chosen = self._play_until_half(
                size, (states, numbers, rolls, running, chosen), results, seed
            )
        return results

    def _play_until_half(self, size: int, now: tuple[Any, ...], results: Any, seed: int) -> tuple[Any, ...]:
        """Play until half of the games of this size have ended; return what is needed to go on with the rest."""
        states, numbers, rolls, running, chosen = now
        games, count = self.sized(size), len(running)
        games.seed = seed
        filler = np.zeros(size - count, np.int64)
        games.restore(np.concatenate([states, np.repeat(states[:1], size - count)]))
        games.numbers.copy_(torch.from_numpy(np.concatenate([numbers, filler])))
        games.rolls.copy_(torch.from_numpy(np.concatenate([rolls, filler])))
        games.done.zero_()
        alive = torch.arange(size, device=self.device) < count
        wanted = torch.from_numpy(running).to(self.device)
        found = torch.zeros((size, results.shape[1]), device=self.device)
        small = size == self.sizes[-1]
        choice = torch.zeros(size, dtype=torch.int64, device=self.device)
        if chosen is not None:
            choice[:count] = torch.from_numpy(np.asarray(chosen)).to(self.device)
            if size > count:
                choice[count:] = choice[0]
        first = chosen is not None
        while True:
            if not first:
                choice = self._choices(games, size)
            first = False
            games.step(choice)
            ended = (games.done > 0) & alive
            found[ended] = games.shares[ended]
            alive &= ~ended
            left = int(alive.sum())
            if left == 0 or (not small and left <= size // 2):
                break
        over = ~alive[:count]
        results[wanted[over].cpu().numpy()] = found[:count][over].cpu().numpy()
        rest = np.flatnonzero(alive[:count].cpu().numpy())
        if not len(rest):
            return states[:0], numbers[:0], rolls[:0], running[:0], None
        read = games.states()
        return read[rest], games.numbers.cpu().numpy()[rest], games.rolls.cpu().numpy()[rest], running[rest], None

    def _choices(self, games: VectorGames, size: int) -> Any:
        features, masks = self.features[:size], self.masks[:size]
        features.zero_()
        masks.zero_()
        games.encode_actors(games.numba_view(features), games.numba_view(masks))
        self.rows += size
        found = []
        for first in range(0, size, CHUNK):
            policy = self.net(features[first : first + CHUNK].to(self.dtype))[0]
            found.append(policy.float().masked_fill(masks[first : first + CHUNK] == 0, MASKED_LOGIT).argmax(1))
        return torch.cat(found)

    @torch.no_grad()
    def joined(self, states: Any) -> Any:
        """Return everybody's chances in states at which a seat decides or the game is over."""
        players = self.setting.players
        out = np.zeros((len(states), players))
        for first in range(0, len(states), self.sizes[0]):
            part = states[first : first + self.sizes[0]]
            out[first : first + len(part)] = self._joined(part, players)
        return out

    def _joined(self, states: Any, players: int) -> Any:
        size = min((size for size in self.sizes if size >= len(states)), default=self.sizes[0])
        games, features = self.sized(size), self.features[:size]
        games.restore(np.concatenate([states, np.repeat(states[:1], size - len(states))]))
        mine = []
        for seat in range(players):
            features.zero_()
            seats = torch.full((size,), seat, dtype=torch.int64, device=self.device)
            games.encode_seats(games.numba_view(seats), 0, 1, games.numba_view(features))
            worth = [
                torch.softmax(self.exact(features[at : at + CHUNK].float())[1][:, :players].double(), 1)[:, 0]
                for at in range(0, size, CHUNK)
            ]
            mine.append(torch.cat(worth))
        found = torch.stack(mine, 1)
        return (found / found.sum(1, keepdim=True)).cpu().numpy()[: len(states)]


def setting(rules: str, players: int) -> GameSetting:
    return GameSetting(rules, players)


def tiled(states: Any, times: int) -> Any:
    return np.tile(states, times)


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    array = np.asarray(values, float)
    return float(array.mean()), float(array.std(ddof=1) / np.sqrt(len(array))) if len(array) > 1 else float("nan")
