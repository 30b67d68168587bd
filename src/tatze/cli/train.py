"""`tatze train GAME`: train a network by self-play."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from tatze.cli.common import add_game, check_new
from tatze.core.errors import MissingExtra
from tatze.games import game_named


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add = parser.add_argument
    add("--minutes", type=float, default=10.0, metavar="M", help="minutes from start to end (%(default)s)")
    add(
        "--out",
        type=Path,
        default=Path(".train"),
        metavar="DIR",
        help="folder for checkpoint, weights and curve (%(default)s)",
    )
    add("--resume", type=Path, metavar="DIR", help="continue from the checkpoint in this folder or from a weights file")
    add(
        "--imitation",
        "--mirror",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="weights of an imitation network that plays at some of the seats; may be repeated",
    )
    add("--rival", type=Path, metavar="FILE", help="weights to measure strength against as well")
    add("--device", choices=("auto", "cpu", "cuda"), default="auto", help="where to train (%(default)s)")
    add("--small", action="store_true", help="a small network and few games, for a try on a CPU")
    add("--dry", action="store_true", help="only test that everything works, and how fast")
    add("--dry-compile", action="store_true", help="the same, also with PyTorch's compiler")
    add("--rounds", type=int, metavar="K", help="stop after K rounds")
    add(
        "--deals",
        type=int,
        default=1024,
        metavar="K",
        help="deals on which strength is measured (%(default)s)",
    )
    add("--set", action="append", default=[], metavar="NAME=VALUE", help="set a hyperparameter; may be repeated")
    add("--threads", type=int, default=2, metavar="T", help="number of PyTorch's threads (%(default)s)")


def run(args: argparse.Namespace) -> int:
    try:
        import torch
    except ImportError:
        raise MissingExtra("this needs PyTorch: pip install 'tatze[train]'") from None
    from tatze.train.run import TrainingRun
    from tatze.train.smoke import SmokeTest

    game_named(args.game)
    torch.set_num_threads(args.threads)
    torch.set_float32_matmul_precision("high")
    parameters = hyperparameters(args)
    cuda = args.device == "cuda" or (args.device == "auto" and torch.cuda.is_available())
    if args.dry or args.dry_compile:
        SmokeTest(parameters, cuda).all(args.dry_compile)
        return 0
    if args.resume != args.out:
        for name in ("checkpoint-0.part", "weights.npz", "curve.jsonl"):
            check_new(args.out / name, "--out, or go on with --resume")
    TrainingRun(
        parameters,
        args.out,
        args.minutes,
        cuda,
        args.resume,
        deals=args.deals,
        imitations=args.imitation,
        rival=args.rival,
    ).train(args.rounds)
    return 0


def hyperparameters(args: argparse.Namespace) -> Any:
    """Return the hyperparameters of the game with the changes of the command line."""
    from tatze.train.hyperparameters import SMALL_RUN, changed, hyperparameters_of

    small: dict[str, Any] = dict(SMALL_RUN) if args.small else {}
    return changed(replace(hyperparameters_of(args.game), **small), args.set)
