"""Lessons at a real server: opponents and dice follow the script for as long as the learner does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tatze.client import RequestRefused, Seat, Server
from tatze.core.record import read_record
from tatze.games import BUILT_IN, game_named
from tatze.lessons import lesson_named, lessons
from tatze.wire import LessonStep, Moment
from tests.server.services import Node

ALL = [name for game in BUILT_IN for name in lessons(game)]


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node("--log", "warning") as node:
        yield node


def learn(node: Node, name: str, **choices: object) -> Seat:
    return Server(node.url).open(lesson_named(name).game.name, "Ada", lesson=name, **{"pace": 0.0, **choices})


def step_of(moment: Moment) -> LessonStep:
    assert moment.own is not None
    assert moment.own.lesson is not None
    return moment.own.lesson


def to_turn(seat: Seat) -> Moment:
    """The next moment in which the learner decides."""
    return next(seat.turns())


def follow(seat: Seat) -> LessonStep:
    """Do what the script says until it is over."""
    for moment in seat.moments():
        at = step_of(moment)
        if at.step == at.of:
            return at
        if at.action is not None and moment.version == seat.version:
            seat.act(at.action)
    raise AssertionError("the table ended before its script")


def played(seat: Seat) -> list[str | None]:
    return [entry.by.action for entry in seat.log if entry.by.kind == "action"]


@pytest.mark.parametrize("name", ALL)
def test_whoever_does_what_the_script_says_sees_all_of_it(node: Node, name: str) -> None:
    lesson = lesson_named(name)
    with learn(node, name) as seat:
        assert follow(seat).of == len(lesson.entries)
        script = [lesson.game.write(entry.action) for entry in lesson.entries if entry.actor >= 0]
        assert played(seat)[: len(script)] == script


def test_a_lesson_is_laid_out_whatever_else_was_asked_for(node: Node) -> None:
    with learn(node, "linko-duel", rules="expert", public=True, games=3, clock=60) as seat:
        table = seat.table
        assert (table.rules, table.lesson, table.status) == ("duel", "linko-duel", "playing")
        assert not table.public
        assert table.clock is None
        assert table.series.games == 1
        assert [one.level for one in table.seats] == ["", "kitten"]
        assert table.id not in [one.id for one in Server(node.url).tables()]


def test_a_lesson_promises_nothing_and_its_record_proves_nothing(node: Node) -> None:
    with learn(node, "linko-first") as seat:
        follow(seat)
        assert seat.table.status == "over"
        assert seat.table.fair.commitment == ""
        assert seat.table.fair.secret is None
        record = read_record(seat.record())
        assert record.fairness() is None
        assert record.replay(game_named("linko")).over


def test_off_the_script_bots_play_on_and_the_dice_fall_by_themselves(node: Node) -> None:
    with learn(node, "verflixxt-base") as seat:
        assert step_of(to_turn(seat)).action == "m0"
        seat.act("m0")
        assert step_of(to_turn(seat)).action == "m0"
        seat.act("m2")
        for _ in range(4):
            moment = to_turn(seat)
            assert step_of(moment) == LessonStep(None, len(lesson_named("verflixxt-base").entries), None)
            assert moment.own
            seat.act(moment.own.legal[0].action)


def test_the_learner_may_go_back_over_what_others_did_and_follow_again(node: Node) -> None:
    with learn(node, "linko-base") as seat:
        first = to_turn(seat)
        assert step_of(first) == LessonStep(0, 35, "5x2")
        assert first.own
        assert not first.own.undo
        seat.act("9x2")
        to_turn(seat)
        seat.act("pass")
        strayed = to_turn(seat)  # the two opponents have played meanwhile
        assert step_of(strayed).step is None
        assert strayed.own
        assert strayed.own.undo
        seat.undo()
        assert step_of(to_turn(seat)).step is None
        seat.undo()
        back = to_turn(seat)
        assert step_of(back) == LessonStep(0, 35, "5x2")
        assert back.view == first.view
        seat.act("5x2")
        follow(seat)


def test_a_lesson_goes_on_after_the_server_was_started_anew() -> None:
    with Node("--log", "warning") as node, learn(node, "verflixxt-combined") as seat:
        for _ in range(3):
            action = step_of(to_turn(seat)).action
            assert action is not None
            seat.act(action)
        before = to_turn(seat)
        node.restart()
        with Server(node.url).back(seat.table.id, seat.token) as again:
            after = to_turn(again)
            assert (after.version, after.view, after.own) == (before.version, before.view, before.own)
            again.act(step_of(after).action or "")
            follow(again)


def test_the_lesson_of_a_seat_is_told_to_nobody_else(node: Node) -> None:
    with learn(node, "linko-advanced") as seat, Server(node.url).watch(seat.code) as watcher:
        assert step_of(to_turn(seat)).action == "3"
        assert next(watcher.moments()).own is None
    with Server(node.url).open("linko", "Ada", pace=0.0) as seat:
        own = to_turn(seat).own
        assert own
        assert own.lesson is None


@pytest.mark.parametrize(("game", "name"), [("linko", "linko-chess"), ("linko", "verflixxt-pro")])
def test_a_lesson_that_there_is_not_is_refused(node: Node, game: str, name: str) -> None:
    with pytest.raises(RequestRefused, match="table/setup"):
        Server(node.url).open(game, "Ada", lesson=name)


def test_after_a_lesson_a_rematch_is_the_same_lesson_again(node: Node) -> None:
    with learn(node, "linko-first") as seat:
        follow(seat)
        opened = seat.command("rematch").opened
        assert opened
        with Server(node.url).back(opened.table.id, opened.token) as again:
            assert step_of(to_turn(again)) == LessonStep(0, 11, "4x5")
