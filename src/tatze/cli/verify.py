"""`tatze verify FILE`: replay a record and derive its deal and dice from the secret again."""

from __future__ import annotations

import argparse

from tatze.cli.common import add_file
from tatze.core.errors import RecordError, SetupError
from tatze.core.record import read_file
from tatze.games import game_named


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument(
        "--commitment",
        action="append",
        metavar="HEX",
        help="what was published before the game, if you noted it; for a series repeat it, game by game",
    )


def run(args: argparse.Namespace) -> int:
    records = read_file(args.file)
    promised = args.commitment or [None] * len(records)
    if len(promised) != len(records):
        raise SetupError(f"{args.file}: {len(records)} games, but {len(promised)} commitments")
    for record, commitment in zip(records, promised, strict=True):
        table = record.replay(game_named(record.game))
        fairness = table.fairness
        print(f"{args.file}: {table.version} entries follow the rules of {record.game}", end="")
        print(f"; the result is as recorded ({table.outcome.reason})" if table.outcome else "; the game is unfinished")
        if fairness is None:
            raise RecordError(f"{args.file}: the record reveals no secret, so its deal cannot be checked")
        if commitment and commitment.lower() != fairness.commitment:
            raise RecordError(f"{args.file}: the secret is not the one promised by {commitment}")
        dice = f"deal and {table.rolls} rolls follow" if table.rolls else "the deal follows"
        print(f"{args.file}: {dice} from the secret")
        print(f"  commitment {fairness.commitment}")
        if not commitment:
            print("  Compare it with what was shown before the game, or pass it with --commitment.")
    return 0
