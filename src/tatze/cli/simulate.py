"""`tatze simulate GAME`: bots play many games; every one becomes a record, the same again from the same seed."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tatze.bots import ALL_BOTS, bot_named, check_installed, close_bot, read_spec
from tatze.bots.spec import FORMS
from tatze.cli.common import add_game, add_setup, options_of, save_new, start_of
from tatze.core.chance import Fairness
from tatze.core.errors import SetupError, TatzeError
from tatze.core.game import LETTERS, Game
from tatze.core.record import record_text
from tatze.core.setup import Setup, make_setup
from tatze.core.table import Table
from tatze.core.text import MAX_RECORDED_NAME_LENGTH
from tatze.games import game_named

if TYPE_CHECKING:
    from rich.console import Console

NAME_LENGTH = MAX_RECORDED_NAME_LENGTH - 2
"""Maximum number of characters of a bot in a seat's name; a blank and the seat's letter follow."""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_setup(parser)
    parser.add_argument("--games", type=int, default=1, metavar="K", help="how many games (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="where chance begins (%(default)s)")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder for the records")
    parser.add_argument(
        "--bot",
        action="append",
        metavar="NAME",
        help=f"who plays: {', '.join(ALL_BOTS)}, {FORMS}; repeat it to name every seat (random)",
    )


def run(args: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.progress import track

    game = game_named(args.game)
    if args.games < 1:
        raise SetupError(f"--games is at least 1, not {args.games}")
    seats, setup = _seats_and_setup(args, game)
    if args.out.exists() and not args.out.is_dir():
        raise TatzeError(f"{args.out}: not a folder")
    digits = max(4, len(str(args.games)))
    console = Console(stderr=True)
    prepare_bots(game, seats, console)
    words = [read_spec(bot).word for bot in seats]
    progress = track(range(1, args.games + 1), description="playing", console=console, transient=True)
    for number in progress:
        table = play_game(game, setup, seats, args.seed, number)
        path = args.out / f"{game.name}-{args.rules}-{setup.players}-{args.seed}-{number:0{digits}}.tatze"
        save_new(path, record_text(table, words, day=""))
    print(f"{args.games} records in {args.out}")
    return 0


def _seats_and_setup(args: argparse.Namespace, game: Game[Any]) -> tuple[list[str], Setup]:
    """Return the bot of each seat, and the setup with their names."""
    bots = args.bot or ["random"]
    setup = make_setup(game, args.rules, args.players, start_of(args), options_of(args))
    if len(bots) not in (1, setup.players):
        raise SetupError(f"{len(bots)} bots for {setup.players} seats: name one for all, or one for each")
    seats = bots * setup.players if len(bots) == 1 else bots
    specs = [read_spec(bot) for bot in seats]
    names = [f"{spec.word[:NAME_LENGTH]} {LETTERS[seat]}" for seat, spec in enumerate(specs)]
    named = make_setup(
        game, args.rules, setup.players, setup.start, options_of(args), names, max_name_length=MAX_RECORDED_NAME_LENGTH
    )
    return seats, named


def prepare_bots(game: Game[Any], seats: list[str], console: Console) -> None:
    """Wait until every bot can play, and show which one is being prepared; raise an error if one cannot play."""
    for name in dict.fromkeys(seats):
        check_installed(game.name, name)
        prepare = getattr(bot_named(game.name, name), "prepare", None)
        if prepare:
            with console.status(f"preparing {name}"):
                prepare()


def play_game(game: Game[Any], setup: Setup, seats: list[str], seed: int, number: int) -> Table[Any]:
    """Play one game of a simulation. Everything that chance and bots decide follows from seed and number."""
    fairness = Fairness.from_seed(seed, number)
    about = {"rules": setup.rules, "options": dict(setup.options)}
    seeds = [fairness.stream(f"bot {seat}").word() for seat in range(setup.players)]
    with ExitStack() as stack:
        bots = [bot_named(game.name, name, seed, about=about) for name, seed in zip(seats, seeds, strict=True)]
        for bot in bots:
            stack.callback(close_bot, bot)
        table = Table.open(game, setup, fairness)
        while not table.over:
            seat = table.actor
            table.play(bots[seat].choose(table.view(seat), table.legal_actions), seat)
    return table
