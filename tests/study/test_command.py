"""`tatze study`: its tables and files."""

from __future__ import annotations

import argparse
import csv
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tatze import __version__
from tatze.cli import main
from tatze.cli.study import arguments, settings_of
from tatze.games import game_named
from tatze.study import run
from tatze.study.play import Chunk, play_chunk
from tatze.study.tally import Tally

WORDS = ["study", "verflixxt", "--rules", "base", "pro", "--players", "2", "3", "--games", "200", "--device", "cpu"]


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main([*WORDS, "--out", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "Victories by place" in out
    assert "800 games in" in out
    assert "games/s" in out
    return tmp_path


def test_the_csv_has_every_figure_within_its_interval(folder: Path) -> None:
    with (folder / "study.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    sums: dict[tuple[str, ...], float] = defaultdict(float)
    for row in rows:
        assert float(row["low"]) <= float(row["value"]) <= float(row["high"]), row
        sums[row["rules"], row["players"], row["measure"]] += float(row["value"])
    for rules in ("base", "pro"):
        for players in ("2", "3"):
            assert sums[rules, players, "win share"] == pytest.approx(1)
            assert sums[rules, players, "ending"] == pytest.approx(1)
            assert sums[rules, players, "moves"] > 100


class Checker(HTMLParser):
    """Follows the tags of a page, and whether a table comes after each plot."""

    EMPTY = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.order: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {name for name, _ in attrs}
        if tag in ("svg", "table"):
            self.order.append(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_one_page_that_needs_nothing_else(folder: Path) -> None:
    page = (folder / "study.html").read_text(encoding="utf-8")
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert checker.order == ["svg", "table"] * 4
    assert not checker.attributes & {"src", "href", "srcset", "style", "onload"}
    for word in ("http", "url(", "@import", "<script"):
        assert word not in page
    assert not re.search(r"\bnan\b", page)
    assert "prefers-color-scheme: dark" in page


def test_every_plot_is_well_formed_and_labelled(folder: Path) -> None:
    page = (folder / "study.html").read_text(encoding="utf-8")
    for chunk in page.split("<svg")[1:]:
        svg = ET.fromstring("<svg" + chunk.partition("</svg>")[0] + "</svg>")
        assert svg.attrib["role"] == "img"
        assert svg.attrib["aria-label"]


def test_plots_are_readable_on_a_phone_420_pixels_wide(folder: Path) -> None:
    """The page has margins of 24 pixels, so a plot is 372 wide there: its text must be 11 pixels high, and inside."""
    page = (folder / "study.html").read_text(encoding="utf-8")
    assert "font: 12px" in page
    for chunk in page.split("<svg")[1:]:
        svg = ET.fromstring("<svg" + chunk.partition("</svg>")[0] + "</svg>")
        width = float(svg.attrib["viewBox"].split()[2])
        assert 12 * 372 / width >= 11
        for text in svg.iter("text"):
            size = 6.5 * len(text.text or "")
            left = float(text.attrib["x"]) - (size / 2 if text.attrib["class"] == "tick" else 0)
            assert left >= 0, text.text
            assert left + size <= width, text.text


def test_a_study_says_its_version_and_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(run.MIN_CHUNK_GAMES, "cpu", 16)
    assert main([*WORDS, "--out", str(tmp_path / "whole")]) == 0
    played: list[int] = []

    def stopping(chunk: Chunk) -> Tally:
        if len(played) == 20:
            raise KeyboardInterrupt
        played.append(chunk.count)
        return play_chunk(chunk)

    with monkeypatch.context() as patched:
        patched.setattr(run, "play_chunk", stopping)
        words = [*WORDS, "--threads", "1", "--out", str(tmp_path / "parts")]
        assert main(words) == 130
    assert "--resume goes on" in capsys.readouterr().err
    with (tmp_path / "parts" / "tallies.jsonl").open("a") as file:
        file.write('{"setting": "half a li')
    assert main([*words, "--resume"]) == 0
    assert f"{800 - sum(played)} of them played now" in capsys.readouterr().out
    assert main([*words, "--resume"]) == 0
    assert "0 of them played now" in capsys.readouterr().out
    for name in ("study.csv", "study.html"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()
    with (tmp_path / "whole" / "study.csv").open(encoding="utf-8", newline="") as csv_file:
        assert {(row["format"], row["software"]) for row in csv.DictReader(csv_file)} == {("2", f"tatze {__version__}")}


def test_games_and_settings_may_join_a_study(tmp_path: Path) -> None:
    words = ["study", "verflixxt", "--games", "100", "--device", "cpu", "--players"]
    assert main([*words, "2", "--out", str(tmp_path / "parts")]) == 0
    assert main([*words, "2", "3", "--games", "150", "--out", str(tmp_path / "parts"), "--resume"]) == 0
    assert main([*words, "2", "3", "--games", "150", "--out", str(tmp_path / "whole")]) == 0
    assert (tmp_path / "parts/study.csv").read_bytes() == (tmp_path / "whole/study.csv").read_bytes()


@pytest.mark.parametrize(
    ("change", "words", "said"),
    [
        ("", [], "is there already: --resume goes on with it"),
        ("", ["--resume", "--seed", "3"], "is of another study: its seed is 0, not 3"),
        ("", ["--resume", "--games", "10"], "--games is at least 20"),
        ("hello\n", ["--resume"], "not a list of games"),
        ("+{}\n", ["--resume"], "line 3 is not a game"),
        ("+again", ["--resume"], "has game 0 of a setting twice"),
        ("-", ["--resume"], "has study.csv but no tallies.jsonl"),
    ],
)
def test_files_of_another_study_are_never_written_over(
    tmp_path: Path, change: str, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = ["study", "verflixxt", "--players", "2", "--games", "20", "--device", "cpu", "--out", str(tmp_path)]
    assert main(begun) == 0
    tallies = tmp_path / "tallies.jsonl"
    text = tallies.read_text()
    if change == "-":
        tallies.unlink()
    elif change:
        more = text.splitlines()[1] + "\n" if change == "+again" else change.removeprefix("+")
        tallies.write_text(text + more if change.startswith("+") else more + text)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    capsys.readouterr()
    assert main([*begun, *words]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_to_resume_a_study_its_folder_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "verflixxt", "--resume"]) == 2
    assert "--out" in capsys.readouterr().err


def test_the_files_are_the_same_for_any_number_of_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(run.MIN_CHUNK_GAMES, "cpu", 16)
    for threads in ("1", "2"):
        assert main([*WORDS, "--threads", threads, "--out", str(tmp_path / threads)]) == 0
    for name in ("study.csv", "study.html"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_parquet_says_the_same_as_the_csv(folder: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(folder / "study.parquet").to_pylist()
    with (folder / "study.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [{name: str(value) for name, value in row.items()} for row in table] == rows


def test_different_bots_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["study", "verflixxt", "--players", "3", "--bot", "thumb", "random", "random", "--games", "300"]
    assert main([*words, "--out", str(tmp_path)]) == 0
    assert "by bot" in capsys.readouterr().out
    page = (tmp_path / "study.html").read_text(encoding="utf-8")
    assert "Which bot wins?" in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "9"], "2 to 6 players, not 9"),
        (["--players", "3", "9"], "2 to 6 players, not 9"),
        (["--players", "3", "--bot", "thumb", "random"], "2 bots for 3 seats"),
        (["--rules", "chess"], 'no rule set "chess"'),
        (["--threads", "0"], "--threads"),
        (["--games", "0"], "1 to"),
        (["--option", "luck_below=perhaps"], "luck_below"),
    ],
)
def test_what_cannot_be_studied_is_refused_in_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "verflixxt", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_rule_sets_meet_only_the_players_they_are_for() -> None:
    parser = argparse.ArgumentParser()
    arguments(parser)
    settings = settings_of(parser.parse_args(["linko", "--rules", "base", "duel", "--players", "2", "4"]))
    assert [setting.title for setting in settings] == ["base, 4 players", "duel, 2 players"]
    everything = settings_of(parser.parse_args(["linko", "--rules", "all"]))
    assert len(everything) == sum(len(rule_set.players) for rule_set in game_named("linko").rule_sets.values())
