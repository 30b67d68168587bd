"""`tatze rules GAME`: the rules page, or one rule of it."""

from __future__ import annotations

import argparse
import sys

from tatze.cli.common import add_game, add_language
from tatze.core.errors import TatzeError
from tatze.games import game_named
from tatze.games.pages import rule_text, rules_page


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("rule", nargs="?", metavar="NUMBER", help="only this rule, such as L-10 or 10")
    parser.add_argument("--rules", default="", metavar="R", help="only what holds in this rule set, such as base")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.markdown import Markdown

    game = game_named(args.game)
    text = rules_page(game, args.lang, game.rule_set(args.rules).name if args.rules else "")
    if not text:
        raise TatzeError(f"{game.name} has no rules page")
    if args.rule:
        number = args.rule.upper().removeprefix(f"{game.letter}-")
        found = rule_text(game, int(number), args.lang) if number.isascii() and number.isdigit() else None
        if found is None:
            raise TatzeError(f'{game.name} has no rule "{args.rule}"; its rules are {game.letter}-1 and so on')
        text = f"**{game.rule(int(number))} · {found.title}**\n\n{found.text}\n\n{found.source}"
    if sys.stdout.isatty():
        console = Console()
        with console.pager(styles=True) if not args.rule else console:
            console.print(Markdown(text))
    else:
        print(text)
    return 0
