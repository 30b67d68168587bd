"""`tatze puzzle GAME`: find the best action in a position from a game of strong bots."""

from __future__ import annotations

import argparse
from datetime import datetime

from tatze.cli.common import add_game, add_language
from tatze.core.errors import SetupError
from tatze.core.position import read_position
from tatze.core.position_format import SEAT_LETTERS
from tatze.games import game_named
from tatze.review.puzzles import Puzzle, puzzle_of_the_day, puzzles_of
from tatze.review.text import points, told


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--id", metavar="ID", help="the puzzle of this id; by default that of the day")
    parser.add_argument("--list", action="store_true", help="list the puzzles: id, rule set and how hard they are")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    game = game_named(args.game)
    if not puzzles_of(game.name):
        raise SetupError(f"there are no puzzles of {game.name}")
    if args.list:
        for puzzle in puzzles_of(game.name):
            print(f"{puzzle.id}  {puzzle.rules:<14} {puzzle.level}")
        return 0
    return solve(args.game, _asked(args), args.lang)


def _asked(args: argparse.Namespace) -> Puzzle:
    if args.id is None:
        today = puzzle_of_the_day(args.game, datetime.now().astimezone().date())
        assert today
        return today
    for puzzle in puzzles_of(args.game):
        if puzzle.id == args.id:
            return puzzle
    raise SetupError(f'there is no puzzle "{args.id}"; tatze puzzle {args.game} --list shows them')


def solve(name: str, puzzle: Puzzle, lang: str) -> int:
    """Show a puzzle and ask for actions until it is solved or given up."""
    game = game_named(name)
    state, setup = read_position(game, puzzle.position)
    letter = SEAT_LETTERS[state.viewer]
    print(told(lang, "puzzle", id=puzzle.id, seat=letter))
    print(told(lang, "puzzle.level", level=puzzle.level))
    print(game.draw(state, setup.names))
    print("  " + "  ".join(game.write(action) for action in game.legal_actions(state)))
    while True:
        try:
            answer = input(told(lang, "puzzle.prompt", letter=letter)).strip()
        except EOFError:
            answer = ""
        if answer in puzzle.right:
            print(told(lang, "puzzle.right", points=points(puzzle.gap, lang)))
            return 0
        if not answer:
            print(told(lang, "puzzle.answer", right=" / ".join(puzzle.right)))
            return 1
        print(told(lang, "puzzle.wrong"))
