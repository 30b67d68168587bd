"""`tatze arena`: tables, files, stopping and going on."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tatze.arena import ratings
from tatze.bots import OPPONENTS, SIMPLE_BOTS
from tatze.cli import main
from tests.bots.outside.programs import entrant, survivors
from tests.fake_ray import FakeRay
from tests.helpers import heed_ctrl_c
from tests.study.test_command import Checker

WORDS = ["arena", "verflixxt", "--players", "3", "--bots", "random", "thumb", "--games", "12", "--seed", "4"]


def findings(folder: Path) -> dict[str, Any]:
    """What arena.json says, without the times."""
    data: dict[str, Any] = json.loads((folder / "arena.json").read_text(encoding="utf-8"))
    for bot in data["bots"]:
        del bot["time"]
    return data


def lines(folder: Path) -> list[str]:
    return (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert main([*WORDS, "--processes", "1", "--out", str(tmp_path / "one")]) == 0
    return tmp_path / "one"


def test_the_screen_shows_meetings_and_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert "33.3 % would be equal" in out
    assert re.search(r"thumb +random +12 +[0-9.]+ \([0-9.]+ to [0-9.]+\)", out)
    assert "forfeited" in out


def test_the_json_has_every_figure_within_its_interval(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main([*WORDS, "--processes", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    data = json.loads((folder / "arena.json").read_text(encoding="utf-8"))
    for bot in (*said["bots"], *data["bots"]):
        assert bot.pop("time")["p99_ms"] >= 0
    assert said == data
    assert [(one["hero"], one["field"]) for one in data["meetings"]] == [("random", "thumb"), ("thumb", "random")]
    for one in (*data["meetings"], *data["bots"]):
        for kind in ("wins", "margin"):
            assert one[kind]["low"] <= one[kind]["value"] <= one[kind]["high"]
    assert all(one["games"] == 12 for one in data["meetings"])


def test_any_number_of_processes_finds_the_same(folder: Path, tmp_path: Path) -> None:
    assert main([*WORDS, "--processes", "2", "--out", str(tmp_path / "two")]) == 0
    assert findings(tmp_path / "two") == findings(folder)


def test_the_report_is_one_page_that_needs_nothing_else(folder: Path) -> None:
    page = (folder / "arena.html").read_text(encoding="utf-8")
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert checker.order.count("svg") >= 3
    assert not checker.attributes & {"src", "href", "srcset", "style", "onload"}
    for word in ("http", "url(", "@import", "<script"):
        assert word not in page
    assert not re.search(r"\bnan\b", page)


def test_a_match_goes_on_where_it_stopped(folder: Path) -> None:
    whole, all_lines = findings(folder), lines(folder)
    assert len(all_lines) == 1 + 24
    path = folder / "games.jsonl"
    path.write_text("\n".join(all_lines[:9]) + "\n" + all_lines[9][:40], encoding="utf-8")
    assert main([*WORDS, "--processes", "1", "--out", str(folder), "--resume"]) == 0
    assert findings(folder) == whole
    assert lines(folder)[:9] == all_lines[:9]
    assert len(lines(folder)) == 1 + 24


def test_a_match_can_grow(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = lines(folder)
    more = [word if word != "12" else "18" for word in WORDS]
    assert main([*more, "--processes", "1", "--out", str(folder), "--resume"]) == 0
    assert lines(folder)[: len(before)] == before
    assert len(lines(folder)) == 1 + 36
    assert "18" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text, "--resume"),
        (lambda text: text.replace('"seed": 4', '"seed": 5'), "its seed is 5, not 4"),
        (lambda text: text.replace('"rules": "base"', '"rules": "pro"'), "its rules is pro, not base"),
        (lambda text: re.sub('"code": "[0-9a-f]+"', '"code": "0ld"', text), "its code is 0ld, not "),
        (lambda text: text.replace('"scores"', '"score"', 1), "line 2 is not a game"),
        (lambda text: "[]\n" + text, "not a list of games"),
        (lambda text: "hello\n" + text, "not a list of games"),
    ],
)
def test_a_folder_of_something_else_is_refused(
    folder: Path, change: Any, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "games.jsonl"
    text = change(path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    capsys.readouterr()
    resume = [] if said == "--resume" else ["--resume"]
    assert main([*WORDS, "--processes", "1", "--out", str(folder), *resume]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_leaves_games_that_can_be_resumed_and_no_program(tmp_path: Path, processes: str) -> None:
    out = tmp_path / "out"
    words = ["arena", "verflixxt", "--players", "2", "--games", "400", "--processes", processes, "--out", str(out)]
    words += ["--bots", "thumb", entrant(tmp_path, "is slow")]
    arena = subprocess.Popen(
        [sys.executable, "-m", "tatze", *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,
    )
    deadline = time.monotonic() + 60
    while not (out / "games.jsonl").exists() or len(lines(out)) < 3:
        assert time.monotonic() < deadline
        assert arena.poll() is None
        time.sleep(0.05)
    os.killpg(arena.pid, signal.SIGINT)
    _, error = arena.communicate(timeout=60)
    assert arena.returncode == 130
    assert re.fullmatch(r"tatze: stopped; \d+ of 400 games are in .*: the same command with --resume goes on\n", error)
    assert survivors(tmp_path) == []
    kept = lines(out)
    words[words.index("400")] = str(2 * (len(kept) // 2))
    words[-2:] = ["thumb", entrant(tmp_path, "fine").replace("fine=", "is slow=", 1)]
    assert main([*words, "--resume"]) == 0
    assert lines(out)[: len(kept)] == kept


def test_forfeits_are_counted_and_the_report_shows_the_last_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "verflixxt", "--players", "2", "--games", "4", "--processes", "1", "--out", str(tmp_path / "out")]
    assert main([*words, "--bots", "thumb", entrant(tmp_path, "crashes later")]) == 3
    said = capsys.readouterr()
    assert re.search(r"4 \(4 crash, 4 games lost\)", " ".join(said.out.split()))
    expected = (
        "tatze: crashes later forfeited 4 (4 crash, 4 games lost); the last words: ValueError: the seventh seal\n"
    )
    assert said.err == expected
    (bot,) = [bot for bot in findings(tmp_path / "out")["bots"] if bot["label"] == "crashes later"]
    assert bot["forfeits"] == {"crash": bot["decisions"]}
    assert bot["wins"]["value"] == 0
    assert "the seventh seal" in (tmp_path / "out" / "arena.html").read_text(encoding="utf-8")


def test_a_program_that_does_not_start_stops_the_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "verflixxt", "--players", "2", "--games", "4", "--bots", "thumb", entrant(tmp_path, "crashes")]
    for processes in ("1", "2"):
        assert main([*words, "--processes", processes]) == 1
        said = capsys.readouterr()
        assert "did not start" in said.err
        assert said.err.endswith("it ended; the last lines of its stderr:\n  nothing works\n")
        assert "would be equal" not in said.out


def test_names_stay_readable_at_80_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = ["arena", "verflixxt", "--games", "8", "--processes", "1", "--forfeit", "stand-in"]
    programs = [entrant(tmp_path, name).partition("=")[2] for name in ("crashes later", "fine")]
    assert main([*words, "--bots", *programs]) == 3
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert re.search(r"^ *crashes-later +fine ", out, re.MULTILINE)
    assert re.search(r"^ *fine +crashes-later ", out, re.MULTILINE)


def test_a_gauntlets_hero_may_be_named_apart(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "linko", "--games", "8", "--processes", "1", "--json", "--format", "gauntlet"]
    assert main([*words, "--bots", "random", "yardstick", "--hero", "thumb"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [(one["hero"], one["field"]) for one in data["meetings"]] == [("thumb", "random"), ("thumb", "yardstick")]
    assert [bot["label"] for bot in data["bots"] if bot["wins"]] == ["thumb"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bots", "thumb"], "two bots at least"),
        (["--bots", "thumb", "thumb"], "named twice"),
        (["--bots", "thumb", "deep-blue"], 'no bot "deep-blue"'),
        (["--bots", "thumb", "random", "--games", "0"], "--games"),
        (["--bots", "thumb", "random", "--processes", "0"], "--processes"),
        (["--bots", "thumb", "random", "--budget", "-1"], "--budget"),
        (["--bots", "thumb", "random", "--players", "9"], "2 to 6 players, not 9"),
        (["--bots", "thumb", "random", "--hero", "thumb"], "--format gauntlet"),
        (["--bots", "thumb", "run:no-such-program-anywhere"], "no program"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "verflixxt", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_without_openskill_everything_but_the_ratings_is_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ratings, "find_spec", lambda _: None)
    monkeypatch.setattr("tatze.cli.arena.can_rate", lambda: False)
    assert main([*WORDS, "--processes", "1", "--json"]) == 0
    said = capsys.readouterr()
    assert all(bot["rating"] is None for bot in json.loads(said.out)["bots"])
    assert "tatze[arena]" in said.err


def test_ray_is_asked_for_where_it_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main([*WORDS, "--ray", "local"]) == 1
    assert "tatze[ray]" in capsys.readouterr().err


def test_a_ray_cluster_finds_the_same(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", ray)
    assert main([*WORDS, "--ray", "local", "--out", str(tmp_path / "ray")]) == 0
    assert ray.calls == ["local", "shutdown"]
    assert findings(tmp_path / "ray") == findings(folder)


def test_the_pages_name_every_bot_and_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    docs = Path(__file__).parents[2] / "docs"
    bots, page = (docs.joinpath(name).read_text(encoding="utf-8") for name in ("bots.md", "arena.md"))
    for name in {*SIMPLE_BOTS, *OPPONENTS}:
        assert f"| `{name}` |" in bots
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    for option in set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}:
        assert f"`{option}" in page
