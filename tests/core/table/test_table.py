"""The table as a library: what people call and what they are told."""

from __future__ import annotations

import pickle

import pytest

import tatze
from tatze.core.errors import IllegalAction, TatzeError
from tatze.core.layout import EVERYONE
from tatze.core.table import Table
from tatze.games.linko.state import ABLUXXED, DREW_DECK, PLAY
from tests.helpers import every_setting, random_table


def test_a_seed_repeats_a_game_and_no_seed_does_not() -> None:
    assert tatze.linko(seed=7).deal == tatze.linko(seed=7).deal != tatze.linko(seed=8).deal
    assert tatze.linko().deal != tatze.linko().deal


def test_an_illegal_action_names_the_rule_and_changes_nothing() -> None:
    table = tatze.linko(seed=7, start=0)
    before = table.record()
    held = table.state.hand[0]
    absent = next(value for value in range(1, 14) if held[value] == 0)
    with pytest.raises(IllegalAction, match=rf'"{absent}x3" is not legal: seat A holds no {absent} \(L-6\)') as error:
        table.play(f"{absent}x3")
    assert error.value.rule == "L-6"
    assert table.record() == before
    refusal = table.why_not(f"{absent}x3")
    assert refusal
    assert refusal.rule == "L-6"
    assert table.why_not(table.legal[0]) is None


def test_another_seat_cannot_act() -> None:
    table = tatze.linko(seed=7, start=0)
    with pytest.raises(IllegalAction, match="not possible for seat B: now seat A decides"):
        table.play(table.legal[0], seat=1)
    table.play(table.legal[0], seat=0)


@pytest.mark.parametrize("action", [-1, 10**6])
def test_an_id_that_is_no_action_is_refused(action: int) -> None:
    with pytest.raises(IllegalAction, match="is not an action of linko"):
        tatze.linko(seed=7).play(action)


def test_there_is_no_view_for_a_seat_that_does_not_exist() -> None:
    table = tatze.linko(seed=7)
    for seat in (4, -2):
        with pytest.raises(TatzeError, match="there is no seat"):
            table.view(seat)


def test_more_than_everything_cannot_be_undone() -> None:
    table = tatze.linko(seed=7)
    with pytest.raises(TatzeError, match="cannot undo 1 actions: 0 were made"):
        table.undo(0)


def test_what_a_play_would_abluxx_is_foreseen() -> None:
    table = tatze.linko(seed=7, start=0)
    seen = 0
    while not table.over and table.version < 60:
        for action in table.legal_actions:
            if table.state.phase == PLAY and (victims := table.foresee(action)["abluxxes"]):
                twin = table.copy()
                names = [(event[0], event[2]) for event in twin.play(action)]
                turn, players = table.turn, 4
                first = min(victims, key=lambda seat: (seat - turn) % players)
                assert (ABLUXXED, first) in names
                seen += 1
        table.play(table.legal_actions[table.version % len(table.legal_actions)])
    assert seen > 10


def test_histories_differ_exactly_when_a_seat_can_tell_the_games_apart() -> None:
    table = tatze.linko(seed=7, start=0)
    twin = table.copy()
    assert table.history(1) == twin.history(1)
    table.play(table.legal_actions[0])
    twin.play(twin.legal_actions[-1])
    assert table.history(1) != twin.history(1)
    assert tatze.linko(seed=8, start=0).history(1) != tatze.linko(seed=9, start=0).history(1)


def test_a_card_drawn_from_the_deck_is_shown_to_its_taker_alone() -> None:
    table = tatze.linko(seed=7, start=0)
    table.play(table.legal_actions[0])
    table.play("deck")
    drawn = [event for events in table.events_for(0) for event in events if event[0] == DREW_DECK]
    assert drawn[0][2] > 0
    for viewer in (EVERYONE, 1, 2, 3):
        hidden = [event for events in table.events_for(viewer) for event in events if event[0] == DREW_DECK]
        assert hidden[0][2] == 0


def test_a_notebook_shows_what_everybody_may_see() -> None:
    table = tatze.linko(seed=7)
    assert table._repr_html_() == table.game.picture(table.view(), table.setup.names)


def test_chance_is_named_when_a_seat_acts_in_its_place() -> None:
    opened = tatze.verflixxt(players=2, seed=1)
    table = Table(opened.game, opened.setup, opened.start, opened.deal)
    with pytest.raises(IllegalAction, match="not possible for seat A: now chance decides"):
        table.play("m1", seat=0)


@pytest.mark.parametrize(("name", "rules", "players"), every_setting())
def test_events_are_tuples_whose_numbers_have_names(name: str, rules: str, players: int) -> None:
    table = random_table(name, rules, players, seed=3)
    for events in (*table.happened, *table.events_for(0)):
        for event in events:
            kind = table.game.events[event[0]]
            assert event.name == kind.name
            assert len(event) == 6
            assert [getattr(event, field) for field in kind.fields] == list(event[1 : 1 + len(kind.fields)])
            assert event == tuple(event)
            again = pickle.loads(pickle.dumps(event))
            assert (again, type(again)) == (event, type(event))
