"""The script that measures the searches: a run that is cut short loses nothing, and the page gets its table."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "bench" / "search.py"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Any:
    spec = importlib.util.spec_from_file_location("bench_search", SCRIPT)
    assert spec
    assert spec.loader
    script = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "bench_search", script)
    spec.loader.exec_module(script)

    def call(*words: object) -> None:
        monkeypatch.setattr(sys, "argv", ["search.py", *map(str, words)])
        script.main()

    return call


def figures(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["figures"]
    return found


def test_a_match_that_goes_on_says_the_same_as_one_played_at_once(run: Any, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    what = ["--part", "main", "--game", "verflixxt", "--playouts", 5]
    run(*what, "--games", 24, "--out", whole)
    run(*what, "--games", 8, "--threads", 2, "--out", parts)
    assert [row["games"] for row in figures(parts)] == [8, 8]
    run(*what, "--games", 24, "--threads", 2, "--resume", parts, "--out", parts)
    assert figures(parts) == figures(whole)


def test_what_is_not_asked_for_again_stays_in_the_file_and_so_does_another_machine(run: Any, tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    run("--part", "thumb", "--game", "linko", "--games", 4, "--out", out)
    kept = figures(out)
    here = json.loads(out.read_text(encoding="utf-8"))["machine"]["processor"]
    out.write_text(out.read_text(encoding="utf-8").replace(here, f"Abacus, 1 core; {here}"), encoding="utf-8")
    run("--part", "main", "--game", "linko", "--games", 4, "--playouts", 2, "--resume", out, "--out", out)
    assert figures(out)[: len(kept)] == kept
    assert {row["part"] for row in figures(out)} == {"thumb", "main"}
    machines = json.loads(out.read_text(encoding="utf-8"))["machine"]["processor"]
    assert sorted(machines.split("; ")) == sorted(["Abacus, 1 core", here])


def test_without_time_nothing_is_begun(run: Any, tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    run("--part", "thumb", "--minutes", 0, "--out", out)
    assert figures(out) == []


def test_the_table_goes_between_its_markers(run: Any, tmp_path: Path) -> None:
    out, page = tmp_path / "found.json", tmp_path / "page.md"
    page.write_text("Before\n<!-- search: begin -->\nold\n<!-- search: end -->\nAfter\n", encoding="utf-8")
    run("--part", "main", "--game", "linko", "--games", 4, "--playouts", 2, "--out", out)
    run("--read", out, "--write", page)
    text = page.read_text(encoding="utf-8")
    assert "old" not in text
    assert text.startswith("Before\n")
    assert text.endswith("\nAfter\n")
    assert "| Linko base | 4 | `search:2` | `yardstick` | 8 |" in text
