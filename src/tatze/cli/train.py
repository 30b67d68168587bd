"""`tatze train GAME`: train a network by play against itself."""

from __future__ import annotations

import argparse
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from tatze.cli.common import add_game
from tatze.core.errors import MissingExtra, SetupError
from tatze.games import game_named


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add = parser.add_argument
    add("--minutes", type=float, default=10.0, metavar="M", help="how long, start and end included (%(default)s)")
    add(
        "--out",
        type=Path,
        default=Path(".train"),
        metavar="DIR",
        help="where checkpoint, weights and curve go (%(default)s)",
    )
    add("--resume", type=Path, metavar="DIR", help="go on from the checkpoint in this folder, or from a weights file")
    add("--mirror", type=Path, metavar="FILE", help="weights that play like somebody else, at some of the seats")
    add("--rival", type=Path, metavar="FILE", help="other weights to measure strength against on the way")
    add("--device", choices=("auto", "cpu", "cuda"), default="auto", help="where to train (%(default)s)")
    add("--small", action="store_true", help="a small network and few games, for a try on a CPU")
    add("--dry", action="store_true", help="only check that everything works, and how fast")
    add("--dry-compile", action="store_true", help="the same, also with PyTorch's compiler")
    add("--rounds", type=int, metavar="K", help="stop after so many rounds")
    add("--deals", type=int, default=1024, metavar="K", help="deals when strength is measured (%(default)s)")
    add("--set", action="append", default=[], metavar="NAME=FIGURE", help="another figure of the plan; may be repeated")
    add("--threads", type=int, default=2, metavar="T", help="threads of PyTorch (%(default)s)")


def run(args: argparse.Namespace) -> int:
    try:
        import torch
    except ImportError:
        raise MissingExtra("this needs PyTorch: pip install 'tatze[train]'") from None
    from tatze.train.run import Run
    from tatze.train.smoke import Smoke

    game_named(args.game)
    torch.set_num_threads(args.threads)
    torch.set_float32_matmul_precision("high")
    plan = plan_of(args)
    cuda = args.device == "cuda" or (args.device == "auto" and torch.cuda.is_available())
    if args.dry or args.dry_compile:
        Smoke(plan, cuda).all(args.dry_compile)
        return 0
    Run(plan, args.out, args.minutes, cuda, args.resume, args.deals, args.mirror, args.rival).train(args.rounds)
    return 0


def plan_of(args: argparse.Namespace) -> Any:
    """The game's plan with what was said otherwise."""
    from tatze.train.plan import SMALL, Plan, plan_of

    plan = plan_of(args.game)
    changes: dict[str, Any] = dict(SMALL) if args.small else {}
    kinds = {field.name: type(getattr(plan, field.name)) for field in fields(Plan)}
    for text in args.set:
        name, equals, figure = text.partition("=")
        if not equals or name not in kinds or name == "game":
            raise SetupError(f'--set is written NAME=FIGURE with one of {", ".join(kinds)}, not "{text}"')
        kind = kinds[name]
        try:
            changes[name] = figure in ("1", "yes", "true") if kind is bool else kind(float(figure))
        except ValueError:
            raise SetupError(f'--set {name} wants a number, not "{figure}"') from None
    return replace(plan, **changes)
