"""`tatze show FILE`: what a record says, for people or as JSON."""

from __future__ import annotations

import argparse
import json
from typing import Any

from tatze.cli.common import add_file, replayed
from tatze.core.errors import SetupError
from tatze.core.game import LETTERS
from tatze.core.position import game_of_position, read_position, write_position
from tatze.core.record import read_file, record_data
from tatze.core.series import series_totals
from tatze.core.table import Table
from tatze.games import game_named


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser, optional=True)
    parser.add_argument("--after", type=int, metavar="N", help="the position after N actions, as text")
    parser.add_argument("--position", metavar="TEXT", help="check and draw a position instead of a record")
    parser.add_argument("--json", action="store_true", help="as JSON; a series is a list")


def run(args: argparse.Namespace) -> int:
    if args.position is not None:
        return show_position(args)
    if args.file is None:
        raise SetupError("which record? For example: tatze show game.tatze")
    records = read_file(args.file)
    tables = [replayed(record) for record in records]
    if args.after is not None:
        return show_positions(tables, args.after)
    if args.json:
        data = [
            record_data(table, record.substitutes, record.annotations)
            for record, table in zip(records, tables, strict=True)
        ]
        print(json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, indent=1))
        return 0
    for number, (record, table) in enumerate(zip(records, tables, strict=True), 1):
        if len(tables) > 1:
            print(f"Game {number} of {len(tables)}")
        print(summary(table))
        for seat, count in record.stand_ins.items():
            print(f"  a simpler bot made {count} decisions in the place of seat {LETTERS[seat]}")
        for one in record.substitutes:
            print(f"  {one.bot} made {len(one.entries)} decisions for the person on seat {LETTERS[one.seat]}")
        if record.annotations:
            print(f"  {len(record.annotations)} annotated entries; tatze replay shows what they say")
    if len({table.setup.names for table in tables}) == 1 < len(tables):
        print(_series_line(tables))
    return 0


def show_position(args: argparse.Namespace) -> int:
    """Check a position that was typed, and print it in its canonical spelling and as a drawing."""
    if args.file or args.after is not None or args.json:
        raise SetupError("--position goes alone: leave the file and the other choices out")
    game = game_named(game_of_position(args.position))
    state, setup = read_position(game, args.position)
    print(write_position(game, state))
    print(game.draw(state, setup.names))
    return 0


def show_positions(tables: list[Table[Any]], actions: int) -> int:
    """Print the position of each game after so many actions and rolls that were not undone."""
    for table in tables:
        made = len(table.log.kept)
        if not 0 <= actions <= made:
            raise SetupError(f"--after is a number from 0 to {made}, not {actions}")
        print(write_position(table.game, table.state_after(actions)))
    return 0


def summary(table: Table[Any]) -> str:
    """Return what a record says in a few lines."""
    setup, outcome = table.setup, table.outcome
    options = "".join(f", {name} {text}" for name, text in setup.options.items())
    lines = [f"{table.game.name}, {setup.rules}{options}, {setup.players} players, {table.version} entries"]
    for seat, name in enumerate(setup.names):
        score = f"{outcome.scores[seat]:5d}" if outcome else ""
        won = "  wins" if outcome and seat in outcome.winners else ""
        starts = "  started" if seat == table.start else ""
        lines.append(f"  {LETTERS[seat]} {name:24}{score}{won}{starts}")
    lines.append(f"  ended: {outcome.reason}" if outcome else f"  running: {_waiting(table)}")
    if table.fairness:
        lines.append(f"  commitment {table.fairness.commitment}")
    return "\n".join(lines)


def _waiting(table: Table[Any]) -> str:
    return f"seat {LETTERS[table.actor]} decides" if table.actor >= 0 else "the dice decide"


def _series_line(tables: list[Table[Any]]) -> str:
    outcomes = [table.outcome for table in tables if table.outcome]
    totals = series_totals(tables[0].setup.players, outcomes)
    names = tables[0].setup.names
    lead = " and ".join(names[seat] for seat in totals.leaders)
    points = ", ".join(f"{names[seat]} {total}" for seat, total in enumerate(totals.points))
    return f"Totals: {points}; ahead: {lead}"
