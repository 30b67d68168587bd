"""Watching a recorded game."""

from __future__ import annotations

import pytest

from tatze.core.layout import EVERYONE
from tatze.terminal.keyboard import ScriptedKeyboard
from tatze.terminal.replay import ReplayViewer, next_step, watch_replay
from tests.helpers import random_table
from tests.terminal.helpers import Glass


@pytest.mark.parametrize(
    ("typed", "step", "after"),
    [
        ("", 3, 4),
        ("", 9, None),
        ("q", 3, None),
        ("b", 3, 2),
        ("z", 0, 0),
        ("7", 3, 7),
        ("700", 3, 9),
        ("²", 3, 3),
        ("x", 3, 3),
    ],
)
def test_what_is_typed_leads_to_a_step(typed: str, step: int, after: int | None) -> None:
    assert next_step(typed, step, last=9) == after


@pytest.mark.parametrize("height", [16, 40])
@pytest.mark.parametrize("name", ["linko", "verflixxt"])
def test_a_replay_goes_forth_and_back_and_shows_the_same_again(name: str, height: int) -> None:
    glass = Glass(height=height)
    table = random_table(name, "base", 3, seed=1, stop=30)
    viewer = ReplayViewer(table, EVERYONE, "en")
    watch_replay(viewer, glass.console, ScriptedKeyboard(["20", "", "b", "b", "", "q"]))
    _, start, there, further, back, before, again = glass.frames
    assert f"0/{viewer.steps}" in start
    assert "20/" in there.splitlines()[0]
    assert "21/" in further.splitlines()[0]
    assert "19/" in before.splitlines()[0]
    assert there.rstrip() == back.rstrip() == again.rstrip()


def test_undone_actions_are_no_steps() -> None:
    table = random_table("linko", "base", 3, seed=1, stop=9)
    table.undo(0, 2)
    table.play(table.legal[-1])
    viewer = ReplayViewer(table, 0, "en")
    assert viewer.steps == 8
    assert viewer.notation(8).endswith(f": {table.game.write(table.entries[-1].action)}")
    assert viewer.sentences(8) == viewer.board.sentences(viewer.scene(8), viewer.events[-1])


def test_the_end_of_the_input_ends_the_replay() -> None:
    glass = Glass()
    watch_replay(ReplayViewer(random_table("linko", "base", 3, stop=5), 0, "de"), glass.console, ScriptedKeyboard([]))
    assert "0/5" in glass.text
