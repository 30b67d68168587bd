"""`tatze restore FILE`: put a backup in the place of a server's database. The server must not run."""

from __future__ import annotations

import argparse
from pathlib import Path

from tatze.cli.serve import add_database, settings_of_database


def arguments(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    parser.add_argument("file", type=Path, metavar="FILE", help="what `tatze backup` wrote")


def run(args: argparse.Namespace) -> int:
    from tatze.server.operators.backup import restore

    kept = restore(settings_of_database(args).database_url, args.file)
    print(f"{args.file} is in place" + (f"; what was there before is {kept}" if kept else ""))
    return 0
