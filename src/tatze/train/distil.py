"""Distillation: fits a small network to the policy, the value and the hidden items of games that the large one plays.

    python -m tatze.train.distil GAME --minutes 3 --out .train/GAME-playouts.npz

The small network plays the rollouts of the guided search, where the large one would be too slow. Where items are hidden
it has a belief besides: where the items that a seat does not see may be. Games are played by the large network, in half
of them with sampled and some random choices, so that the small network knows odd positions too."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from math import cos, log, pi
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from tatze.bots.learned.bot import weights_file
from tatze.bots.learned.network import Network, features_of
from tatze.games import game_named, game_names
from tatze.train.net import MASKED_LOGIT, Net, export, imported, padded
from tatze.train.settings import all_settings, games_per_setting
from tatze.train.vector.cpu import CpuBackend
from tatze.train.vector.games import VectorGames

SAMPLED_FRACTION = 0.5
"""Fraction of the games in which choices are drawn from the policy."""
RANDOM_RATE = 0.03
"""Fraction of random choices in these games."""
KEPT_FRACTION = 0.25
"""Fraction of the decisions that are kept: neighbours of one game are much alike."""
WARM_UP_STEPS = 60
"""Number of decisions in each game before the first one is kept, so that games are at different stages."""
WEIGHT_DECAY = 1e-4
"""Weight decay of AdamW."""
WARM_UP_UPDATES = 100
"""Number of updates in which the learning rate rises."""
PRINT_SECONDS = 10.0
"""Seconds between two lines of progress."""


class Positions(NamedTuple):
    """Decisions of the large network, one in each row."""

    features: Tensor
    masks: Tensor
    policy: Tensor
    """The large network's policy."""
    chances: Tensor
    """The large network's chances by seat, from the viewer's on."""
    hidden: Tensor
    """How many of each item that the viewer does not see each seat has, from the viewer's on; the first row has those
    of no seat (seats × items)."""


class Losses(NamedTuple):
    """The losses of a batch, each a mean in nats."""

    policy: Tensor
    """Divergence of the policies."""
    value: Tensor
    """Divergence of the chances."""
    belief: Tensor
    """Minus the log-likelihood of where a hidden item is."""
    uniform: Tensor
    """The same of a uniform draw."""
    same: Tensor
    """Fraction of equal best choices."""

    @property
    def total(self) -> Tensor:
        return self.policy + self.value + self.belief


class SelfPlay:
    """Games of the large network in all settings, and what can be learned from them."""

    def __init__(self, game: str, size: int, seed: int, device: torch.device) -> None:
        settings = all_settings(game)
        self.games = VectorGames(game, settings, games_per_setting(settings, size), seed, afterstates=False)
        assert isinstance(self.games.backend, CpuBackend)
        self.backend: CpuBackend = self.games.backend
        self.net = imported(Network.load(weights_file(game), game)).to(device, torch.bfloat16).eval()
        self.device, self.items = device, features_of(game).items
        self.sampled = torch.rand(size, device=device) < SAMPLED_FRACTION
        self.players = self.games.players.to(device)
        self.features = torch.zeros(size, padded(features_of(game).length), dtype=torch.int8)
        self.masks = torch.zeros(size, features_of(game).choices, dtype=torch.int8)
        self.hidden = torch.zeros(size, game_named(game).most_players, max(1, self.items), dtype=torch.int8)

    @torch.no_grad()
    def step(self) -> Positions:
        """Make a decision in every game, and return those that are kept."""
        for tensor in (self.features, self.masks, self.hidden):
            tensor.zero_()
        self.games.encode_actors(self.features.numpy(), self.masks.numpy())
        if self.items:
            self.backend.count_hidden_items(self.hidden.numpy())
        features, masks, hidden = (tensor.to(self.device) for tensor in (self.features, self.masks, self.hidden))
        policy, value = self.net(features.to(torch.bfloat16))
        policy = policy.float().masked_fill(masks == 0, MASKED_LOGIT).softmax(1)
        absent = torch.arange(value.shape[1] - 1, device=self.device) >= self.players[:, None]
        chances = value[:, :-1].float().masked_fill(absent, MASKED_LOGIT).softmax(1)
        self.games.step(self._choices(policy, masks).cpu())
        kept = (torch.rand(len(policy), device=self.device) < KEPT_FRACTION) & (masks.sum(1) > 1)
        return Positions(*(tensor[kept] for tensor in (features, masks, policy.half(), chances.half(), hidden)))

    def _choices(self, policy: Tensor, masks: Tensor) -> Tensor:
        """Return the best choices, in the sampled games drawn ones, now and then at random."""
        drawn = torch.multinomial(policy, 1)[:, 0]
        wild = torch.multinomial(masks.float(), 1)[:, 0]
        drawn = torch.where(torch.rand(len(policy), device=self.device) < RANDOM_RATE, wild, drawn)
        return torch.where(self.sampled, drawn, policy.argmax(1))


def losses(net: Net, batch: Positions) -> Losses:
    """Return how far the small network is from the large one and from the truth."""
    x = net.trunk(batch.features)
    logits = net.policy(x).masked_fill(batch.masks == 0, MASKED_LOGIT)
    worth = net.worth(x)[:, :-1].masked_fill(batch.chances == 0, MASKED_LOGIT)
    zero = torch.zeros((), device=x.device)
    belief, uniform = zero, zero
    if hasattr(net, "belief"):
        weights = net.belief(x).unflatten(1, (batch.hidden.shape[1] - 1, -1))
        belief = belief_loss(weights, batch.hidden)
        uniform = belief_loss(torch.zeros_like(weights), batch.hidden)
    return Losses(
        functional.kl_div(logits.log_softmax(1), batch.policy, reduction="batchmean"),
        functional.kl_div(worth.log_softmax(1), batch.chances, reduction="batchmean"),
        belief,
        uniform,
        (logits.argmax(1) == batch.policy.argmax(1)).float().mean(),
    )


def belief_loss(weights: Tensor, hidden: Tensor) -> Tensor:
    """Return minus the mean log-likelihood of where each hidden item is: with a seat with odds of the number of its
    hidden items times the exponential of the weight."""
    places = hidden.sum(2).clamp(min=1e-9).log()
    logits = functional.pad(weights, (0, 0, 1, 0)) + places[:, :, None]
    return -(hidden * logits.log_softmax(1)).sum() / hidden.sum()


class Buffer:
    """The latest positions, to draw batches from."""

    def __init__(self, size: int) -> None:
        self.size, self.kept, self.next = size, 0, 0
        self.rows: Positions | None = None

    def add(self, positions: Positions) -> None:
        """Keep positions, in place of the oldest ones."""
        if self.rows is None:
            self.rows = Positions(*(t.new_zeros((self.size, *t.shape[1:])) for t in positions))
        count = len(positions.features)
        places = (torch.arange(count, device=positions.features.device) + self.next) % self.size
        for row, new in zip(self.rows, positions, strict=True):
            row[places] = new
        self.next = (self.next + count) % self.size
        self.kept = min(self.size, self.kept + count)

    def batch(self, size: int) -> Positions:
        """Return positions drawn at random."""
        assert self.rows is not None
        places = torch.randint(self.kept, (size,), device=self.rows.features.device)
        return Positions(*(row[places].float() for row in self.rows))


class Distillation:
    """A small network that is fitted to positions."""

    def __init__(self, net: Net, rate: float) -> None:
        """`rate` is the highest learning rate."""
        self.net, self.rate, self.updates = net, rate, 0
        self.optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=WEIGHT_DECAY)

    def update(self, batch: Positions, progress: float) -> Losses:
        """Take one step of the optimiser; `progress` goes from 0 to 1, and the learning rate falls along a cosine."""
        self.updates += 1
        rate = self.rate * min(1.0, self.updates / WARM_UP_UPDATES) * (1e-3 + 0.5 + 0.5 * cos(pi * min(1.0, progress)))
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        found = losses(self.net, batch)
        self.optimiser.zero_grad()
        torch.autograd.backward(found.total)
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimiser.step()
        return found


def report(found: Losses) -> str:
    """Return losses as a line of text."""
    bits = float((found.uniform - found.belief).detach()) / log(2)
    return (
        f"policy {found.policy:.4f}, value {found.value:.4f}, same choice {100 * found.same:.1f} %, "
        f"belief {bits:.4f} bits an item"
    )


def distil(args: argparse.Namespace) -> Network:
    """Play, learn, and return the small network."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    features, game = features_of(args.game), game_named(args.game)
    torch.manual_seed(args.seed)
    net = Net(features.length, features.choices, game.most_players, args.width, args.blocks, features.items).to(device)
    pool = ThreadPoolExecutor(args.threads)
    seeds = range(args.threads * args.seed, args.threads * (args.seed + 1))
    plays = [SelfPlay(args.game, args.games // args.threads, seed, device) for seed in seeds]

    def step() -> list[Positions]:
        """Make a decision in every game, in several threads: compiled games and PyTorch leave Python's lock."""
        return list(pool.map(SelfPlay.step, plays))

    for _ in range(WARM_UP_STEPS):
        step()
    held_out = [positions for _ in range(args.held_out) for positions in step()]
    learner, buffer = Distillation(net, args.rate), Buffer(args.buffer)
    begun = printed = time.monotonic()
    seconds, decisions = 60 * args.minutes, 0
    while time.monotonic() - begun < seconds:
        for positions in step():
            buffer.add(positions)
        decisions += args.games
        progress = (time.monotonic() - begun) / seconds
        found = [learner.update(buffer.batch(args.size), progress) for _ in range(args.updates)][-1]
        if time.monotonic() - printed > PRINT_SECONDS:
            printed = time.monotonic()
            print(
                f"[{printed - begun:5.1f} s] {decisions:,} decisions, {learner.updates:,} updates: {report(found)}",
                flush=True,
            )
    result = report(tested(learner, held_out))
    print(f"held out: {result}")
    base = Network.load(weights_file(args.game), args.game).about
    about = {name: base[name] for name in ("format", "game", "version", "features", "choices", "fingerprint")}
    about |= {"items": features.items, "decisions": decisions, "held out": result}
    about["command"] = shlex.join(["python", "-m", "tatze.train.distil", *sys.argv[1:]])
    return export(net, about)


@torch.no_grad()
def tested(learner: Distillation, held_out: list[Positions]) -> Losses:
    """Return the mean losses on positions that were not learned from."""
    found = [losses(learner.net, Positions(*(t.float() for t in one))) for one in held_out]
    return Losses(*(torch.stack(column).mean() for column in zip(*found, strict=True)))


def main() -> None:
    """Distil a small network and write its weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--width", type=int, default=128, help="units in each layer (%(default)s)")
    parser.add_argument("--blocks", type=int, default=1, help="residual blocks (%(default)s)")
    parser.add_argument("--games", type=int, default=4096, help="played side by side (%(default)s)")
    parser.add_argument("--updates", type=int, default=2, help="batches after each step of all games (%(default)s)")
    parser.add_argument("--size", type=int, default=1024, help="positions in a batch (%(default)s)")
    parser.add_argument("--buffer", type=int, default=500_000, help="positions that are kept (%(default)s)")
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate (%(default)s)")
    parser.add_argument("--held-out", type=int, default=8, help="steps of the games that are held out (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="that play games (%(default)s)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    args = parser.parse_args()
    made = distil(args)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    made.save(args.out, small=True)


if __name__ == "__main__":
    main()
