"""Commands that stand on a page are carried out here, on a small scale; for the others it is said what tries them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tatze.cli import COMMANDS, main
from tests.test_doc_tables import commands

ROOT = Path(__file__).parents[1]
TRIED_ELSEWHERE = {
    "": "opens a browser: tests/cli/test_serve.py",
    "--version": "tests/cli/test_cli.py",
    "backup": "needs a server's database: tests/server/operators",
    "bench": "measures for minutes: tests/bench",
    "doctor": "needs a server's database: tests/server/operators",
    "play": "needs a person at a terminal: tests/terminal",
    "puzzle": "needs a person at a terminal: tests/review/test_words.py",
    "restore": "needs a server's database: tests/server/operators",
    "serve": "runs until it is stopped: tests/cli/test_serve.py",
    "tables": "needs a server's database: tests/server/operators",
    "train": "needs minutes: tests/train",
    "warm": "compiles for a minute: tests/bots/search/test_compile_apart.py",
}
"""Commands that no test here carries out, and why; the pages' calls of them are read in tests/test_doc_tables.py."""
SLOW = ("run:", "@")
"""What a bot is written with that starts programs or keeps to the clock: tests/bots and tests/arena try these."""
GAMES = "4"


def runnable() -> list[tuple[str, list[str]]]:
    """The calls that can be carried out here, each once."""
    found = {line.partition(": ")[2]: (line, words) for line, words in commands()}
    quick = [(line, words) for line, words in found.values() if not any(mark in line for mark in SLOW)]
    return [(line, words) for line, words in quick if words and words[0] not in TRIED_ELSEWHERE]


def small(words: list[str]) -> list[str]:
    """A call with few games and quick bots."""
    words = [re.sub(r":\d{2,}$", ":20", word) for word in words]
    if "--games" in words:
        words[words.index("--games") + 1] = GAMES
    elif words[0] in ("arena", "simulate", "study"):
        words = [*words, "--games", GAMES]
    if words[0] == "arena":
        words = [*words, "--processes", "1"]
    if "--deep" in words:
        words = [*words, "--seconds", "1"]
    return words


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with the files that the pages name: a record, and a program that plays."""
    monkeypatch.chdir(tmp_path)
    words = ["--players", "3", "--games", "1", "--seed", "7", "--bot", "thumb", "--out", "games"]
    assert main(["simulate", "linko", *words]) == 0
    for name in ("game.tatze", "partie.tatze", "FILE"):
        shutil.copy("games/linko-base-3-7-0001.tatze", name)
    (tmp_path / "examples").mkdir()
    for name in ("bot.py", "examples/outside_bot.py"):
        shutil.copy(ROOT / "examples" / "outside_bot.py", name)
    capsys.readouterr()
    return tmp_path


def test_every_command_is_carried_out_or_tried_elsewhere() -> None:
    run = {words[0] for _, words in runnable()}
    assert run | set(TRIED_ELSEWHERE) >= set(COMMANDS)
    assert not run & set(TRIED_ELSEWHERE)


@pytest.mark.parametrize(("line", "words"), runnable(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_command_of_a_page_does_what_it_says(
    line: str, words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = (folder / "FILE").read_text(encoding="utf-8")
    commitment = re.findall(r'\[Commitment "(\w+)"\]', record)[0]
    shutil.rmtree(folder / "games" if "--out" in words else folder / "nothing", ignore_errors=True)
    assert main(small([commitment if word == "HEX" else word for word in words])) == 0, line
    assert capsys.readouterr().out
