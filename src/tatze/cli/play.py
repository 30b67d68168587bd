"""`tatze play GAME`: a game in the terminal, against bots or with friends at one keyboard."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tatze.bots import ALL_BOTS, OPPONENTS
from tatze.cli.common import add_game, add_language, add_setup, options_of, start_of
from tatze.core.chance import Fairness
from tatze.core.errors import RecordError, SetupError
from tatze.core.game import LETTERS, Game
from tatze.core.record import read_file
from tatze.core.setup import Setup, agree
from tatze.games import game_named

YOU = "you"
BOT_NAMES = ("Mira", "Jonas", "Tariq", "Lena", "Emil", "Yuki")
WORDS = {"en": ("You", "Player"), "de": ("Du", "Platz")}


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, optional=True)
    add_setup(parser)
    parser.add_argument(
        "--seat",
        nargs="+",
        default=[],
        metavar="WHO",
        help=f"who sits where, A first: you, {', '.join(OPPONENTS)} (you, and thumb on every other seat)",
    )
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help="a person's name; may be repeated")
    add_language(parser)
    parser.add_argument("--games", type=int, metavar="K", help="a series of so many games")
    parser.add_argument("--seed", type=int, metavar="S", help="a deal that can be repeated; not for playing seriously")
    parser.add_argument("--word", action="append", default=[], metavar="TEXT", help="add your own words to chance")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the game in this file after every decision")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--fast", action="store_true", help="bots do not pause")


def run(args: argparse.Namespace) -> int:
    from tatze.terminal import play_in_terminal
    from tatze.terminal.play import DELAY

    delay = 0 if args.fast else DELAY
    if args.resume:
        return _resume(args, delay)
    if args.game is None:
        raise SetupError("which game? For example: tatze play linko")
    game = game_named(args.game)
    games = 1 if args.games is None else args.games
    if games < 1:
        raise SetupError(f"--games is at least 1, not {games}")
    seats, setup = seats_and_setup(args, game)
    return play_in_terminal(
        game, setup, seats, args.lang, fairness=_fairness(args, games), save=args.save, games=games, delay=delay
    )


def seats_and_setup(args: argparse.Namespace, game: Game[Any]) -> tuple[list[str], Setup]:
    """Who sits where, and the agreement."""
    seats = [word.lower() for word in args.seat]
    for word in seats:
        if word != YOU and word not in ALL_BOTS:
            raise SetupError(f'nobody called "{word}" can sit down; there are {YOU}, {", ".join(OPPONENTS)}')
    players = args.players if args.players or not seats else max(len(seats), game.rule_set(args.rules).players[0])
    setup = agree(game, args.rules, players, start_of(args), options_of(args))
    seats = seats or [YOU]
    if len(seats) > setup.players:
        raise SetupError(f"{len(seats)} seats were named, but {setup.players} play")
    seats += ["thumb"] * (setup.players - len(seats))
    names = _names(seats, args.name, args.lang)
    return seats, agree(game, args.rules, setup.players, setup.start, options_of(args), names)


def _names(seats: list[str], given: list[str], lang: str) -> list[str]:
    people = seats.count(YOU)
    if len(given) > people:
        raise SetupError(f"{len(given)} names for {people} people")
    alone, several = WORDS[lang]
    own, bots, names = iter(given), iter(name for name in BOT_NAMES if name not in given), []
    for seat, word in enumerate(seats):
        usual = alone if people == 1 else f"{several} {LETTERS[seat]}"
        names.append(next(own, usual) if word == YOU else next(bots))
    return names


def _fairness(args: argparse.Namespace, games: int) -> list[Fairness]:
    if args.seed is None:
        return [Fairness.fresh(*args.word) for _ in range(games)]
    if args.word:
        raise SetupError("--seed and --word do not go together: a seed repeats everything")
    return [Fairness.from_seed(args.seed, number) for number in range(games)]


def _resume(args: argparse.Namespace, delay: float) -> int:
    from tatze.terminal import play_in_terminal

    if args.game or args.seat or args.players or args.option or args.start or args.word or args.games is not None:
        raise SetupError("--resume goes on with the game as it was agreed: leave the other choices out")
    records = read_file(args.resume)
    game = game_named(records[-1].game)
    *earlier, table = [record.replay(game) for record in records]
    games = int(records[-1].headers.get("Series", "1/1").partition("/")[2] or 1)
    if table.over and len(records) >= games:
        raise RecordError(f"{args.resume}: the game is over; watch it with tatze replay {args.resume}")
    seats = records[-1].seats or (YOU,) * table.setup.players
    return play_in_terminal(
        game,
        table.setup,
        seats,
        args.lang,
        save=args.save or args.resume,
        delay=delay,
        games=games,
        resume=None if table.over else table,
        earlier=[*earlier, table] if table.over else earlier,
    )
