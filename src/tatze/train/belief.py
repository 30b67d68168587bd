"""Trains the belief of a game's guided search: where the items that a seat does not see may be.

    python -m tatze.train.belief GAME --minutes 8 --out .train/GAME-belief.npz

The network of the learned bot plays games in all settings, in half of them with sampled and some random choices, so
that odd positions are known too. A smaller network reads what the seat that decides sees, and learns from the truth."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Iterator
from math import cos, log, pi
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from tatze.bots.learned.belief import Belief
from tatze.bots.learned.bot import network_of
from tatze.bots.learned.network import features_of, requirements
from tatze.core.errors import SetupError
from tatze.games import game_named, game_names
from tatze.train.net import MASKED_LOGIT, Net, TrunkNet, imported, linear, padded, rounded
from tatze.train.settings import all_settings, games_per_setting
from tatze.train.vector.cpu import CpuBackend
from tatze.train.vector.games import VectorGames

SAMPLED_FRACTION = 0.5
"""Fraction of the games in which choices are drawn from the policy."""
RANDOM_RATE = 0.03
"""Fraction of random choices in these games."""
KEPT_FRACTION = 0.5
"""Fraction of the decisions that are kept: neighbours of one game are much alike."""
WARM_UP_STEPS = 60
"""Number of decisions in each game before the first one is kept, so that games are at different stages."""
HELD_OUT_GAMES = 512
"""Number of games whose decisions are only for the test: a network that knows a deal is better in its other moves."""
HELD_OUT_STEPS = 40
"""Number of decisions in each of them that are tested."""
WEIGHT_DECAY = 1e-4
"""Weight decay of AdamW."""
WARM_UP_UPDATES = 100
"""Number of updates in which the learning rate rises."""
PRINT_SECONDS = 30.0
"""Seconds between two lines of progress."""


class BeliefNet(TrunkNet):
    """The belief as PyTorch trains it: its output has, for every other seat, counted from the viewer's, and every kind
    of item, the logarithm of the odds that the item is there, beside a uniform draw."""

    def __init__(self, features: int, seats: int, items: int, width: int, blocks: int) -> None:
        super().__init__(features, width, blocks)
        self.items = items
        self.belief: nn.Linear = nn.Linear(width, (seats - 1) * items)
        nn.init.zeros_(self.belief.weight)
        nn.init.zeros_(self.belief.bias)

    def forward(self, x: Tensor) -> Tensor:
        return linear(self.belief, self.trunk(x)).view(len(x), -1, self.items)


class Positions(NamedTuple):
    """Decisions, one in each row."""

    features: Tensor
    hidden: Tensor
    """How many of each item that the viewer does not see each seat has, from the viewer's on; the first row has those
    of no seat (seats × items)."""


class SelfPlay:
    """Games of the learned bot in all settings."""

    def __init__(self, game: str, size: int, seed: int) -> None:
        settings = all_settings(game)
        self.games: VectorGames = VectorGames(
            game, settings, games_per_setting(settings, size), seed, afterstates=False
        )
        assert isinstance(self.games.backend, CpuBackend)
        self.backend: CpuBackend = self.games.backend
        self.net: Net = imported(network_of(game)).to(torch.bfloat16).eval()
        self.sampled: Tensor = torch.rand(size) < SAMPLED_FRACTION
        self.features: Tensor = torch.zeros(size, padded(features_of(game).length), dtype=torch.int8)
        self.masks: Tensor = torch.zeros(size, features_of(game).choices, dtype=torch.int8)
        self.hidden: Tensor = torch.zeros(
            size, game_named(game).most_players, features_of(game).items, dtype=torch.int8
        )

    @torch.no_grad()
    def step(self) -> Positions:
        """Make a decision in every game, and return those that are kept."""
        for tensor in (self.features, self.masks, self.hidden):
            tensor.zero_()
        self.games.encode_actors(self.features.numpy(), self.masks.numpy())
        self.backend.count_hidden_items(self.hidden.numpy())
        logits = self.net(self.features.to(torch.bfloat16))[0].float()
        policy = logits.masked_fill(self.masks == 0, MASKED_LOGIT).softmax(1)
        kept = (torch.rand(len(policy)) < KEPT_FRACTION) & (self.masks.sum(1) > 1) & (self.hidden.sum((1, 2)) > 0)
        self.games.step(self._choices(policy))
        return Positions(self.features[kept], self.hidden[kept])

    def _choices(self, policy: Tensor) -> Tensor:
        """Return the best choices, in the sampled games drawn ones, now and then at random."""
        drawn = torch.multinomial(policy, 1)[:, 0]
        wild = torch.multinomial(self.masks.float(), 1)[:, 0]
        drawn = torch.where(torch.rand(len(policy)) < RANDOM_RATE, wild, drawn)
        return torch.where(self.sampled, drawn, policy.argmax(1))


def belief_loss(weights: Tensor, hidden: Tensor) -> Tensor:
    """Return minus the mean log-likelihood of where each hidden item is: with a seat with odds of the number of its
    hidden items times the exponential of the weight."""
    places = hidden.sum(2).clamp(min=1e-9).log()
    logits = nn.functional.pad(weights, (0, 0, 1, 0)) + places[:, :, None]
    return -(hidden * logits.log_softmax(1)).sum() / hidden.sum()


@torch.no_grad()
def bits_won(net: BeliefNet, batch: Positions) -> float:
    """Return how many bits the belief tells of each item that a seat has, beside a uniform draw."""
    weights = net(batch.features)
    gain = belief_loss(torch.zeros_like(weights), batch.hidden) - belief_loss(weights, batch.hidden)
    return float(gain * batch.hidden.sum() / batch.hidden[:, 1:].sum() / log(2))


class Buffer:
    """The latest positions, to draw batches from."""

    def __init__(self, size: int, like: Positions) -> None:
        self.kept: int = 0
        """Number of rows of the buffer that hold a position."""
        self.next: int = 0
        """The row of the buffer that the next position is written to."""
        self.rows: Positions = Positions(*(t.new_zeros((size, *t.shape[1:])) for t in like))

    def add(self, positions: Positions) -> None:
        """Keep positions, in place of the oldest ones."""
        count, size = len(positions.features), len(self.rows.features)
        places = (torch.arange(count) + self.next) % size
        for row, new in zip(self.rows, positions, strict=True):
            row[places] = new
        self.next = (self.next + count) % size
        self.kept = min(size, self.kept + count)

    def batch(self, size: int) -> Positions:
        """Return positions drawn at random."""
        places = torch.randint(self.kept, (size,))
        return Positions(*(row[places].float() for row in self.rows))


class BeliefLearner:
    """A belief that is fitted to positions."""

    def __init__(self, net: BeliefNet, rate: float) -> None:
        """`rate` is the highest learning rate."""
        self.net: BeliefNet = net
        self.rate: float = rate
        self.updates: int = 0
        self.optimiser: torch.optim.AdamW = torch.optim.AdamW(net.parameters(), rate, weight_decay=WEIGHT_DECAY)

    def update(self, batch: Positions, progress: float) -> None:
        """Take one step of the optimiser; `progress` goes from 0 to 1, and the learning rate falls along a cosine."""
        self.updates += 1
        rate = self.rate * min(1.0, self.updates / WARM_UP_UPDATES) * (1e-3 + 0.5 + 0.5 * cos(pi * min(1.0, progress)))
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        loss = belief_loss(self.net(batch.features), batch.hidden)
        self.optimiser.zero_grad()
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimiser.step()


def held_out(game: str, seed: int) -> Positions:
    """Return decisions of games that are not learned from."""
    play = SelfPlay(game, HELD_OUT_GAMES, seed)
    for _ in range(WARM_UP_STEPS):
        play.step()
    found = [play.step() for _ in range(HELD_OUT_STEPS)]
    return Positions(*(torch.cat(columns).float() for columns in zip(*found, strict=True)))


def progress_of(minutes: float) -> Iterator[float]:
    """Yield the fraction of the time that has passed, until all of it has."""
    begun = time.monotonic()
    while (progress := (time.monotonic() - begun) / (60 * minutes)) < 1:
        yield progress


def train(args: argparse.Namespace) -> Belief:
    """Play, learn, and return the belief."""
    features, game = features_of(args.game), game_named(args.game)
    if not features.items:
        raise SetupError(f"nothing is hidden in {args.game}")
    torch.manual_seed(args.seed)
    learner = BeliefLearner(
        BeliefNet(features.length, game.most_players, features.items, args.width, args.blocks), args.rate
    )
    test = held_out(args.game, args.seed + 1)
    play = SelfPlay(args.game, args.games, args.seed)
    for _ in range(WARM_UP_STEPS):
        play.step()
    buffer, positions, printed = Buffer(args.buffer, play.step()), 0, time.monotonic()
    for progress in progress_of(args.minutes):
        new = play.step()
        buffer.add(new)
        positions += len(new.features)
        for _ in range(args.updates):
            learner.update(buffer.batch(args.size), progress)
        if time.monotonic() - printed > PRINT_SECONDS:
            printed = time.monotonic()
            told = f"{bits_won(learner.net, test):.4f} bits"
            print(f"{100 * progress:3.0f} %: {positions:,} positions, {learner.updates:,} updates, {told}", flush=True)
    bits = round(bits_won(learner.net, test), 4)
    print(f"held out: {bits} bits for each item in a hand")
    command = shlex.join(["python", "-m", "tatze.train.belief", *sys.argv[1:]])
    figures = {"positions": positions, "updates": learner.updates, "bits_held_out": bits, "command": command}
    return export(learner.net, args.game, figures)


def export(net: BeliefNet, game: str, figures: dict[str, Any]) -> Belief:
    """Return a belief as bots read it, with figures about its making."""
    about = {**requirements(game), "blocks": len(net.blocks), "width": net.first.out_features, "items": net.items}
    return Belief(rounded(net, features_of(game).length), about | figures)


def main() -> None:
    """Train a belief and write its weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--width", type=int, default=256, help="units in each layer (%(default)s)")
    parser.add_argument("--blocks", type=int, default=1, help="residual blocks (%(default)s)")
    parser.add_argument("--games", type=int, default=4096, help="played side by side (%(default)s)")
    parser.add_argument("--updates", type=int, default=2, help="batches after each step of all games (%(default)s)")
    parser.add_argument("--size", type=int, default=1024, help="positions in a batch (%(default)s)")
    parser.add_argument("--buffer", type=int, default=300_000, help="positions that are kept (%(default)s)")
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    args = parser.parse_args()
    made = train(args)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    made.save(args.out, small=True)


if __name__ == "__main__":
    main()
