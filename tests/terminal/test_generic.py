"""The board for games that have none of their own: views in words, choices in their notation, events as sentences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from rich.console import Console

from tatze.core.game import Game
from tatze.core.layout import EVERYONE
from tatze.games import BUILT_IN, game_named
from tatze.terminal.board import Scene, board_of
from tatze.terminal.generic import BOARD
from tatze.terminal.generic.board import first_number
from tests.helpers import random_table

NAMES = ("Ada", "Ben", "Cleo")


def shown(part: Any) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as text:
        console.print(part)
    return "\n".join(line.rstrip() for line in text.get().splitlines())


def scene(stop: int = 9, viewer: int | None = None, lang: str = "en", game: Game[Any] | None = None) -> Scene:
    table = random_table("pounce", "base", 3, seed=2, stop=stop)
    return Scene(game or table.game, table.view(table.actor if viewer is None else viewer), NAMES, lang)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_with_a_board_of_its_own_keeps_it(name: str) -> None:
    assert board_of(game_named(name)) is not BOARD


def test_a_game_without_one_gets_the_generic_board() -> None:
    assert board_of(game_named("pounce")) is BOARD


def test_the_table_has_a_row_for_each_seat_and_a_line_for_each_field() -> None:
    assert shown(BOARD.draw(scene())) == (
        "         points  hands\n"
        "   Ada   1       5\n"
        "»  Ben   1       5\n"
        "   Cleo  3       5\n"
        "die     6\n"
        "deck    24\n"
        "played  1 1 3 3 4 4 5 6 6\n"
        "hand    4 4 5 6 6"
    )


def test_labels_are_german_in_german() -> None:
    text = shown(BOARD.draw(scene(lang="de")))
    assert "Punkte" in text
    assert "ausgelegt  1 1 3" in text
    assert BOARD.question(scene(lang="de")) == "Der Würfel zeigt 6. Was machst du?"


def test_a_spectator_sees_no_hand() -> None:
    assert "hand    –" in shown(BOARD.draw(scene(viewer=EVERYONE)))


@dataclass(frozen=True)
class Deep:
    """A view with nested data."""

    seat: int
    phase: str
    piles: list[dict[str, Any]]


def deep(_: object) -> Deep:
    return Deep(0, "dig", [{"top": 3, "below": [4, 5]}, {"top": None, "below": []}])


def test_nested_data_is_indented() -> None:
    nested = scene(game=replace(game_named("pounce"), show=deep))
    assert BOARD.corner(nested) == "dig"
    assert BOARD.question(nested) == "What do you do?"
    assert shown(BOARD.details(nested)) == (
        "Everything that you may know\n"
        "you are    Ada\n"
        "phase      dig\n"
        "piles\n"
        "  1\n"
        "    top    3\n"
        "    below  4 5\n"
        "  2\n"
        "    top    –\n"
        "    below  –"
    )


def test_choices_say_what_they_bring_about() -> None:
    (bunch,) = BOARD.choices(scene(), [6, 7], lambda action: {"gain": 3, "ends": False} if action == 6 else {})
    assert [(str(choice.text), choice.effect) for choice in bunch.choices] == [("c1", "gain 3"), ("c2", "")]


def test_choices_are_numbered_after_numbers_that_are_actions() -> None:
    assert first_number(game_named("pounce")) == 1
    assert first_number(replace(game_named("pounce"), write=lambda action: str(action + 1))) == 21


def test_only_the_seat_itself_is_told_what_is_secret() -> None:
    table = random_table("pounce", "base", 3, seed=2, stop=1)
    told = []
    for seat in (table.start, (table.start + 1) % 3, EVERYONE):
        events = [event for entry in table.events_for(seat) for event in entry]
        told.append(BOARD.sentences(Scene(table.game, table.view(seat), NAMES, "en"), events)[2])
    name = NAMES[table.start]
    assert told[0].startswith("You: drew, card ")
    assert told[1:] == [f"{name}: drew."] * 2
