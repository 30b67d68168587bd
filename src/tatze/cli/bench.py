"""`tatze bench`: moves per second in every form, beside other libraries where they are installed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tatze.bench.compiling import compiling_works
from tatze.bench.machine import machine
from tatze.bench.measure import Work, as_data, interleave
from tatze.bench.ours import all_works
from tatze.bench.page import number, other_page, page_text, spread, write_between
from tatze.bench.peers import Peers, running_peers
from tatze.core.errors import MissingExtra, SetupError
from tatze.games import game_names

PARTS = ("play", "study", "compile", "cuda")


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--game", nargs="+", choices=game_names(), default=list(game_names()), metavar="G", help="only some games")
    add("--seconds", type=float, default=1.0, metavar="S", help="how long one measurement takes (%(default)s)")
    add("--rounds", type=int, default=5, metavar="R", help="how often everything is measured in turn (%(default)s)")
    add("--parts", nargs="+", choices=PARTS, default=list(PARTS), metavar="P", help=f"only some of {', '.join(PARTS)}")
    add("--peers", metavar="PYTHON", help="the Python of the environment that bench/peers.sh made")
    add("--json", action="store_true", help="as JSON")
    add("--beside", type=Path, nargs="+", default=[], metavar="FILE", help="with --write: what --json said elsewhere")
    add("--write", type=Path, metavar="PAGE", help="write the tables into this page, between its markers")


def run(args: argparse.Namespace) -> int:
    if args.seconds <= 0 or args.rounds < 1:
        raise SetupError(f"--seconds is above 0 and --rounds at least 1, not {args.seconds} and {args.rounds}")
    if not find_spec("numba"):
        raise MissingExtra("tatze bench measures the compiled forms too: pip install 'tatze[compiled]'")
    about = machine()
    with ExitStack() as stack:
        say = progress(stack)
        say("compiling")
        peers = stack.enter_context(running_peers(args.peers)) if args.peers else None
        works = [*all_works(set(args.parts), args.game), *(peers.works if peers else [])]
        interleave(works, args.rounds, args.seconds, say)
        say("compiling")
        works += compiling_works(args.game) if "compile" in args.parts else []
    if peers:
        about["versions"] += ", " + ", ".join(peers.versions)
    report(args, works, about, peers)
    return 0


def progress(stack: ExitStack) -> Callable[[str], None]:
    """Return a function that shows what is being done; it does nothing where Rich is not installed."""
    if not find_spec("rich"):
        return lambda _: None
    from rich.console import Console

    update = stack.enter_context(Console(stderr=True).status("")).update
    return lambda text: update(text)


def report(args: argparse.Namespace, works: Sequence[Work], about: dict[str, str], peers: Peers | None) -> None:
    missing = peers.missing if peers else {}
    rounds = f"medians of {args.rounds} rounds in which everything has its turn, {args.seconds:g} s each"
    about["measured"] = rounds
    if args.write:
        pages = [page_text(works, about, missing), *(other_page(path) for path in args.beside)]
        write_between(args.write, "\n".join(pages))
    if args.json:
        print(json.dumps({"machine": about, "figures": as_data(works), "missing": missing}, indent=1))
        return
    show(works)
    for peer, reason in missing.items():
        print(f"not measured: {peer} ({reason})")
    print(f"{about['processor']}; load {about['load']}")


def show(works: Sequence[Work]) -> None:
    from rich.console import Console
    from rich.table import Table

    table: Any = Table("", "median", "lowest to highest", box=None)
    for group in dict.fromkeys(work.group for work in works):
        table.add_row(f"[bold]{group}")
        for work in works:
            if work.group == group:
                table.add_row(f"  {work.name}", f"{number(work.median)} {work.unit}", spread(work))
    Console().print(table)
