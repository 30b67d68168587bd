"""Bots that people write are typed: a type checker accepts the examples, and tells a bot for another game apart."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SEATED = """# pyright: strict
from class_bots import Unloader

from tatze.bots import Bot
from tatze.games.{game}.state import State

bot: Bot[State] = Unloader()
"""
"""A bot for Linko that takes a seat in a game."""


def complaints(folder: Path, text: str) -> str:
    """Return what pyright's strict mode says of a program beside the examples' classes, without notes and counts."""
    source = (ROOT / "examples" / "class_bots.py").read_text(encoding="utf-8")
    (folder / "class_bots.py").write_text(f"# pyright: strict\n{source}", encoding="utf-8")
    (folder / "seated.py").write_text(text, encoding="utf-8")
    pyright = Path(sys.executable).parent / "pyright"
    done = subprocess.run(
        [pyright, "--pythonpath", sys.executable, "."], cwd=folder, capture_output=True, text=True, check=False
    )
    assert "files analyzed" in done.stdout or "error" in done.stdout, done.stderr
    return "\n".join(line for line in done.stdout.splitlines() if " error: " in line or " warning: " in line)


@pytest.mark.parametrize(("game", "said"), [("linko", ""), ("verflixxt", "Unloader")])
def test_a_bot_is_one_for_the_state_that_it_is_annotated_with(game: str, said: str, tmp_path: Path) -> None:
    found = complaints(tmp_path, SEATED.format(game=game))
    assert bool(found) == bool(said), found
    assert said in found
