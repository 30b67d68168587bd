"""A table's state is the fold of its event log, and of nothing else."""

from __future__ import annotations

import dataclasses
from typing import Any, get_args, get_type_hints

import pytest

from tatze.core.record import read_record
from tatze.lessons import LEARNER, LessonTable
from tatze.server.live.archive import record_of
from tatze.server.table import decide
from tatze.server.table.fold import APPLY, apply, fold
from tatze.server.table.info import table_info
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, LogRow
from tatze.server.table.state import Change
from tatze.wire import Cause, NewTable
from tests.server.table.logs import TableLog, against_bot, two_people


def whole_game() -> list[LogRow]:
    log = two_people(games=2)
    log.add("word", 1, "hello", "k1")
    log.add("started")
    while log.state.status == "playing":
        seat = log.play()
        if log.state.may_undo(seat) and log.state.version % 3 == 0:
            log.add("undo", seat)
            log.play()
    log.add("next", 0, "00" * 32)
    log.add("started")
    return log.rows


def plain(rows: list[LogRow]) -> dict[str, Any]:
    state = fold(rows)
    fields = {field.name: getattr(state, field.name) for field in dataclasses.fields(state)}
    games = [*fields.pop("finished_games"), fields.pop("current_game")]
    return {**fields, "records": [game.record() for game in games if game]}


def test_the_same_log_leads_to_the_same_state() -> None:
    rows = whole_game()
    assert plain(rows) == plain(rows)
    for at in (1, 3, len(rows) // 2):
        assert plain(rows[:at]) == plain(rows[:at])


def test_every_version_has_its_change_and_every_key_its_version() -> None:
    state = fold(whole_game())
    assert len(state.changes) == state.version + 1
    assert state.keys == {(1, "k1"): 2}
    assert state.changes[2].by == Cause("word", 1)


def test_a_row_applies_to_the_version_before_it_and_to_no_other() -> None:
    log = two_people()
    with pytest.raises(ValueError, match="version 7 cannot follow version 1"):
        apply(log.state, LogRow("t", 7, "started", NO_SEAT, "", None, 0.0))


@pytest.mark.parametrize("kind", ["action", "bot", "stand-in", "undo"])
def test_nothing_is_played_before_a_game_starts(kind: str) -> None:
    with pytest.raises(ValueError, match="no game has started"):
        two_people().add(kind, 0, "1")


def test_every_kind_of_row_says_a_cause_that_the_wire_knows() -> None:
    known = set(get_args(get_type_hints(Cause)["kind"]))
    assert known == set(APPLY) - {"came", "bot", "stand-in", "substitute"}


def test_a_bot_keeps_its_seat_and_a_free_seat_goes_to_the_substitute() -> None:
    log = against_bot()
    log.add("started")
    assert [seat.kind for seat in log.state.seats] == ["person", "bot"]
    other = two_people(substitute="thumb")
    other.add("left", 1)
    other.add("started")
    assert (other.state.seats[1].kind, other.state.seats[1].level) == ("bot", "thumb")


def test_a_seat_shows_that_a_simpler_bot_decided_until_its_own_does() -> None:
    log = against_bot()
    log.add("started")
    while log.state.actor != 1:
        log.play()

    def decide_by(kind: str) -> Change:
        assert log.state.current_game
        return log.add(kind, 1, log.state.current_game.legal[0])

    change = decide_by("stand-in")
    assert (change.by.bot, change.by.stand_in, change.table) == (True, True, True)
    assert [seat.stand_in for seat in table_info(log.state).seats] == [False, True]
    while log.state.status == "playing" and log.state.actor != 1:
        log.play()
    change = decide_by("bot")
    assert (change.by.stand_in, change.table) == (False, True)
    assert not any(seat.stand_in for seat in table_info(log.state).seats)
    while log.state.status == "playing":
        if log.state.actor == 1:
            decide_by("stand-in")
        else:
            log.play()
    assert not any(seat.stand_in for seat in table_info(log.state).seats), "a finished game shows no sign"
    made = sum(row.kind == "stand-in" for row in log.rows)
    assert read_record(record_of(log.state, 1)).stand_ins == {1: made}


def test_what_everybody_sees_of_a_table_has_no_secret_before_the_end() -> None:
    rows = whole_game()
    for at in range(1, len(rows)):
        info = table_info(fold(rows[:at]), online=(1,))
        assert (info.fair.secret is not None) == (info.status == "over")
        assert [seat.online for seat in info.seats] == [False, True]
        if info.status == "over":
            break


def test_an_undo_in_a_lesson_goes_back_behind_what_others_did() -> None:
    log = TableLog(NewTable("linko", "Ada", lesson="linko-duel"))
    log.add("started")
    assert isinstance(log.state.current_game, LessonTable)
    while not log.state.may_undo(LEARNER) or log.state.decisions[-1].seat == LEARNER:
        script = log.state.current_game.scripted
        assert script is not None
        log.add("bot" if log.state.actor != LEARNER else "action", log.state.actor, log.state.game.write(script))
    before = len(log.state.decisions)
    assert decide.undo(log.state, LEARNER, log.state.game_version - 1).kind == "undo", "a bot acted meanwhile"
    with pytest.raises(Refused, match="moved on"):
        decide.undo(log.state, LEARNER, log.state.version + 1)
    log.add("undo", LEARNER)
    assert log.state.actor == LEARNER
    assert len(log.state.decisions) < before - 1


def test_a_clock_that_stood_still_runs_on_with_the_time_that_was_left() -> None:
    """Each row is written one second after the last, so each second away or paused moves the deadline by one."""
    log = two_people(clock=60)
    log.add("started")
    seat, deadline = log.state.actor, log.state.deadline
    assert deadline == log.rows[-1].at + 60
    log.add("away", seat, "left")
    log.add("returned", seat)
    assert log.state.deadline == deadline + 1
    log.add("paused", seat)
    log.add("away", seat, "left")
    log.add("resumed", seat)
    assert log.state.deadline is None, "the substitute has no clock"
    log.add("returned", seat)
    assert log.state.deadline == deadline + 4
    log.add("paused", seat)
    log.add("resumed", seat)
    assert log.state.deadline == deadline + 5
    log.play()
    assert log.state.deadline == log.rows[-1].at + 60, "the next decision has a clock of its own"


def test_whoever_was_away_when_asked_has_the_whole_clock_on_returning() -> None:
    log = two_people(clock=60)
    log.add("started")
    first = log.state.actor
    log.add("away", 1 - first, "left")
    while log.state.actor == first:
        log.play()
    log.add("word", first, "a second passes")
    log.add("returned", 1 - first)
    assert log.state.deadline == log.rows[-1].at + 60


def test_whoever_returns_during_a_pause_keeps_the_time_that_was_left() -> None:
    log = two_people(clock=60)
    log.add("started")
    seat, asked = log.state.actor, log.state.at
    log.add("paused", seat)
    log.add("away", seat, "left")
    log.add("returned", seat)
    for _ in range(100):
        log.add("away", 1 - seat, "left")
        log.add("returned", 1 - seat)
    log.add("resumed", seat)
    assert log.state.deadline == log.state.at + 60 - (log.rows[-204].at - asked)
