"""`tatze backup FILE`: a backup of a server's database, made while it runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from tatze.cli.serve import add_database, settings_of_database


def arguments(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    parser.add_argument("file", type=Path, metavar="FILE", help="where to; it must not exist yet")


def run(args: argparse.Namespace) -> int:
    from tatze.server.operators.backup import back_up

    back_up(settings_of_database(args).database_url, args.file)
    print(f"{args.file}: {args.file.stat().st_size:,} bytes. Keep it safe: it has the secrets of running games.")
    return 0
