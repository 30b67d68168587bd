"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from tatze.core.errors import RecordError, SetupError, TatzeError
from tatze.core.game import LETTERS
from tatze.core.record import Record, save
from tatze.core.table import Table
from tatze.core.words import LANGUAGES
from tatze.games import game_named, game_names


def add_game(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """Add the argument that names a game."""
    parser.add_argument("game", metavar="GAME", nargs="?" if optional else None, help=" or ".join(game_names()))


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that a setup is made of."""
    parser.add_argument("--rules", default="base", metavar="R", help="the rule set (tatze rules GAME lists them)")
    parser.add_argument("--players", type=int, metavar="N", help="how many play")
    parser.add_argument("--start", metavar="SEAT", help="who starts, A for the first seat; by default chance decides")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the rule set; may be repeated"
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the choice of a language."""
    parser.add_argument("--lang", choices=LANGUAGES, default=default_language(), help="the language (%(default)s)")


def add_file(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """Add the argument that names the file of a record."""
    parser.add_argument("file", type=Path, nargs="?" if optional else None, metavar="FILE", help="a record (.tatze)")


def check_new(path: Path, argument: str) -> None:
    """Refuse a file or folder to write to that is there already; `argument` is the name of the argument."""
    if path.exists():
        raise TatzeError(f"{path} is there already: name another {argument}")


def save_new(path: Path, text: str, option: str = "--out") -> None:
    """Write a record; a file that is there already may say the same, and is not written over. `option` named it."""
    if not path.exists():
        save(path, text)
    elif path.read_text(encoding="utf-8", errors="replace") != text:
        raise TatzeError(f"{path} is there already and has another game: name another {option}")


def replayed(record: Record) -> Table[Any]:
    """Return the table of a record, played again by the rules of its game."""
    try:
        game = game_named(record.game)
    except SetupError as error:
        raise RecordError(f"{record.name}: {error}") from None
    return record.replay(game)


def default_language() -> str:
    """Return German if the environment is German, otherwise English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "de" if os.environ[name].startswith("de") else "en"
    return "en"


def start_of(args: argparse.Namespace) -> int | None:
    """Return the seat that --start names; None if the start is drawn."""
    return None if args.start is None else seat_of("--start", args.start)


def seat_of(argument: str, text: str) -> int:
    """Return the seat of a letter; `argument` is the name of the argument for the error."""
    if len(text) != 1 or text.upper() not in LETTERS:
        raise SetupError(f'{argument} names a seat by its letter, {LETTERS[0]} to {LETTERS[-1]}, not "{text}"')
    return LETTERS.index(text.upper())


def options_of(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options that --option names, each with its text."""
    options = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise SetupError(f'--option is written NAME=VALUE, not "{text}"')
        options[name] = value
    return options
