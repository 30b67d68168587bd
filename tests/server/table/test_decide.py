"""Decisions: who may do what at a table, as a function of its state alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tatze.server.table import commands, decide
from tatze.server.table.info import table_info
from tatze.server.table.opening import rematch_opening
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, ActionKind, DraftRow, Grant, Newcomer
from tatze.wire import Command, SeatPlan
from tests.server.table.logs import TableLog, against_bot, two_people


def refusal(work: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        work()
    return refused.value.code


def started(log: TableLog) -> TableLog:
    log.add("started")
    return log


def first_legal(log: TableLog) -> str:
    assert log.state.current_game
    return log.state.current_game.legal[0]


def test_a_person_acts_on_a_version_that_shows_the_game_as_it_is() -> None:
    log = started(two_people())
    state, seat = log.state, log.state.actor
    text = first_legal(log)
    assert decide.act(state, seat, state.version, text) == DraftRow("action", seat, text)
    assert refusal(lambda: decide.act(state, seat, state.version - 1, text)) == "action/stale"
    assert refusal(lambda: decide.act(state, seat, state.version + 1, text)) == "action/stale"
    assert refusal(lambda: decide.act(state, 1 - seat, state.version, text)) == "action/not-your-turn"
    assert refusal(lambda: decide.act(state, seat, state.version, "nonsense")) == "action/unknown"


def test_whoever_comes_or_goes_makes_no_decision_stale() -> None:
    log = started(two_people())
    seat, on, text = log.state.actor, log.state.version, first_legal(log)
    log.add("away", 1 - seat, "left")
    log.add("returned", 1 - seat)
    assert decide.act(log.state, seat, on, text).kind == "action"


def test_an_illegal_action_is_refused_with_its_rule_for_people_and_bots_alike() -> None:
    by: ActionKind
    for log, by in ((started(two_people()), "action"), (started(against_bot()), "bot")):
        while log.state.seats[log.state.actor].by_bot != (by == "bot"):
            log.play()
        state = log.state
        assert state.current_game
        legal = state.current_game.legal_actions
        illegal = state.game.write(next(action for action in range(state.game.actions) if action not in legal))
        with pytest.raises(Refused) as refused:
            decide.act(state, state.actor, state.version, illegal, by)
        assert refused.value.code == "action/illegal"
        assert refused.value.why
        assert refused.value.why.rule


def test_a_bot_acts_for_its_seat_and_for_people_who_are_away_and_for_nobody_else() -> None:
    log = started(two_people())
    seat = log.state.actor
    text = first_legal(log)

    def act(by: ActionKind) -> DraftRow:
        return decide.act(log.state, seat, log.state.version, text, by)

    assert refusal(lambda: act(by="bot")) == "action/stale"
    log.add("away", seat, "clock")
    assert act(by="bot") == DraftRow("bot", seat, text)
    assert act(by="stand-in") == DraftRow("stand-in", seat, text)
    assert refusal(lambda: act(by="action")) == "seat/away"
    log.add("paused", seat)
    assert refusal(lambda: act(by="bot")) == "table/status"


def test_only_the_seat_that_decides_may_ask_why_not() -> None:
    log = started(two_people())
    seat, text = log.state.actor, first_legal(log)
    assert decide.ask(log.state, seat, text) is None
    assert refusal(lambda: decide.ask(log.state, 1 - seat, text)) == "action/not-your-turn"
    assert refusal(lambda: decide.ask(log.state, seat, "nonsense")) == "action/unknown"


def test_nothing_is_asked_or_undone_before_a_game() -> None:
    state = two_people().state
    assert refusal(lambda: decide.ask(state, 0, "1")) == "table/status"
    assert refusal(lambda: decide.why_not(state, 0)) == "table/status"
    assert refusal(lambda: decide.undo(state, 0, state.version)) == "undo/refused"


def test_what_a_substitute_did_is_not_taken_back_by_the_person_who_returns() -> None:
    log = started(two_people())
    seat = log.state.actor
    log.add("away", seat, "left")
    assert log.play() == seat
    log.add("returned", seat)
    assert not log.state.may_undo(seat)


def test_a_game_starts_by_itself_when_every_seat_is_taken() -> None:
    log = two_people()
    assert decide.start_when_full(log.state) == DraftRow("started", NO_SEAT)
    log.add("started")
    assert refusal(lambda: decide.start_when_full(log.state)) == "table/status"
    by_host = two_people(start="host")
    assert by_host.state.scheduled is None
    assert refusal(lambda: decide.start_when_full(by_host.state)) == "table/status"


def test_time_runs_out_at_the_deadline_and_not_before() -> None:
    log = started(two_people(clock=60))
    deadline = log.state.deadline
    assert deadline == log.state.at + 60
    assert refusal(lambda: decide.run_out(log.state, deadline - 1)) == "action/stale"
    assert decide.run_out(log.state, deadline) == DraftRow("away", log.state.actor, "clock")
    log.add("away", log.state.actor, "clock")
    assert log.state.deadline is None
    assert refusal(lambda: decide.run_out(log.state, deadline)) == "action/stale"


@pytest.mark.parametrize("do", ["start", "seat", "remove"])
def test_only_the_host_starts_seats_and_removes(do: str) -> None:
    command = Command(do, "k", 1, SeatPlan("open"))  # type: ignore[arg-type]  # one of its words
    state = two_people().state
    assert refusal(lambda: commands.command(state, Grant("t", 1, host=False), command)) == "host/only"
    assert commands.command(state, Grant("t", 0, host=True), command)


@pytest.mark.parametrize("do", ["leave", "return", "word"])
def test_a_host_without_a_seat_cannot_leave_return_or_add_a_word(do: str) -> None:
    command = Command(do, "k", word="hello")  # type: ignore[arg-type]  # one of its words
    grant = Grant("t", NO_SEAT, host=True)
    assert refusal(lambda: commands.command(two_people().state, grant, command)) == "seat/not-yours"


def test_a_seat_is_changed_only_to_what_there_is() -> None:
    state, host = two_people().state, Grant("t", 0, host=True)

    def change(seat: int | None, plan: SeatPlan | None) -> DraftRow:
        return commands.command(state, host, Command("seat", "k", seat, plan))

    assert refusal(lambda: change(None, SeatPlan("open"))) == "seat/unknown"
    assert refusal(lambda: change(1, None)) == "seat/unknown"
    assert refusal(lambda: change(1, SeatPlan("host"))) == "seat/unknown"
    assert refusal(lambda: change(2, SeatPlan("open"))) == "seat/unknown"
    assert refusal(lambda: change(1, SeatPlan("bot", "dog"))) == "table/setup"
    assert change(1, SeatPlan("bot", "cat")).kind == "seat"


def test_a_seat_adds_three_words_at_most_and_all_of_them_printable() -> None:
    log = two_people(start="host")
    grant = Grant("t", 1, host=False)

    def add(word: str | None) -> DraftRow:
        return commands.command(log.state, grant, Command("word", "k", word=word))

    for bad in (None, 'quo"te', "tab\t"):
        assert refusal(lambda bad=bad: add(bad)) == "name/bad"  # type: ignore[misc]  # bad is bound here
    for _ in range(3):
        log.add("word", 1, add("hello").data)
    assert refusal(lambda: add("hello")) == "seat/busy"


def test_who_is_away_cannot_leave_again_and_who_is_not_cannot_return() -> None:
    log = started(two_people())
    grant = Grant("t", 0, host=True)
    assert refusal(lambda: commands.command(log.state, grant, Command("return", "k"))) == "table/status"
    log.add("away", 0, commands.command(log.state, grant, Command("leave", "k")).data)
    assert refusal(lambda: commands.command(log.state, grant, Command("leave", "k"))) == "seat/away"
    assert commands.command(log.state, grant, Command("return", "k")) == DraftRow("returned", 0)


def test_nobody_joins_a_game_that_runs_or_a_seat_that_is_taken() -> None:
    log = two_people()
    assert refusal(lambda: commands.join(log.state, Newcomer("Eve"), None)) == "table/full"
    assert refusal(lambda: commands.join(log.state, Newcomer("Eve"), 1)) == "seat/taken"
    assert refusal(lambda: commands.join(log.state, Newcomer("Eve"), 9)) == "seat/unknown"
    assert refusal(lambda: commands.join(log.state, Newcomer("  "), None)) == "name/bad"
    log.add("started")
    assert refusal(lambda: commands.join(log.state, Newcomer("Eve"), None)) == "table/full"


def test_a_rematch_has_one_table_and_the_old_one_says_who_wants_it() -> None:
    log = started(two_people())
    assert refusal(lambda: commands.want_rematch(log.state, 0, "new")) == "table/status"
    while log.state.status == "playing":
        log.play()
    assert commands.want_rematch(log.state, 1, "new") == DraftRow("rematch", 1, "new")
    log.add("rematch", 1, "new")
    assert commands.want_rematch(log.state, 0, "newer") == DraftRow("rematch", 0, "new")
    assert table_info(log.state).again == [1]
    log.add("rematch", NO_SEAT, "new")
    log.add("rematch", 0, "new")
    assert (table_info(log.state).again, log.state.next) == ([0, 1], "new")


def test_a_seat_is_not_given_back_to_a_person_who_left_or_is_there() -> None:
    log = started(two_people())
    assert refusal(lambda: decide.give_back(log.state, 0)) == "table/status"
    log.add("away", 0, "left")
    assert refusal(lambda: decide.give_back(log.state, 0)) == "table/status"
    log.add("returned", 0)
    log.add("away", 0, "absent")
    assert decide.give_back(log.state, 0) == DraftRow("returned", 0)


def test_seats_stay_as_they_are_when_the_game_is_over_and_a_free_one_is_open_in_the_rematch() -> None:
    log = started(two_people())
    host = Grant("t", 0, host=True)
    log.add("seat", 0, commands.command(log.state, host, Command("expel", "k", 1)).data)
    while log.state.status == "playing":
        log.play()
    change = Command("seat", "k", 1, SeatPlan("bot", "cat"))
    assert refusal(lambda: commands.command(log.state, host, change)) == "table/status"
    seats = rematch_opening(log.state).seats
    assert [(seat.kind, seat.name) for seat in seats] == [("open", "Ada"), ("open", "")]
