"""`tatze bots GAME`: the opponents there are, and how they play."""

from __future__ import annotations

import argparse

from tatze.bots import levels
from tatze.cli.common import add_game, add_language
from tatze.games import game_named


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.table import Table

    game = game_named(args.game)
    table = Table.grid(padding=(0, 2))
    for level in levels(game.name, args.lang):
        table.add_row(f"--seat {level.bot}", level.name, level.about)
    Console().print(table)
    return 0
