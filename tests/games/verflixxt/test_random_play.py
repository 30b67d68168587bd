"""Whatever is played: tiles and pieces are conserved, and every game ends in time."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tatze.core.layout import EVERYONE
from tatze.core.setup import Setup, make_setup
from tatze.games.verflixxt import GAME, rules
from tatze.games.verflixxt.state import GIFT, MOVE_PIECE, START, STEAL, State
from tests.helpers import random_table, states

TRACKS = ["shuffled", "pro", "swapped", "lucky-last", "-3", "L 8 7 L -10", " ".join(["L"] * 64)]
SETTINGS = [
    (rule_set.name, players, track)
    for rule_set in GAME.rule_sets.values()
    for players in rule_set.players
    for track in TRACKS
]


def tiles(s: State) -> Counter[int]:
    """All tiles, wherever they are; an action tile counts as the same on both sides."""
    on_track = [GIFT if tile == STEAL else tile for tile in s.tile if tile not in (0, START)]
    return Counter(on_track + [tile for tower in s.tower for tile in tower if tile])


def bound(s: State) -> int:
    """More turns than this are impossible: each moves something at least one number on."""
    guards = sum((s.finish - t) * s.guards[t] for t in range(s.finish))
    return s.players * rules.piece_count(s) * s.finish + guards


@pytest.mark.parametrize(("name", "players", "track"), SETTINGS)
def test_games_end_in_time_and_lose_nothing(name: str, players: int, track: str) -> None:  # V-1, V-21
    setup = make_setup(GAME, name, players, options={"track": track})
    _play(setup, seed=players, checked=True)


@given(
    st.integers(0, 2**32),
    st.sampled_from(list(GAME.rule_sets)),
    st.integers(2, 6),
    st.lists(st.sampled_from([*range(-10, 0), *range(1, 9), "L"]), min_size=1, max_size=64),
)
@settings(max_examples=40, deadline=None)
def test_any_track_can_be_played(seed: int, name: str, players: int, track: list[object]) -> None:  # V-33
    _play(make_setup(GAME, name, players, options={"track": track}), seed)


def _play(setup: Setup, seed: int, checked: bool = False) -> None:
    turns, first = 0, True
    most, before, guards = 0, Counter[int](), 0
    for s, _, action in states(GAME, setup, seed, checked):
        if first:
            most, before, guards, first = bound(s), tiles(s), sum(s.guards), False
        assert tiles(s) == before
        assert sum(s.guards) == guards
        assert all(sum(s.pieces[seat]) == rules.piece_count(s) for seat in range(s.players))
        assert all(not any(s.tower[seat][s.height[seat] :]) for seat in range(s.players))
        assert all(not rules.alone(s, t) or s.tile[t] for t in range(s.finish))
        turns += 0 <= action < MOVE_PIECE
    assert 0 < turns <= most


def test_foresight_comes_true() -> None:
    """Whatever was foreseen of an action is what then happens."""
    names = {kind: event.name for kind, event in GAME.events.items()}
    for name, players in (("base", 4), ("pro", 3), ("combined", 2)):
        for seed in range(5):
            for s, _, action in states(GAME, make_setup(GAME, name, players), seed):
                if action < 0:
                    break
                foreseen = GAME.describe_foresight(s, action, GAME.foresee(s, action))
                after = GAME.layout.copy(s)
                GAME.apply(after, action)
                happened = {names[event[0]]: event[1:] for event in after.events}
                assert foreseen.get("ends", False) == ("ended" in happened)
                assert bool(foreseen.get("takes")) == bool({"collected", "stole"} & set(happened))
                if foreseen.get("gives"):
                    assert GAME.write_item(happened["gave"][2]) == foreseen["gives"]
                    assert happened["gave"][1] == foreseen["gives_to"]
                if "lands" in foreseen:
                    moved = happened["guard_moved" if foreseen["guard"] else "moved"]
                    assert (moved[2], GAME.write_item(moved[4])) == (foreseen["lands"], foreseen["on"])


def test_everybody_sees_everything() -> None:  # V-34
    table = random_table("verflixxt", "combined", 4, seed=1, stop=60)
    for viewer in range(EVERYONE, 4):
        view = table.view(viewer)
        assert view.viewer == viewer
        view.viewer = table.state.viewer
        assert GAME.layout.pack(view) == GAME.layout.pack(table.state)
        assert GAME.unseen(view, []) == 0
