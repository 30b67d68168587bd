"""The command: what it prints, its exit codes, and that nothing ends in a traceback."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tatze.cli import COMMANDS, main
from tatze.core.record import record_text
from tests.helpers import heed_ctrl_c, random_table


def tatze(*words: str) -> subprocess.CompletedProcess[str]:
    """The command as people run it, in a process of its own."""
    command = [sys.executable, "-m", "tatze", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.tatze"
    path.write_text(record_text(random_table("linko", "expert", 3, seed=1)), encoding="utf-8")
    return path


def test_help_names_every_command_and_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--help"], *([name, "--help"] for name in COMMANDS)):
        with contextlib.suppress(SystemExit):
            main(words)
        out = capsys.readouterr().out
        assert out.startswith("usage: tatze")
        if len(words) < 2:
            assert all(name in out for name in COMMANDS)


def test_simulate_writes_the_same_records_again_and_they_verify(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        words = ["simulate", "linko", "--rules", "duel", "--games", "3", "--seed", "5", "--out", str(tmp_path / folder)]
        assert main([*words, "--bot", "thumb", "--bot", "random"]) == 0
    first, second = (sorted((tmp_path / folder).iterdir()) for folder in ("one", "two"))
    assert [path.name for path in first] == [f"linko-duel-2-5-000{n}.tatze" for n in (1, 2, 3)]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    assert len({path.read_bytes() for path in first}) == 3
    assert all(main(["verify", str(path)]) == 0 for path in first)


def test_show_gives_json_with_everything_in_it(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(record), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["rules"], data["players"]) == ("linko", "expert", 3)
    assert set(data["actions"][0]) == {"seat", "action", "legal"}
    assert data["winners"]
    assert main(["show", str(record)]) == 0
    assert "wins" in capsys.readouterr().out


def test_replay_tells_the_game_in_both_languages(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--plain", "--lang", "de"]) == 0
    assert "legt" in capsys.readouterr().out
    assert main(["replay", str(record), "--plain", "--lang", "en", "--seat", "a"]) == 0
    out = capsys.readouterr().out
    assert "You play" in out
    assert " plays " in out


def test_verify_checks_the_promise(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record)]) == 0
    commitment = capsys.readouterr().out.split("commitment ")[1].split()[0]
    assert main(["verify", str(record), "--commitment", commitment.upper()]) == 0
    assert main(["verify", str(record), "--commitment", "0" * 64]) == 1
    assert "not the one promised" in capsys.readouterr().err


def test_rules_are_shown_whole_or_one_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "linko", "--lang", "de"]) == 0
    assert "### L-40" in capsys.readouterr().out
    for number in ("10", "L-10", "l-10"):
        assert main(["rules", "linko", number, "--lang", "en"]) == 0
        assert "L-10" in capsys.readouterr().out
    assert main(["rules", "linko", "--rules", "duel", "--lang", "en"]) == 0
    page = capsys.readouterr().out
    assert "### L-34" in page
    assert "### L-28" not in page


def test_the_opponents_introduce_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", "linko", "--lang", "de"]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in ("--seat kitten", "Kätzchen", "Katze", "Wildkatze", "Luchs", "Puma", "Tiger"))


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["play", "linko", "--rules", "hard"], 2, 'no rule set "hard"; it has base'),
        (["play", "linko", "--players", "7"], 2, "is for 3 to 5 players, not 7"),
        (["play", "chess"], 2, 'there is no game "chess"'),
        (["play"], 2, "which game?"),
        (["play", "linko", "--seat", "you", "hal"], 2, 'there is no bot "hal"'),
        (["play", "linko", "--seat", "you", "thumb", "thumb", "--players", "9"], 2, "players, not 9"),
        (["play", "linko", "--rules", "duel", "--seat", "you", "thumb", "thumb"], 2, "is for 2 players, not 3"),
        (["play", "linko", "--option", "shadow_part"], 2, "NAME=VALUE"),
        (["play", "linko", "--start", "Z"], 2, "names a seat by its letter"),
        (["play", "linko", "--name", "a", "--name", "b"], 2, "2 names for 1 people"),
        (["play", "linko", "--name", "x" * 25], 2, "a name has 1 to 24 printable characters"),
        (["play", "linko", "--games", "0"], 2, "at least 1"),
        (["play", "linko"], 1, "terminal"),
        (["play", "--resume", "missing.tatze"], 1, "No such file"),
        (["play", "linko", "--resume", "missing.tatze"], 2, "leave the other choices out"),
        (["show", "missing.tatze"], 1, "No such file"),
        (["rules", "linko", "99"], 1, 'no rule "99"'),
        (["rules", "linko", "²"], 1, "no rule"),
        (["simulate", "linko", "--games", "0", "--out", "x"], 2, "at least 1"),
        (["simulate", "linko", "--bot", "thumb", "--bot", "thumb", "--out", "x"], 2, "2 bots for 4 seats"),
        (["simulate", "linko", "--out", "/dev/null"], 1, "not a folder"),
    ],
)
def test_a_wrong_call_gets_one_clear_line_and_a_code(words: list[str], code: int, message: str) -> None:
    done = tatze(*words)
    assert done.returncode == code
    assert message in done.stderr
    assert done.stderr.startswith("tatze: ")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_finished_game_cannot_be_resumed(record: Path) -> None:
    done = tatze("play", "--resume", str(record))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "the game is over" in done.stderr


def test_an_unknown_command_or_argument_is_argparse_s_to_refuse() -> None:
    without_folder, no_number = ["simulate", "linko"], ["simulate", "linko", "--games", "x", "--out", "y"]
    for words in (["fly"], ["play", "--fly"], without_folder, no_number):
        done = tatze(*words)
        assert done.returncode == 2
        assert "usage:" in done.stderr
        assert "Traceback" not in done.stderr


def test_ctrl_c_stops_a_simulation_and_leaves_no_half_written_record(tmp_path: Path) -> None:
    words = ["simulate", "linko", "--games", "100000", "--out", str(tmp_path)]
    command = [sys.executable, "-m", "tatze", *words]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=heed_ctrl_c)
    for _ in range(200):
        time.sleep(0.05)
        if len(list(tmp_path.glob("linko-*.tatze"))) > 3:
            break
    process.send_signal(signal.SIGINT)
    try:
        _, error = process.communicate(timeout=5)
    except subprocess.TimeoutExpired:  # Python can lose an interrupt that comes in a callback; a person presses again
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in error
    assert error.rstrip().endswith("tatze: stopped")
    written = list(tmp_path.iterdir())
    assert len(written) > 3
    assert all(path.suffix == ".tatze" and not path.name.startswith(".") for path in written)
    assert main(["verify", str(max(written))]) == 0


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m tatze rules linko | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""


def test_the_command_is_there_at_once() -> None:
    """No heavy library is loaded to show the help."""
    script = (
        "import contextlib, sys\nfrom tatze.cli import main\nwith contextlib.suppress(SystemExit): main(['--help'])\n"
        "print(sorted(m for m in sys.modules if '.' not in m))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1]
    assert not any(f"'{name}'" in loaded for name in ("rich", "numpy", "numba", "asyncio", "msgspec", "uvicorn"))


def test_nothing_that_is_there_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "verflixxt", "--games", "2", "--out", str(tmp_path)]
    assert main(words) == 0
    assert main(words) == 0  # the same games again
    first = min(tmp_path.iterdir())
    first.write_text("mine")
    capsys.readouterr()
    for again in (
        words,
        ["play", "linko", "--save", str(first)],
        ["play", "--resume", str(max(tmp_path.iterdir())), "--save", str(first)],
    ):
        assert main(again) == 1
        assert f"{first} is there already" in capsys.readouterr().err
    assert first.read_text() == "mine"


def test_a_file_that_the_system_refuses_is_named_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["study", "verflixxt", "--games", "5", "--out", str(tmp_path / "file" / "folder")]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"tatze: {tmp_path / 'file'}")
    assert error.count("\n") == 1
