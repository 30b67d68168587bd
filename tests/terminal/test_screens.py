"""Whole games at 80 × 24: nothing is too wide, nothing too high, and everything is there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rich.cells import cell_len

from tatze.core.sample import sample
from tatze.core.table import Table
from tests.helpers import every_setting, open_table, random_table
from tests.terminal.helpers import NAMES, Eager, Glass, play, session


@pytest.mark.parametrize(("game", "rules", "players"), every_setting())
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_whole_game_fits_80_columns_and_24_lines(game: str, rules: str, players: int, lang: str) -> None:
    glass = Glass()
    seats = ("you", *["random"] * (players - 1))
    code, _ = play(Eager(glass), game=game, rules=rules, seats=seats, lang=lang, glass=glass)
    assert code == 0
    for frame in glass.frames[:-1]:
        lines = frame.split("\n")
        assert len(lines) <= 24, frame
        assert max(cell_len(line) for line in lines) <= 80, frame


def frame_of(table: Table[Any], seat: int) -> str:
    glass = Glass()
    session(table, glass).ask(seat)
    return glass.frames[-1]


def test_hidden_cards_make_no_difference_to_what_a_seat_is_shown() -> None:
    for seed in range(12):
        table = random_table("linko", "base", 4, seed, stop=5 * seed)
        if table.over:
            continue
        seat = table.actor
        other = table.copy()
        other.state = sample(table.game, table.view(seat), Random(seed))
        assert table.game.layout.pack(other.state) != table.game.layout.pack(table.state)
        assert frame_of(other, seat) == frame_of(table, seat)


def test_the_table_shows_hand_pool_deck_and_choices() -> None:
    table = open_table("linko", "base", 4)
    frame = frame_of(table, table.actor)
    assert "deck 51 · discard pile 0" in frame
    assert "Your hand (13)" in frame
    assert frame.count("−13") == 4
    for card in table.state.pool:
        assert f" {'j' if card == 14 else card} " in frame
    assert all(f"{number}) " in frame for number in range(21, 21 + len(table.legal_actions)))


def test_the_paw_stands_before_whoever_has_the_turn() -> None:
    table = open_table("linko", "base", 4)
    marked = [line for line in frame_of(table, table.actor).split("\n") if line.startswith("»")]
    assert len(marked) == 1
    assert table.setup.names[table.turn] in marked[0]


def test_a_choice_says_whom_it_abluxxes() -> None:
    table = open_table("linko", "first", 2, seed=3)
    first = table.actor
    low = table.legal[0]
    table.play(low)
    frame = frame_of(table, table.actor)
    beating = [action for action in table.legal_actions if table.foresee(action)["abluxxes"] == [first]]
    assert beating
    assert frame.count(f"→ {table.setup.names[first]}") == len(beating)


def test_the_duel_shows_places_and_the_shadow_display() -> None:
    frame = frame_of(table := open_table("linko", "duel", 2), table.actor)
    assert all(f"{place}:" in frame for place in range(1, 7))
    assert "shadow" in frame


def test_a_long_name_does_not_push_the_table_aside() -> None:
    table = open_table("linko", "base", 3)
    object.__setattr__(table.setup, "names", ("W" * 40, "名" * 40, "Bela"))
    frame = frame_of(table, table.actor)
    assert max(cell_len(line) for line in frame.split("\n")) <= 80


def test_a_name_is_never_read_as_markup() -> None:
    table = open_table("linko", "base", 3)
    object.__setattr__(table.setup, "names", ("[red]x", ":paw:", "[/]"))
    frame = frame_of(table, table.actor)
    assert all(name in frame for name in ("[red]x", ":paw:", "[/]"))


def test_verflixxt_shows_track_pieces_and_towers() -> None:
    table = random_table("verflixxt", "combined", 4, seed=2, stop=60)
    frame = frame_of(table, table.actor)
    assert all(f"{letter} {name}" in frame for letter, name in zip("ABCD", table.setup.names, strict=True))
    for number in range(1, table.state.finish):
        if table.state.tile[number]:
            assert f"{number} " in frame
    assert "[" in frame


def test_people_only_means_a_screen_without_anybodys_hand_in_between() -> None:
    _, glass = play([], seats=("thumb", "thumb", "thumb"), delay=0.01)
    assert "Your hand" not in glass.text
    assert f"{NAMES[0]} decides" in glass.text
