"""Without the extra `serve` the library, the rules and the terminal work, and the rest says what to install."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

from tatze.cli import without_server
from tests.envs.test_extras import run_without

SERVE = ("alembic", "httptools", "msgspec", "prometheus_client", "segno", "sqlalchemy", "starlette", "uvicorn",
         "uvloop", "websockets")  # fmt: skip
"""The packages of the extra `serve`."""
MAIN = "from tatze.cli import main; sys.exit(main({words!r}))"


def tatze(*words: str) -> subprocess.CompletedProcess[str]:
    return run_without(SERVE, MAIN.format(words=list(words)))


def test_the_base_needs_rich_alone() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == ["rich>=13.7"]
    names = {
        line.replace(">", "=").partition("=")[0].replace("-", "_") for line in project["optional-dependencies"]["serve"]
    }
    assert names == set(SERVE)


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["rules", "linko"],
        ["bots", "verflixxt"],
        ["play", "--help"],
        ["serve", "--help"],
        ["study", "linko", "--games", "20"],
    ],
)
def test_commands_without_a_server_work(words: list[str]) -> None:
    done = tatze(*words)
    assert done.returncode == 0, done.stderr


def test_a_simulation_and_its_records_need_no_server(tmp_path: Path) -> None:
    assert tatze("simulate", "linko", "--out", str(tmp_path)).returncode == 0
    (path,) = tmp_path.iterdir()
    for command in ("show", "verify", "replay"):
        done = tatze(command, str(path))
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", [["serve", "--lan"], ["tables", "list"], ["backup"], ["restore"], ["doctor"]])
def test_a_command_of_the_server_says_what_to_install(words: list[str]) -> None:
    done = tatze(*words)
    assert done.returncode == 1
    assert done.stderr == f"tatze: tatze {words[0]} needs a server: pip install 'tatze[serve]'\n"


def test_the_client_says_what_to_install() -> None:
    done = run_without(("websockets",), "import tatze.client")
    assert done.stderr.splitlines()[-1].endswith("this needs msgspec and websockets: pip install 'tatze[client]'")


def test_tatze_alone_without_a_terminal_names_both_ways() -> None:
    done = tatze()
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "tatze: the games in the browser need a server: pip install 'tatze[serve]'",
        "tatze: in a terminal: tatze play linko",
    ]


@pytest.mark.parametrize(
    ("typed", "called"),
    [
        ("", ["play", "linko"]),
        ("2", ["play", "verflixxt"]),
        (" Verflixxt", ["play", "verflixxt"]),
        ("9", ["play", "9"]),
        ("q", None),
    ],
)
def test_tatze_alone_offers_the_terminal(
    typed: str, called: list[str] | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: typed)

    def called_main(words: list[str]) -> int:
        calls.append(words)
        return 0

    monkeypatch.setattr("tatze.cli.main", called_main)
    assert without_server.home() == 0
    assert calls == ([called] if called else [])
    assert "tatze[serve]" in capsys.readouterr().err
