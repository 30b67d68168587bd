"""Games enter the registry as built-in ones, by entry points, or by a call."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import tatze
from tatze.core.errors import SetupError
from tatze.games import BUILT_IN, game_named, game_names
from tests.helpers import POUNCE


def run(code: str, path: Path | None = None) -> str:
    """What a new process prints that has only the package and, if given, one more folder on its path."""
    source = Path(tatze.__file__).parents[1]
    head = f"import sys; sys.path[:0] = {[str(folder) for folder in (source, path) if folder]!r}\n"
    done = subprocess.run([sys.executable, "-I", "-c", head + code], capture_output=True, text=True, check=False)
    return done.stdout or done.stderr


def installed(folder: Path, entry_points: str) -> Path:
    """A folder with an installed package that has these entry points."""
    info = folder / "other-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[tatze.games]\n{entry_points}\n", encoding="utf-8")
    return folder


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SetupError, match='there is no game "chess"; there is linko and verflixxt and pounce'):
        game_named("chess")


def test_without_other_packages_there_are_the_built_in_games() -> None:
    assert run("import tatze.games; print(tatze.games.game_names())") == f"{BUILT_IN}\n"


def test_a_game_is_registered_by_a_call_in_its_process() -> None:
    code = """
import tatze
from tatze_pounce import GAME
from dataclasses import replace
tatze.register_game(replace(GAME, name="leap"))
table = tatze.open_table("leap", seed=3)
table.play(table.legal[0])
print(tatze.games.game_names(), table.game.name)
"""
    assert run(code, POUNCE) == f"{(*BUILT_IN, 'pounce', 'leap')} leap\n"


@pytest.mark.parametrize("name", ["linko", "pounce"])
def test_a_name_is_not_given_twice(name: str) -> None:
    other = replace(game_named("pounce"), name=name)
    with pytest.raises(SetupError, match=f'there is another game "{name}" already'):
        tatze.register_game(other)
    assert game_named(name) is not other


def test_registering_a_game_again_changes_nothing() -> None:
    names = game_names()
    tatze.register_game(game_named("pounce"))
    assert game_names() == names


@pytest.mark.parametrize("name", ["", "Chess", "chess 960", "../chess"])
def test_a_name_is_a_plain_word(name: str) -> None:
    with pytest.raises(SetupError, match="cannot be the name of a game"):
        tatze.register_game(replace(game_named("pounce"), name=name))


def test_an_entry_point_does_not_replace_a_built_in_game(tmp_path: Path) -> None:
    folder = installed(tmp_path, "linko = nowhere:GAME")
    assert run("import tatze.games as g; print(g.game_names(), g.game_named('linko').name)", folder) == (
        f"{BUILT_IN} linko\n"
    )


def test_an_entry_point_has_the_name_that_the_game_has(tmp_path: Path) -> None:
    folder = installed(tmp_path, "leap = tatze.games.linko:GAME")
    assert 'SetupError: the game "leap" calls itself "linko"' in run(
        "import tatze.games as g; g.game_named('leap')", folder
    )
