"""A study is the same whatever plays it, and its bots see only their view."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest

from tatze.compiled.drivers import Scratch
from tatze.compiled.forms import build_form, form_of
from tatze.core.errors import SetupError
from tatze.core.layout import Row, State
from tatze.core.setup import make_setup, write_rules
from tatze.games import game_named, game_names
from tatze.study import drivers, run
from tatze.study.drivers import ending_code, seat_code
from tatze.study.play import Chunk, Setting, play_chunk
from tatze.study.run import play_study
from tatze.study.tally import Tally, read_seat

MIXED = ("thumb", "yardstick", "random")


def setting(game: str, bots: tuple[str, ...] = MIXED, rules: str = "base") -> Setting:
    return Setting(game, make_setup(game_named(game), rules, len(bots)), bots)


@pytest.mark.parametrize("game", game_names())
def test_the_plain_and_the_compiled_form_find_the_same(game: str) -> None:
    compiled, plain = (play_chunk(Chunk(setting(game), 3, 50, 150, form)) for form in ("cpu", "plain"))
    assert compiled == plain
    assert compiled.games == 150


def test_any_number_of_threads_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = [setting("verflixxt"), setting("verflixxt", rules="pro")]
    whole = [play_chunk(Chunk(each, 9, 0, 500)) for each in settings]
    monkeypatch.setitem(run.MIN_CHUNK_GAMES, "cpu", 32)
    came_back: list[int] = []
    assert play_study(settings, 500, 9, threads=1) == whole
    assert play_study(settings, 500, 9, threads=2, notice=came_back.append) == whole
    assert sum(came_back) == 1000
    assert whole[0] != whole[1]


def test_another_seed_plays_other_games() -> None:
    one, other = (play_chunk(Chunk(setting("linko"), seed, 0, 20, "plain")) for seed in (1, 2))
    assert one != other


@pytest.mark.parametrize("game", game_names())
def test_random_bots_play_the_games_of_a_batch(game: str) -> None:
    record, form = game_named(game), form_of(game, "plain")
    s, template, totals = record.layout.new(), record.layout.new(), [0] * 32
    write_rules(record, make_setup(record, "base", 4), template)
    template.start = -1
    scratch = Scratch([0] * record.deal_size, [0] * record.actions)
    form.play_games(s, template, scratch, 5, 0, 20, 1, totals)
    tally = play_chunk(Chunk(setting(game, ("random",) * 4), 5, 0, 20, "plain"))
    assert tally.moves == totals[0]
    for seat in range(4):
        mine = [(result, count) for result, count in tally.results() if result.seat == seat]
        assert sum(count for result, count in mine if result.winners) == totals[8 + seat]
        assert sum(result.score * count for result, count in mine) == totals[16 + seat]


seen: list[tuple[int, int]] = []


def spy(view: State, legal: Row, n: int) -> int:
    seen.append((view.viewer, view.actor))
    return legal[n - 1]


def test_a_bot_gets_its_seats_view() -> None:
    here = sys.modules[__name__]
    form = build_form("linko", "plain", more=[here, drivers], given={"thumb": spy, "yardstick": spy})
    record = game_named("linko")
    states = [record.layout.new(), record.layout.new()]
    template = record.layout.new()
    write_rules(record, make_setup(record, "base", 3), template)
    seats: list[list[int]] = [[0] * 3]
    scratch = Scratch([0] * 110, [0] * record.actions)
    form.study_many(states, [template], scratch, [1, 2, 0], 1, 0, drivers.GameCodes([0], seats))
    assert {viewer for viewer, _ in seen} == {0, 1}
    assert all(viewer == actor for viewer, actor in seen)


def test_every_game_gives_one_victory() -> None:
    tally = play_chunk(Chunk(setting("verflixxt", ("random",) * 4), 2, 0, 200, "plain"))
    assert tally.victories(lambda _: True) == tally.games == 200


def test_codes_are_read_as_they_were_written() -> None:
    assert read_seat(seat_code(5, 3, 2, -117)) == (5, 3, 2, -117)
    tally = Tally(Counter({ending_code(120, 2): 3, ending_code(90, 1): 1}))
    assert tally.lengths() == {120: 3, 90: 1}
    assert tally.reasons() == {2: 3, 1: 1}


@pytest.mark.parametrize(("games", "seed"), [(0, 1), (5, -1), (5, 1 << 32)])
def test_an_impossible_study_is_refused(games: int, seed: int) -> None:
    with pytest.raises(SetupError, match="seed from 0"):
        play_study([setting("linko")], games, seed)


def test_ray_is_asked_for_in_one_line_when_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Exception, match=r"pip install 'tatze\[ray\]'"):
        play_study([setting("linko")], 1, ray="local")


def test_without_numba_the_plain_form_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_: str) -> Any:
        return None

    monkeypatch.setattr(run, "find_spec", nothing)
    assert run.form_for("cpu") == "plain"
