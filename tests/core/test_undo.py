"""Which decisions a player may take back."""

from __future__ import annotations

from random import Random
from typing import Any

import tatze
from tatze.core.layout import CHANCE
from tatze.core.table import Table
from tatze.core.undo import UndoAnswer, undo_answer


def start() -> Table[Any]:
    return tatze.linko(rules="base", players=3, seed=1, start=0)


def test_there_is_nothing_to_undo_before_the_first_decision() -> None:
    assert undo_answer(start(), 0, range(3)) == UndoAnswer(refusal="nothing")


def test_the_own_last_decision_can_be_undone_as_long_as_nothing_came_to_light() -> None:
    table = start()
    table.play(table.legal[0])
    assert undo_answer(table, 0, range(3)) == UndoAnswer(1)
    table.undo(0)
    assert undo_answer(table, 0, range(3)) == UndoAnswer(refusal="nothing")
    table.play(table.legal[-1])
    assert undo_answer(table, 0, range(3)) == UndoAnswer(1)


def test_a_card_drawn_from_the_deck_cannot_be_undone() -> None:
    table = start()
    table.play(table.legal[0])
    table.play("deck")
    assert undo_answer(table, 0, range(3)).refusal == "hidden"


def test_a_later_decision_of_a_binding_seat_is_named() -> None:
    table = start()
    for action in (table.legal[0], "pass"):
        table.play(action)
    table.play(table.legal[0])
    assert undo_answer(table, 0, range(3)) == UndoAnswer(refusal="other", other=1)


def test_what_another_seat_showed_since_cannot_be_undone_even_if_it_is_not_binding() -> None:
    table = start()
    for action in (table.legal[0], "pass"):
        table.play(action)
    assert undo_answer(table, 0, [0]) == UndoAnswer(1)
    table.play(table.legal[0])
    assert undo_answer(table, 0, [0]).refusal == "hidden"


def test_a_roll_cannot_be_undone() -> None:
    table = tatze.verflixxt(players=2, seed=1)
    seat = table.actor
    table.play(table.legal[0])
    assert table.entries[-1].actor == CHANCE
    assert undo_answer(table, seat, range(2)).refusal == "chance"


def test_an_undo_leads_back_to_the_state_before_the_decision() -> None:
    random, undone = Random(3), 0
    table = tatze.linko(rules="base", players=3, seed=3)
    while not table.over:
        before, seat = table.copy(), table.actor
        table.play(random.choice(table.legal))
        answer = undo_answer(table, seat, range(3))
        assert bool(answer.actions) == (not answer.refusal)
        if answer.actions:
            twin = table.copy()
            twin.undo(seat, answer.actions)
            assert table.game.layout.pack(twin.state) == table.game.layout.pack(before.state)
            undone += 1
    assert undone
