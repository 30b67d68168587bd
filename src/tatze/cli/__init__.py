"""The command `tatze`. Each subcommand is a module of its own, loaded when it is called, so that help comes at once."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from tatze.cli.encoding import make_output_safe
from tatze.core.errors import MissingExtra, SetupError, TatzeError
from tatze.core.installed import is_installed
from tatze.core.version import __version__
from tatze.games import game_names

COMMANDS = {
    "serve": "host tables for the browser: here, in the local network or for the world",
    "tables": "look after the tables of a server: list, show, export and remove them",
    "backup": "make a backup of a server's games while people play",
    "restore": "put a backup of a server's games in their place",
    "doctor": "check everything that a server needs",
    "play": "play in the terminal, against bots or with friends at one keyboard",
    "bots": "meet the opponents, from the kitten to the tiger",
    "rules": "read the rules",
    "show": "show what a record says",
    "replay": "watch a recorded game, decision by decision",
    "review": "see what was luck and what was skill in a recorded game",
    "puzzle": "find the best action in a position from a game of strong bots",
    "verify": "check that a record follows the rules and its deal was fair",
    "simulate": "let bots play many games and write their records",
    "study": "let bots play very many games and find out what is usual",
    "arena": "let bots meet over the same deals and measure who is stronger",
    "warm": "compile the bots that search ahead, so that nobody waits for their first decision",
    "train": "train a network by play against itself",
    "bench": "measure how fast the rules run, beside other libraries",
}

SERVER_COMMANDS = ("serve", "tables", "backup", "restore", "doctor")
"""The commands that need the extra `serve`."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return the exit code: 0 for success, 1 for a refusal, 2 for a wrong call, 3 for a match with
    forfeits, 130 for Ctrl-C."""
    words = list(sys.argv[1:] if argv is None else argv)
    for library in ("OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ.setdefault(library, "1")  # a decision is too small to share among cores; several are made at once
    make_output_safe()
    try:
        return _run(words)
    except TatzeError as error:
        print(f"tatze: {error}", file=sys.stderr)
        return 2 if isinstance(error, SetupError) else 1
    except KeyboardInterrupt:
        print("tatze: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if error.filename is None:
            raise
        print(f"tatze: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1


def _run(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="tatze",
        description=f"Play, watch, study and automate tabletop games: {', '.join(game_names())}.",
        epilog="tatze alone opens the games in the browser, and tatze COMMAND --help tells more. "
        "Independent and unofficial; if you like the games, buy the boxes.",
    )
    parser.add_argument("--version", action="version", version=f"tatze {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, text in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        if name in words[:1] and (name not in SERVER_COMMANDS or can_serve()):
            import_module(f"tatze.cli.{name}").arguments(command)
    if words and words[0] in SERVER_COMMANDS and not can_serve() and not {"-h", "--help"}.intersection(words):
        raise MissingExtra(f"tatze {words[0]} needs a server: pip install 'tatze[serve]'")
    args = parser.parse_args(words)
    if args.command is None:
        return int(import_module("tatze.cli.serve" if can_serve() else "tatze.cli.without_server").home())
    return int(import_module(f"tatze.cli.{args.command}").run(args))


def can_serve() -> bool:
    """Return whether the extra `serve` is installed."""
    return all(map(is_installed, ("alembic", "msgspec", "sqlalchemy", "starlette", "uvicorn", "websockets")))
