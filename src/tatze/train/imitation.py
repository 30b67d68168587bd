"""Imitation learning: fits a network to samples of what searches choose.

    python -m tatze.train.imitation GAME .train/samples/*.npz --out .train/imitation.npz

An imitation network plays at some of the seats while another network is trained (`tatze train --imitation`), so that
the other learns to play among searches, which would be far too slow there. It starts from the weights of the learned
bot. A part of the samples is held out: it decides which epoch is kept, and how sharp the policy is."""

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
from tatze.train.net import MASKED_LOGIT, Net, export, imported, padded
from tatze.train.samples import Samples, load

SHARPNESSES = [round(0.15 * 1.1**k, 3) for k in range(25)]
"""Factors of the logits (inverse temperatures) among which the best is looked for."""
WEIGHT_DECAY = 0.05
"""Weight decay of AdamW."""
HELD_OUT_BLOCK = 20
"""One of this many blocks of samples is held out."""
BLOCK_SAMPLES = 1000
"""Number of neighbouring samples that are held out together, because they come from the same games."""
TEST_BATCH = 8192
"""Number of held-out samples that are evaluated at a time."""


class ImitationFit:
    """A network, samples to learn from, and samples to test it with."""

    net: Net
    device: torch.device
    rows: Tensor
    held_out: Tensor

    def __init__(self, game: str, net: Net, samples: Samples, device: torch.device) -> None:
        self.length: int = features_of(game).length
        self.net, self.device = net.to(device), device
        self.features: Tensor = torch.from_numpy(samples.features).to(device)
        self.tried: Tensor = torch.from_numpy(samples.tried.astype(np.int32)).to(device)
        self.chosen: Tensor = torch.from_numpy(samples.chosen.astype(np.int64)).to(device)
        places = torch.arange(len(samples.chosen), device=device)
        held_out = places // BLOCK_SAMPLES % HELD_OUT_BLOCK == 0
        self.rows, self.held_out = places[~held_out], places[held_out]
        self.bits: Tensor = 2 ** torch.arange(7, -1, -1, device=device, dtype=torch.uint8)

    def batch(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return features, how often each choice was tried (0 where it was not legal), and what was chosen."""
        bits = (self.features[rows][:, :, None] & self.bits) > 0
        row = bits.flatten(1)[:, : self.length].float()
        return functional.pad(row, (0, padded(self.length) - self.length)), self.tried[rows], self.chosen[rows]

    def logits(self, features: Tensor, tried: Tensor) -> Tensor:
        """Return the logits of the legal choices."""
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            policy: Tensor = self.net(features)[0]
        return policy.float().masked_fill(tried == 0, MASKED_LOGIT)

    def learn(self, epochs: int, size: int, rate: float, soft: float) -> float:
        """Go through the samples `epochs` times, in minibatches of `size`, and keep the weights of the best epoch.

        `rate` is the highest learning rate. `soft` is the weight of the visit counts beside the choice itself. Return
        the lowest loss on the held-out samples."""
        optimiser = torch.optim.AdamW(self.net.parameters(), rate, weight_decay=WEIGHT_DECAY)
        total = epochs * (len(self.rows) // size)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=total + 1, pct_start=0.1)
        begun = time.monotonic()
        lowest, best = self.test()[0], copy.deepcopy(self.net.state_dict())
        print("at first: " + self.report(), flush=True)
        for epoch in range(epochs):
            order = self.rows[torch.randperm(len(self.rows), device=self.device)]
            for k in range(len(order) // size):
                self._update(optimiser, order[k * size : (k + 1) * size], soft)
                schedule.step()
            loss = self.test()[0]
            if loss < lowest:
                lowest, best = loss, copy.deepcopy(self.net.state_dict())
            print(f"[{time.monotonic() - begun:5.1f} s] {epoch + 1}: {self.report()}", flush=True)
        self.net.load_state_dict(best)
        return lowest

    def _update(self, optimiser: torch.optim.Optimizer, rows: Tensor, soft: float) -> None:
        """Take one step of the optimiser on a minibatch."""
        features, tried, chosen = self.batch(rows)
        log_probs = functional.log_softmax(self.logits(features, tried), 1)
        visits = (tried - 1).clamp(min=0).float()
        visits /= visits.sum(1, keepdim=True).clamp(min=1)
        hard = -log_probs.gather(1, chosen[:, None]).mean()
        loss = hard + soft * (-(visits * log_probs).sum(1).mean() - hard)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        optimiser.step()

    def report(self) -> str:
        """Return the figures of `test` as a line."""
        loss, same, sharpness = self.test()
        return f"loss {loss:.4f}, the same choice {100 * same:.1f} %, logits times {sharpness:.2f}"

    @torch.no_grad()
    def test(self) -> tuple[float, float, float]:
        """Return, on the held-out samples, the loss with the best sharpness, the share of equal choices, and that
        sharpness."""
        found, chosen = [], self.chosen[self.held_out]
        for k in range(0, len(self.held_out), TEST_BATCH):
            features, tried, _ = self.batch(self.held_out[k : k + TEST_BATCH])
            found.append(self.logits(features, tried))
        logits = torch.cat(found)
        losses = [(float(functional.cross_entropy(logits * sharp, chosen)), sharp) for sharp in SHARPNESSES]
        loss, sharpness = min(losses)
        return loss, float((logits.argmax(1) == chosen).float().mean()), sharpness

    @torch.no_grad()
    def calibrate(self, factor: float = 1.0) -> None:
        """Scale the policy to the sharpness that fits the held-out samples best, times a factor.

        A factor above 1 makes up for what the network does not understand of the searches: it would play that part of
        their choices at random."""
        sharpness = factor * self.test()[2]
        self.net.policy.weight.mul_(sharpness)
        self.net.policy.bias.mul_(sharpness)


def main() -> None:
    """Fit a network to sample files and write its weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("samples", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--epochs", type=int, default=6, help="number of passes over the samples (%(default)s)")
    parser.add_argument("--rate", type=float, default=3e-4, help="the highest learning rate (%(default)s)")
    parser.add_argument("--soft", type=float, default=0.3, help="weight of the visit counts (%(default)s)")
    parser.add_argument("--sharp", type=float, default=1.3, help="factor of the calibrated sharpness (%(default)s)")
    parser.add_argument("--size", type=int, default=1024, help="samples in a minibatch (%(default)s)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    args = parser.parse_args()
    torch.manual_seed(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    base = Network.load(weights_file(args.game), args.game)
    made = ImitationFit(args.game, imported(base), load(args.samples, args.game), device)
    made.calibrate()  # a policy that was learned by self-play is too sharp for the choices of others
    made.learn(args.epochs, args.size, args.rate, args.soft)
    print(f"{len(made.rows):,} samples; {made.report()}")
    made.calibrate(args.sharp)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    export(made.net, {**base.about, "imitation": [path.name for path in args.samples]}).save(args.out)


if __name__ == "__main__":
    main()
