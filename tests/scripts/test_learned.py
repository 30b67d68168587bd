"""The scripts behind the learned bots' figures: matches that go on, chances that are counted right, clean origins."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench import calibration, choices, learned
from tests.games.verflixxt import position as verflixxt
from tools import ship


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(*words: object) -> None:
        monkeypatch.setattr(sys, "argv", ["learned.py", *map(str, words)])
        learned.main()

    return call


def figures(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["figures"]
    return found


def test_a_match_of_learned_bots_that_goes_on_says_the_same_as_one_played_at_once(run: Any, tmp_path: Path) -> None:
    whole, parts, page = tmp_path / "whole.json", tmp_path / "parts.json", tmp_path / "page.md"
    what = ["--part", "yardsticks", "--game", "verflixxt"]
    run(*what, "--games", 12, "--out", whole)
    run(*what, "--games", 6, "--threads", 2, "--out", parts)
    run(*what, "--games", 12, "--threads", 2, "--resume", parts, "--out", parts)
    assert figures(parts) == figures(whole)
    page.write_text("Before\n<!-- learned: begin -->\nold\n<!-- learned: end -->\nAfter\n", encoding="utf-8")
    run("--read", whole, "--write", page)
    assert "| Verflixxt base | 2 | `learned` | `yardstick` | 12 |" in page.read_text(encoding="utf-8")


def test_every_part_has_its_pairings() -> None:
    count = {part: len(list(learned.pairings(part))) for part in learned.TITLES}
    assert count["searches"] == count["both"] == count["guided"] == 4
    assert count["others"] == count["yardsticks"] - 4


def test_forecasts_that_come_true_as_often_as_they_say_are_not_off() -> None:
    random = np.random.default_rng(1)
    foreseen = random.random(40_000)
    true = calibration.Forecasts(foreseen, random.random(40_000) < foreseen, np.arange(40_000))
    bold = calibration.Forecasts(foreseen, random.random(40_000) < foreseen**2, np.arange(40_000))
    assert all(abs(one.foreseen - one.came) < 2 * one.half for one in calibration.bins_of(true))
    assert sum(abs(one.foreseen - one.came) > one.half for one in calibration.bins_of(bold)) > 10


def test_chances_are_turned_from_the_viewer_to_the_seats() -> None:
    worth = np.log(np.array([[0.5, 0.3, 0.2, 1], [0.6, 0.4, 1, 1]], np.float32))
    found = calibration.seat_by_seat(worth, np.array([1, 1]), np.array([3, 2]))
    assert found[0] == pytest.approx([0.2, 0.5, 0.3])
    assert found[1] == pytest.approx([0.4, 0.6, -1])


def test_forecasts_are_made_of_all_seats_in_games_to_their_ends() -> None:
    found = calibration.play("verflixxt", 30)
    for forecasts in found.values():
        assert forecasts.foreseen.min() >= 0
        assert set(np.unique(forecasts.game)) == set(range(30))
        assert abs(forecasts.came.mean() - forecasts.foreseen.mean()) < 0.02
    assert "<svg" in calibration.picture("verflixxt", found)


def test_the_choice_that_wins_is_worth_more_than_the_one_that_loses() -> None:
    """Who takes the +8 at once is the last on the −10."""
    there = verflixxt.position("start -10:AB +8:A finish", ["", "+5"], die=6)
    policy = choices.Policy("verflixxt", "base", 2)
    state = np.zeros(1, policy.dtype)
    for name in there.game.layout.fields:
        state[name][0] = getattr(there.s, name)
    last, first = (policy.module.choice_of(there.s, there.game.read(text)) for text in ("m1", "m2"))
    assert policy.worth(state[0], last, 32) > policy.worth(state[0], first, 32) + 0.5


def test_choices_are_compared_where_bots_differ() -> None:
    policy = choices.Policy("verflixxt", "base", 2)
    found = choices.compare(policy, "guided:8", {}, policy.positions(12), 2)
    assert "of 12 differ" in found


def test_what_is_shipped_does_not_tell_where_it_was_made() -> None:
    command = "tatze train linko --out /somewhere/linko --resume .train/old --set total=9"
    assert ship.command_of(command) == "tatze train linko --out linko --resume old --set total=9"
