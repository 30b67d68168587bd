"""The commands that measure bots and levels: runs go on where they ended, and what was measured is what is written."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from bench import bots_table
from bench.bots_page import page_parts, tiger_of, tigers_found
from bench.bots_rows import TIGERS, rows_of
from bench.matches import GameResult, MatchFile, MatchRow, missing_tasks
from bench.review_levels import Scale, apart
from bench.search import Pairing
from bench.worker_pool import ResultFile
from tatze.arena.settings import MatchSetting, main_settings
from tatze.games import game_named
from tatze.review.puzzle_maker import grade
from tools import remake

FOUR = MatchSetting("verflixxt", "base", 4)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(*words: object) -> None:
        monkeypatch.setattr(sys, "argv", ["bots_table", *map(str, words)])
        bots_table.main()

    return call


def played(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return found


def test_a_table_that_goes_on_says_the_same_as_one_measured_at_once(run: Any, tmp_path: Path) -> None:
    whole, parts, page = tmp_path / "whole.json", tmp_path / "parts.json", tmp_path / "page.md"
    what = ["--part", "yardsticks", "--game", "verflixxt"]
    run(*what, "--games", 8, "--out", whole)
    run(*what, "--games", 4, "--out", parts)
    assert played(parts) != played(whole)
    run(*what, "--games", 8, "--out", parts)
    assert played(parts) == played(whole)
    page.write_text("Before\n<!-- summary: begin -->\nold\n<!-- summary: end -->\n", encoding="utf-8")
    run(*what, "--games", 8, "--read", whole, "--write", page)
    assert "| `learned` |" in page.read_text(encoding="utf-8")


def test_cells_that_were_measured_before_are_taken_over_and_new_ones_replace_them(run: Any, tmp_path: Path) -> None:
    known, page, out = tmp_path / "known.md", tmp_path / "page.md", tmp_path / "new.json"
    known.write_text(
        "| Verflixxt base | 4 | `random` | `yardstick` | 1,000 | 12.3 (11.0 to 14.0) % | 25 % | −9 (−10 to −8) |\n"
        "| Verflixxt base | 2 | `random` | `yardstick` | 900 | 44.4 (40.4 to 48.4) % | 50 % | −9 (−10 to −8) |\n"
        "| Verflixxt pro | 2 | `random` | `yardstick` | 900 | 55.5 (50.5 to 60.5) % | 50 % | −9 (−10 to −8) |\n",
        encoding="utf-8",
    )
    page.write_text("<!-- summary: begin -->\n<!-- summary: end -->\n", encoding="utf-8")
    what = ["--part", "yardsticks", "--game", "verflixxt", "--bot", "random", "--games", 8]
    run(*what, "--read", out, "--known", known, "--write", page)
    old = page.read_text(encoding="utf-8")
    assert "| 12 ± 2 |" in old
    assert "| 900 to 1,000 |" in old
    assert "| 56 ± 5 |" not in old, "a setting that the table has no column for"
    run(*what, "--out", out)
    assert {one["bots"][0] for one in played(out)} == {"random"}, "--bot takes rows of these bots alone"
    run(*what, "--read", out, "--known", known, "--write", page)
    new = page.read_text(encoding="utf-8")
    assert "| 8 |" in new
    assert not {"| 12 ± 2 |", "| 44 ± 4 |"} & {new[at : at + 10] for at in range(len(new))}


def row_of(shares: list[float], setting: MatchSetting = FOUR, candidate: int = 0) -> MatchRow:
    """A row whose bot got a share of the victory from every deal, the same on every seat."""
    pairing = Pairing(setting, TIGERS[setting.game][candidate], "learned")
    row = MatchRow("tigers", pairing, len(shares) * setting.players)
    for deal, share in enumerate(shares):
        for seat in range(setting.players):
            row.results[deal, seat] = GameResult(share, 0.0)
    return row


def test_only_whole_deals_before_the_first_gap_count() -> None:
    row = row_of([0.0, 1.0, 1.0, 0.0])
    del row.results[2, 3]
    assert [deal.share for deal in row.whole_deals()] == [0.0, 1.0]


def test_only_missing_games_are_played() -> None:
    row = row_of([0.0, 1.0, 1.0])
    assert not list(row.tasks("0", 0, row.deals))
    del row.results[1, 3], row.results[2, 0]
    bouts = [(task.bout.deal, task.bout.rotation) for task in row.tasks("0", 0, row.deals)]
    assert bouts == [(1, 3), (2, 0)]


def test_every_row_gets_a_fifth_first_and_then_part_comes_after_part() -> None:
    steps, tigers = (rows_of([part], 40, "verflixxt", everywhere=False) for part in ("steps", "tigers"))
    order = [int(task.hero.label.split()[0]) for task in missing_tasks([*steps, *tigers])]
    turns = [row for row, _ in groupby(order)]
    assert turns == [*range(7), *4 * [*range(5)], *4 * [5, 6]]
    assert Counter(order) == dict.fromkeys(range(7), 40)


def test_games_of_another_bot_of_the_same_name_stay_in_the_file_and_do_not_count(tmp_path: Path) -> None:
    path, row = tmp_path / "bots.json", row_of([0.0, 1.0])
    data = {"conditions": {}, "rows": [{**row.about, "played_by": ["another", "learned"], "games": [[0, 0, 1.0, 0.0]]}]}
    path.write_text(json.dumps(data), encoding="utf-8")
    file = MatchFile(path, [replace(row_of([]), games=8)])
    assert not file.rows[0].results
    file.save()
    assert played(path) == data["rows"]


def test_the_tiger_is_the_stronger_candidate_and_the_usual_one_where_that_is_open() -> None:
    guided, usual = TIGERS["verflixxt"][0], game_named("verflixxt").levels.tiger
    stronger, weaker, even = (row_of([share, share + 0.02] * 20) for share in (0.4, 0.1, 0.24))
    assert (tiger_of([stronger]), tiger_of([weaker]), tiger_of([even])) == (guided, "learned", usual)
    assert tigers_found([weaker]) == {"verflixxt": {"base 4": "learned"}}
    assert tigers_found([stronger]) == {"verflixxt": {}}
    file = MatchFile(Path("nothing.json"), [weaker])
    assert "| `learned` |" in page_parts(file)["tigers"]
    assert "other-tigers" not in page_parts(file)


def test_tigers_outside_the_summary_go_to_a_page_of_their_own(run: Any, tmp_path: Path) -> None:
    six = MatchSetting("verflixxt", "pro", 6)
    measured = [replace(row_of([0.1, 0.12] * 20, setting), luck="lookahead") for setting in (FOUR, six)]
    data = [{**row.about, "games": [[*key, *one] for key, one in row.results.items()]} for row in measured]
    out, main, others = (tmp_path / name for name in ("bots.json", "main.md", "others.md"))
    out.write_text(json.dumps({"conditions": {}, "rows": data}), encoding="utf-8")
    main.write_text("<!-- tigers: begin -->\n<!-- tigers: end -->\n", encoding="utf-8")
    others.write_text("<!-- other-tigers: begin -->\n<!-- other-tigers: end -->\n", encoding="utf-8")
    run("--part", "tigers", "--game", "verflixxt", "--read", out, "--write", main, others)
    assert ["base, 4" in page.read_text("utf-8") for page in (main, others)] == [True, False]
    assert ["pro, 6" in page.read_text("utf-8") for page in (main, others)] == [False, True]


def test_of_several_candidates_the_one_that_wins_most_is_the_tiger() -> None:
    duel, (few, many) = MatchSetting("linko", "duel", 2), TIGERS["linko"]
    good, better, even = ([share, share + 0.02] * 20 for share in (0.6, 0.7, 0.49))
    assert tiger_of([row_of(good, duel, 0), row_of(better, duel, 1)]) == many
    assert tiger_of([row_of(better, duel, 0), row_of(good, duel, 1)]) == few
    assert game_named("linko").levels.tiger == few
    assert tigers_found([row_of(good, duel, 0), row_of(even, duel, 1)]) == {"linko": {}}
    assert tigers_found([row_of(even, duel, 0), row_of(good, duel, 1)]) == {"linko": {"duel 2": many}}


def test_tigers_can_be_played_in_the_main_settings_alone() -> None:
    main = [row.pairing.setting for row in rows_of(["tigers"], everywhere=False)]
    assert set(main) == set(main_settings())
    assert len(rows_of(["tigers"])) > len(main) == 6


def test_every_level_meets_the_one_below_in_both_games() -> None:
    pairs = [(row.pairing.setting.game, row.pairing.bot, row.pairing.others) for row in rows_of(["steps"])]
    assert pairs[:2] == [("linko", "cat", "kitten"), ("linko", "wildcat", "cat")]
    assert pairs[-1] == ("verflixxt", "tiger", "puma")
    assert len(pairs) == 10


def test_a_scale_keeps_the_most_levels_that_are_apart() -> None:
    scale: Scale = {
        "kitten": (0.7, 0.65, 0.75),
        "cat": (0.6, 0.55, 0.66),
        "wildcat": (0.5, 0.45, 0.54),
        "tiger": (0.1, 0.05, 0.15),
    }
    assert list(apart(scale)) == ["kitten", "wildcat", "tiger"]
    assert list(apart({**scale, "cat": (0.6, 0.56, 0.64)})) == list(scale)
    narrow_inside = {**scale, "kitten": (0.7, 0.56, 0.8), "cat": (0.6, 0.59, 0.61)}
    assert list(apart(narrow_inside)) == ["kitten", "wildcat", "tiger"], "the ends of the scale come first"


def doubled(number: int) -> int:
    return 2 * number


def test_results_are_kept_and_what_depends_on_something_new_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    ResultFile(path).fill(doubled, [("old", (1,)), ("old", (2,))], 1, 1)
    lines = path.read_text(encoding="utf-8").splitlines()
    ResultFile(path).fill(doubled, [("old", (1,)), ("new", (2,))], 1, 1)
    assert path.read_text(encoding="utf-8").splitlines()[:2] == lines
    assert ResultFile(path).known == {("old", (1,)): 2, ("old", (2,)): 4, ("new", (2,)): 4}


@pytest.mark.parametrize("part", remake.PARTS)
def test_the_commands_of_every_part_are_understood(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = ["--workers", "1", "--minutes", "1"]
    for module, *words in ([*remake.measuring(part, tmp_path), *limits], remake.writing(part, tmp_path)):
        monkeypatch.setattr(sys, "argv", [module, *words])
        args = import_module(module).arguments()
        assert (args.out or args.read).parent == tmp_path


def test_no_part_is_begun_without_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(sys, "argv", ["remake", "--out", str(tmp_path / "new"), "--minutes", "0"])
    remake.main()
    assert "no time is left for tigers" in capsys.readouterr().out
    assert list((tmp_path / "new").iterdir()) == []


def test_puzzles_have_five_grades_however_many_levels_there_are() -> None:
    six, four = ([dict(enumerate(row)) for row in rows] for rows in (missed(6), missed(4)))
    assert [grade({str(k): v for k, v in one.items()}) for one in six] == [1, 2, 2, 3, 4, 4, 5]
    assert [grade({str(k): v for k, v in one.items()}) for one in four] == [1, 2, 3, 4, 5]


def missed(levels: int) -> list[list[float]]:
    """How often levels find a puzzle, for puzzles that none, one, two … of them miss."""
    return [[0.0] * some + [1.0] * (levels - some) for some in range(levels + 1)]
