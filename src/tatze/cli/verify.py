"""`tatze verify FILE`: replay a record and derive its deal and dice from the secret again."""

from __future__ import annotations

import argparse

from tatze.cli.common import add_file
from tatze.core.errors import RecordError
from tatze.core.layout import CHANCE
from tatze.core.record import read_file
from tatze.games import game_named


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--commitment", metavar="HEX", help="what was published before the game, if you noted it")


def run(args: argparse.Namespace) -> int:
    for record in read_file(args.file):
        table = record.replay(game_named(record.game))
        fairness = table.fairness
        print(f"{args.file}: {table.version} actions follow the rules of {record.game}", end="")
        print(f"; the result is as recorded ({table.outcome.reason})" if table.outcome else "; the game is unfinished")
        if fairness is None:
            raise RecordError(f"{args.file}: the record reveals no secret, so its deal cannot be checked")
        if args.commitment and args.commitment.lower() != fairness.commitment:
            raise RecordError(f"{args.file}: the secret is not the one promised by {args.commitment}")
        rolls = sum(entry.actor == CHANCE for entry in table.line())
        dice = f" and {rolls} rolls" if rolls else ""
        print(f"{args.file}: the deal{dice} follow from the secret, and the secret from the promise")
        print(f"  commitment {fairness.commitment}")
        if not args.commitment:
            print("  Compare it with what was shown before the game, or pass it with --commitment.")
    return 0
