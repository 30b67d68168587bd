"""No file outside a game's own folders names the game: in quotes, in an import, or in the file's name.

The exceptions are exactly the list of built-in games, the typed functions of the package, and what is generated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tatze.games import BUILT_IN

ROOT = Path(__file__).parents[1]
SEARCHED = {"src/tatze": (".py", ".json"), "web/src": (".ts", ".svelte", ".css", ".html", ".json")}
"""Folders and the endings of the files in them that are searched."""
FOLDERS = ("src/tatze/games/{}/", "src/tatze/terminal/{}/", "web/src/games/{}/")
"""The folders of a game."""
DATA = ("src/tatze/web/static/", "src/tatze/bots/learned/weights/")
"""The built page, and trained networks, whose files the games' records name."""
EXCEPTIONS = ("src/tatze/__init__.py", "src/tatze/games/__init__.py", "web/src/lib/wire.ts")
NOTICE = "about.notice"
"""The key of the sentence that says whose rules the software follows, in both languages."""
QUOTED = r"""(["'`])(?:(?!\1)[^\n\\]|\\.)*?\b{name}\b"""
IMPORTED = r"""^\s*(?:from|import)\b.*\b{name}\b|^\s*(?:from|import)\b.*[/.]{name}\b"""


def files() -> Iterator[Path]:
    """The files that belong to no game."""
    own = tuple(folder.format(game) for folder in FOLDERS for game in BUILT_IN)
    for folder, endings in SEARCHED.items():
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in endings and name not in EXCEPTIONS and not name.startswith((*own, *DATA)):
                yield path


def code_of(path: Path) -> str:
    """A file's text without docstrings and comments: prose may name games."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        text = re.sub(r'"""(?:.|\n)*?"""', '""', text)
        return re.sub(r"#.*", "", text)
    if path.suffix == ".json":
        return "\n".join(line for line in text.splitlines() if NOTICE not in line)
    return re.sub(r"<!--(?:.|\n)*?-->|/\*(?:.|\n)*?\*/|(?<!:)//.*", "", text)


def test_no_file_outside_a_games_folders_names_it() -> None:
    naming = [
        f"{path.relative_to(ROOT)}: {found[0].strip()}"
        for path in files()
        for game in BUILT_IN
        for pattern in (QUOTED, IMPORTED)
        if (found := re.search(pattern.format(name=game), code_of(path), re.MULTILINE | re.IGNORECASE))
    ]
    assert naming == []


def test_no_file_outside_a_games_folders_has_its_name() -> None:
    named = [path for path in files() for game in BUILT_IN if game in path.name.lower()]
    assert named == []


def test_the_search_finds_a_name_in_quotes_and_in_an_import() -> None:
    for text in ('PLAYED = {"linko": 3}', "key = `level.linko`", "x = 'a linko b'"):
        assert re.search(QUOTED.format(name="linko"), text)
    for text in ("from tatze.games.linko import rules", 'import Board from "../games/linko/Board.svelte";'):
        assert re.search(IMPORTED.format(name="linko"), text)
