"""A mirror: a network that chooses as searches do, fitted to samples of their choices.

    python -m tatze.train.mirror linko .train/samples/linko-*.npz --out .train/mirror/linko.npz

Mirrors sit at some of the seats while a network is trained (`tatze train --mirror`), so that it learns to play among
searches, which would be far too slow there. It begins with the weights of the learned bot. A part of the samples is
kept apart: by these it is decided when to stop, and how sure of itself the mirror is."""

from __future__ import annotations

import argparse
import copy
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tatze.bots.learned.bot import weights_file
from tatze.bots.learned.network import Network, features_of
from tatze.games import game_names
from tatze.train.learner import NEVER
from tatze.train.net import Net, export, imported, padded
from tatze.train.samples import Samples, load

SURENESS = [round(0.15 * 1.1**k, 3) for k in range(25)]
DECAY = 0.05
"""How fast weights fall that nothing keeps up."""
APART = 20
"""One of so many samples is not learned from."""


class Fit:
    """A network, and samples to learn from and to be tested with."""

    def __init__(self, game: str, net: Net, samples: Samples, device: torch.device) -> None:
        self.length = features_of(game).length
        self.net, self.device = net.to(device), device
        self.features = torch.from_numpy(samples.features).to(device)
        self.tried = torch.from_numpy(samples.tried.astype(np.int32)).to(device)
        self.chosen = torch.from_numpy(samples.chosen.astype(np.int64)).to(device)
        places = torch.arange(len(samples.chosen), device=device)
        block = places // 1000  # decisions of a game lie together: whole blocks are kept apart
        self.rows, self.apart = places[block % APART != 0], places[block % APART == 0]
        self.bits = 2 ** torch.arange(7, -1, -1, device=device, dtype=torch.uint8)

    def batch(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Features, how often each choice was tried (0 where it was impossible), and what was chosen."""
        bits = (self.features[rows][:, :, None] & self.bits) > 0
        row = bits.flatten(1)[:, : self.length].float()
        return functional.pad(row, (0, padded(self.length) - self.length)), self.tried[rows], self.chosen[rows]

    def logits(self, features: Tensor, tried: Tensor) -> Tensor:
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            policy: Tensor = self.net(features)[0]
        return policy.float().masked_fill(tried == 0, NEVER)

    def learn(self, epochs: int, size: int, rate: float, soft: float) -> float:
        """Go through the samples so many times; the loss of what is kept apart where it was lowest: the network is
        the one of then."""
        optimiser = torch.optim.AdamW(self.net.parameters(), rate, weight_decay=DECAY)
        total = epochs * (len(self.rows) // size)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=total + 1, pct_start=0.1)
        begun = time.monotonic()
        lowest, best = self.test()[0], copy.deepcopy(self.net.state_dict())
        print("at first: " + self.report(), flush=True)
        for epoch in range(epochs):
            order = self.rows[torch.randperm(len(self.rows), device=self.device)]
            for k in range(len(order) // size):
                features, tried, chosen = self.batch(order[k * size : (k + 1) * size])
                logs = functional.log_softmax(self.logits(features, tried), 1)
                weights = (tried - 1).clamp(min=0).float()
                weights /= weights.sum(1, keepdim=True).clamp(min=1)
                hard = -logs.gather(1, chosen[:, None]).mean()
                loss = hard + soft * (-(weights * logs).sum(1).mean() - hard)
                optimiser.zero_grad()
                torch.autograd.backward(loss)
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
                optimiser.step()
                schedule.step()
            loss_apart = self.test()[0]
            if loss_apart < lowest:
                lowest, best = loss_apart, copy.deepcopy(self.net.state_dict())
            print(f"[{time.monotonic() - begun:5.1f} s] {epoch + 1}: {self.report()}", flush=True)
        self.net.load_state_dict(best)
        return lowest

    def report(self) -> str:
        loss, same, sureness = self.test()
        return f"loss {loss:.4f}, the same choice {100 * same:.1f} %, logits times {sureness:.2f}"

    @torch.no_grad()
    def test(self) -> tuple[float, float, float]:
        """Of the samples kept apart: the loss with the best sureness, how often the choice is the same, and that
        sureness."""
        found, chosen = [], self.chosen[self.apart]
        for k in range(0, len(self.apart), 8192):
            features, tried, _ = self.batch(self.apart[k : k + 8192])
            found.append(self.logits(features, tried))
        logits = torch.cat(found)
        losses = [(float(functional.cross_entropy(logits * sure, chosen)), sure) for sure in SURENESS]
        loss, sure = min(losses)
        return loss, float((logits.argmax(1) == chosen).float().mean()), sure

    @torch.no_grad()
    def settle(self, sharp: float = 1.0) -> None:
        """Make the network as sure of its choices as the samples that were kept apart say, or so many times as sure:
        what it does not understand of the searches should not be taken for whims of theirs."""
        sure = sharp * self.test()[2]
        self.net.policy.weight.mul_(sure)
        self.net.policy.bias.mul_(sure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("samples", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--epochs", type=int, default=6, help="how often every sample is learned from (%(default)s)")
    parser.add_argument("--rate", type=float, default=3e-4, help="the highest learning rate (%(default)s)")
    parser.add_argument("--soft", type=float, default=0.3, help="what else was tried counts so much (%(default)s)")
    parser.add_argument("--sharp", type=float, default=1.3, help="how much surer it is than it should (%(default)s)")
    parser.add_argument("--size", type=int, default=1024, help="samples at a time (%(default)s)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    args = parser.parse_args()
    torch.manual_seed(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    base = Network.load(weights_file(args.game), args.game)
    made = Fit(args.game, imported(base), load(args.samples, args.game), device)
    made.settle()  # a policy that was learned is surer of itself than of what others do
    made.learn(args.epochs, args.size, args.rate, args.soft)
    print(f"{len(made.rows):,} samples; {made.report()}")
    made.settle(args.sharp)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    export(made.net, {**base.about, "mirror": [path.name for path in args.samples]}).save(args.out)


if __name__ == "__main__":
    main()
