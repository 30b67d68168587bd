"""`tatze verify FILE`: replay a record and derive its deal and dice from the secret again."""

from __future__ import annotations

import argparse

from tatze.cli.common import add_file, replayed
from tatze.core.errors import RecordError, SetupError
from tatze.core.record import read_file
from tatze.core.text import shown

MAX_FILE_NAME = 200
"""Maximum number of characters of a file's name on the screen."""


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
    name = shown(args.file, MAX_FILE_NAME)
    promised = args.commitment or [None] * len(records)
    if len(promised) != len(records):
        raise SetupError(f"{args.file}: {len(records)} games, but {len(promised)} commitments")
    for record, commitment in zip(records, promised, strict=True):
        table = replayed(record)
        fairness = table.fairness
        print(f"{name}: {table.version} entries follow the rules of {record.game}", end="")
        print(f"; the result is as recorded ({table.outcome.reason})" if table.outcome else "; the game is unfinished")
        if fairness is None:
            raise RecordError(f"{args.file}: the record reveals no secret, so its deal cannot be checked")
        if commitment and commitment.lower() != fairness.commitment:
            raise RecordError(f"{args.file}: the secret is not the one promised by {shown(commitment, 80)}")
        dice = f"deal and {table.rolls} rolls follow" if table.rolls else "the deal follows"
        if table.position:
            dice = f"the game began in a position that was set up; its {table.rolls} rolls follow"
        print(f"{name}: {dice} from the secret")
        print(f"  commitment {fairness.commitment}")
        if not commitment:
            print("  Compare it with what was shown before the game, or pass it with --commitment.")
    return 0
