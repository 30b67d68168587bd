"""One network among seats of another, in every setting of a game: is it stronger than the one before?

    PYTHONPATH=src python3 -m bench.versus linko new.npz --deals 4096 --out versus.json
    PYTHONPATH=src python3 -m bench.versus linko new.npz --among old.npz

Both choose greedily; every deal is played once from each seat, on deals that no training sees. The others are the
weights that are shipped if none are named. Needs a CUDA device for so many games; a CPU does with `--deals 8`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from tatze.bots.learned.bot import weights_file
from tatze.bots.learned.network import Network
from tatze.train.device_games import DeviceGames
from tatze.train.net import Net, imported
from tatze.train.run import shares_of
from tatze.train.settings import plain_settings


def loaded(path: Path, game: str, cuda: bool) -> Net:
    """Return the network of a weights file, in 16 bits on a CUDA device."""
    net = imported(Network.load(path, game)).requires_grad_(False)
    return net.to("cuda", torch.float16) if cuda else net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("game")
    add("weights", type=Path, metavar="FILE", help="the weights at one seat")
    add("--among", type=Path, metavar="FILE", help="the weights at the other seats (those that are shipped)")
    add("--deals", type=int, default=2048, metavar="K", help="deals of every setting (%(default)s)")
    add("--out", type=Path, metavar="FILE", help="where the shares go as JSON")
    args = parser.parse_args()
    cuda = torch.cuda.is_available()
    mine, theirs = (loaded(path, args.game, cuda) for path in (args.weights, args.among or weights_file(args.game)))
    found = DeviceGames(args.game, plain_settings(args.game), args.deals, cuda).play(mine, theirs)
    for figures in found:
        print(figures, flush=True)
    if args.out:
        args.out.write_text(json.dumps(shares_of(found), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
