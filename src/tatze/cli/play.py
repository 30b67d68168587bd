"""`tatze play GAME`: a game in the terminal, against bots or with friends at one keyboard."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tatze.bots import OPPONENTS, read_spec
from tatze.bots.spec import FORMS, PY, RUN
from tatze.cli.common import add_game, add_language, add_setup, check_new, options_of, replayed, start_of
from tatze.core.chance import Fairness
from tatze.core.errors import RecordError, SetupError
from tatze.core.game import LETTERS, Game
from tatze.core.position import game_of_position, read_position
from tatze.core.record import PERSON, read_file
from tatze.core.setup import Setup, make_setup
from tatze.core.text import shown
from tatze.games import game_named, game_names

BOT_NAMES = ("Mira", "Jonas", "Tariq", "Lena", "Emil", "Yuki")
"""The names that bots have at the table."""
PERSON_NAMES = {"en": ("You", "Player"), "de": ("Du", "Platz")}
"""For each language the name of the only person, and the word before the seat's letter where there are several."""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, optional=True)
    add_setup(parser)
    parser.add_argument(
        "--seat",
        nargs="+",
        default=[],
        metavar="WHO",
        help=f"who sits where, A first: you, {', '.join(OPPONENTS)}, {FORMS} (you, and thumb on every other seat)",
    )
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help="a person's name; may be repeated")
    parser.add_argument("--position", metavar="TEXT", help="play on from a position; docs/positions.md has the format")
    add_language(parser)
    parser.add_argument("--games", type=int, metavar="K", help="play a series of K games")
    parser.add_argument("--seed", type=int, metavar="S", help="a deal that can be repeated; not for playing seriously")
    parser.add_argument("--word", action="append", default=[], metavar="TEXT", help="add your own words to chance")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the game in this file after every decision")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--fast", action="store_true", help="bots do not pause")


def run(args: argparse.Namespace) -> int:
    from tatze.terminal import TerminalSeries, play_in_terminal
    from tatze.terminal.series import BOT_DELAY

    delay = 0 if args.fast else BOT_DELAY
    if args.save and args.save != args.resume:
        check_new(args.save, "--save, or go on with --resume")
    if args.resume:
        return _resume(args, delay)
    if args.position is not None:
        return _play_position(args, delay)
    if args.game is None:
        raise SetupError(f"which game? For example: tatze play {game_names()[0]}")
    game = game_named(args.game)
    games = 1 if args.games is None else args.games
    if games < 1:
        raise SetupError(f"--games is at least 1, not {games}")
    seats, setup = seats_and_setup(args, game)
    series = TerminalSeries(game=game, setup=setup, seats=seats, games=games, fairness=_fairness(args, games))
    return play_in_terminal(series, args.lang, args.save, delay)


def seats_and_setup(args: argparse.Namespace, game: Game[Any]) -> tuple[list[str], Setup]:
    """Return who plays each seat, and the setup with their names."""
    seats = seat_words(args.seat)
    players = args.players if args.players or not seats else max(len(seats), game.rule_set(args.rules).players[0])
    setup = make_setup(game, args.rules, players, start_of(args), options_of(args))
    seats = fill_seats(seats, setup.players)
    names = _names(seats, args.name, args.lang)
    return seats, make_setup(game, args.rules, setup.players, setup.start, options_of(args), names)


def _names(seats: list[str], given: list[str], lang: str) -> list[str]:
    """Return a name for each seat: those given for the people, in order, and the usual ones for the rest."""
    people = seats.count(PERSON)
    if len(given) > people:
        raise SetupError(f"{len(given)} names for {people} people")
    alone, several = PERSON_NAMES[lang]
    own = iter(given)
    bots = iter(name for name in BOT_NAMES if name not in given)
    names = []
    for seat, player in enumerate(seats):
        usual = alone if people == 1 else f"{several} {LETTERS[seat]}"
        names.append(next(own, usual) if player == PERSON else next(bots))
    return names


def _fairness(args: argparse.Namespace, games: int) -> list[Fairness]:
    """Return a secret for each game of a series."""
    if args.seed is None:
        return [Fairness.fresh(*args.word) for _ in range(games)]
    if args.word:
        raise SetupError("--seed and --word do not go together: a seed repeats everything")
    return [Fairness.from_seed(args.seed, number) for number in range(games)]


def _play_position(args: argparse.Namespace, delay: float) -> int:
    """Play on from a position that was typed."""
    from tatze.terminal import TerminalSeries, play_in_terminal

    if args.players or args.start or args.option or args.games not in (None, 1):
        raise SetupError("--position says players, start and options itself: leave the other choices out")
    game = game_named(args.game or game_of_position(args.position))
    state, setup = read_position(game, args.position)
    if args.rules not in ("base", setup.rules):
        raise SetupError(f"--position is one of {setup.rules}: leave --rules out")
    seats = fill_seats(seat_words(args.seat), setup.players)
    names = _names(seats, args.name, args.lang)
    named = make_setup(game, setup.rules, setup.players, setup.start, setup.options, names)
    series = TerminalSeries(game=game, setup=named, seats=seats, position=state, fairness=_fairness(args, 1))
    return play_in_terminal(series, args.lang, args.save, delay)


def seat_words(typed: list[str]) -> list[str]:
    """Return who was typed for each seat; the names of bots may be typed in capital letters."""
    return [text if text.startswith((RUN, PY)) else text.lower() for text in typed]


def fill_seats(seats: list[str], players: int) -> list[str]:
    """Return who plays each seat: those named, one person if nobody is, and thumb on the others."""
    for name in seats:
        if name != PERSON:
            read_spec(name)
    seats = seats or [PERSON]
    if len(seats) > players:
        raise SetupError(f"{len(seats)} seats were named, but {players} play")
    return seats + ["thumb"] * (players - len(seats))


def _check_recorded(path: Path, name: str) -> None:
    """Refuse a bot of a record that cannot play. A file never decides which programs are started."""
    if name.startswith((RUN, PY)):
        raise RecordError(f'{path}: the program "{shown(name)}" played; a game with programs cannot be resumed')
    try:
        read_spec(name)
    except SetupError as error:
        raise RecordError(f"{path}: {error}") from None


def _resume(args: argparse.Namespace, delay: float) -> int:
    """Go on with the last game of a file, or with the next one of its series."""
    from tatze.terminal import TerminalSeries, play_in_terminal

    given = (args.position, args.game, args.seat, args.players, args.option, args.start, args.word)
    if any(given) or args.games is not None:
        raise SetupError("--resume goes on with the game as it was agreed: leave the other choices out")
    records = read_file(args.resume)
    tables = [replayed(record) for record in records]
    last = tables[-1]
    if any(table.game is not last.game or table.setup.players != last.setup.players for table in tables):
        raise RecordError(f"{args.resume}: the games of one series are of one kind, and the same seats play them")
    _, games = records[-1].series
    seats = records[-1].seats or (PERSON,) * last.setup.players
    for name in seats:
        if name != PERSON:
            _check_recorded(args.resume, name)
    if last.over and len(records) >= games:
        raise RecordError(f"{args.resume}: the game is over; watch it with tatze replay {args.resume}")
    series = TerminalSeries(
        game=last.game,
        setup=last.setup,
        seats=seats,
        games=games,
        finished=tables if last.over else tables[:-1],
        resumed=None if last.over else last,
        stand_ins=[record.stand_ins for record in records],
    )
    return play_in_terminal(series, args.lang, args.save or args.resume, delay)
