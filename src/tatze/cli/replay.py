"""`tatze replay FILE`: watch a recorded game, decision by decision."""

from __future__ import annotations

import argparse
import sys

from tatze.cli.common import add_file, add_language, replayed, seat_of
from tatze.core.errors import SetupError
from tatze.core.layout import EVERYONE
from tatze.core.record import read_file


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--seat", metavar="SEAT", help="as this seat saw it, such as A; otherwise what everybody saw")
    parser.add_argument("--plain", action="store_true", help="print the whole game instead of asking for each step")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    from rich.console import Console

    from tatze.terminal.replay import ReplayViewer, print_replay, watch_replay

    for record in read_file(args.file):
        table = replayed(record)
        seat = EVERYONE if args.seat is None else seat_of("--seat", args.seat)
        if seat >= table.setup.players:
            raise SetupError(f"there is no seat {args.seat}: {table.setup.players} play")
        viewer = ReplayViewer(table, seat, args.lang, record.annotations)
        if args.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
            print_replay(viewer, Console())
        else:
            watch_replay(viewer, Console())
    return 0
