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

from tatze.cli import main
from tatze.cli.study import arguments, settings_of
from tatze.games import game_named
from tatze.study import run

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
