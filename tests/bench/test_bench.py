"""`tatze bench`, with tiny durations."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tatze.bench import peers
from tatze.bench.measure import Work, as_data, interleave
from tatze.bench.page import BEGIN, END, number, page_text, reference_of, write_between
from tatze.cli import main
from tatze.core.errors import TatzeError

TINY = ["bench", "--game", "verflixxt", "--seconds", "0.01", "--rounds", "2", "--parts", "play", "study"]

SCRIPT = """
import json, sys
print(json.dumps({"peer": "Fast", "group": "one game from a Python loop", "version": "fast 1.0"}))
print(json.dumps({"peer": "Lost", "group": "studies", "error": "ModuleNotFoundError: lost"}))
print(json.dumps({"peers": 2}), flush=True)
for line in sys.stdin:
    print(json.dumps({"peer": json.loads(line)["peer"], "rate": 1000.0}), flush=True)
"""


def test_the_bench_measures_every_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script, page = tmp_path / "peers.py", tmp_path / "page.md"
    script.write_text(SCRIPT, encoding="utf-8")
    page.write_text(f"# Page\n\n{BEGIN}\nold\n{END}\n\nThe end.\n", encoding="utf-8")
    monkeypatch.setattr(peers, "SCRIPT", script)
    assert main([*TINY, "--json", "--peers", sys.executable, "--write", str(page)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert {figure["group"] for figure in said["figures"]} >= {
        "one game from a Python loop",
        "many games at once, with observations",
        "many games at once, legal actions alone",
        "played out in native code",
        "one state",
        "studies",
    }
    assert all(len(figure["runs"]) == 2 and min(figure["runs"]) > 0 for figure in said["figures"])
    assert said["missing"] == {"Lost": "ModuleNotFoundError: lost"}
    text = page.read_text(encoding="utf-8")
    assert "old" not in text
    assert text.endswith(f"{END}\n\nThe end.\n")
    assert "| Fast | 1,000 |" in text
    assert "Not measured: Lost" in text


def test_everything_has_its_turn_in_every_round() -> None:
    order: list[str] = []
    works = [Work(name, "group", "moves/s", lambda seconds: 2 * seconds) for name in "ab"]
    interleave(works, 3, 0.5, order.append)
    assert "".join(order) == "ababab"
    assert works[0].runs == [1, 1, 1]


def test_ratios_are_taken_within_a_round() -> None:
    one = Work("one", "g", "moves/s", lambda _: 0, runs=[10, 20, 40])
    two = Work("two", "g", "moves/s", lambda _: 0, base="one", runs=[20, 40, 60])
    assert as_data([one, two])[1]["ratio"] == 2
    assert "2 × (1.5 to 2) one" in page_text([one, two], {"processor": "x"}, {})


def test_other_libraries_are_compared_with_the_first_game() -> None:
    group = "played out in native code"
    ours = [Work(f"Tatze {name}", group, "moves/s", lambda _: 0, runs=[10]) for name in ("Go, plain", "Go, compiled")]
    ours.append(Work("Tatze Chess, compiled", group, "moves/s", lambda _: 0, runs=[20]))
    peer = Work("Peer", group, "moves/s", lambda _: 0, runs=[5])
    assert reference_of([*ours, peer], group) is ours[1]
    assert "| Peer | 5 | 5 to 5 | Go is 2 × (2 to 2) |" in page_text([*ours, peer], {"processor": "x"}, {})
    assert reference_of([peer], group) is None


def test_figures_have_three_digits() -> None:
    assert [number(value) for value in (8_765_432, 1234.5, 12.345, 0.17349)] == ["8,770,000", "1,230", "12.3", "0.173"]


def test_a_page_without_markers_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing", encoding="utf-8")
    with pytest.raises(TatzeError, match="go between"):
        write_between(page, "text")
    assert page.read_text(encoding="utf-8") == "nothing"


def test_a_missing_python_for_the_peers_is_named() -> None:
    with pytest.raises(TatzeError, match=r"bench/peers\.sh"), peers.running_peers("no-such-python"):
        pass
