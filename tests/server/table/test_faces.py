"""The faces of people and bots: each seat has a colour of its own, and logs without faces are read as before."""

from __future__ import annotations

import msgspec
import pytest

from tatze.server.table import commands
from tatze.server.table.fold import fold
from tatze.server.table.info import table_info
from tatze.server.table.opening import rematch_opening
from tatze.server.table.rows import LogRow, Newcomer, write_newcomer
from tatze.server.table.state import TableState
from tatze.wire import COLOURS, Join, NewTable, SeatPlan
from tests.server.table.logs import TableLog

OPEN = SeatPlan("open")
CAT = SeatPlan("bot", "cat")


def table(*others: SeatPlan, **face: str) -> TableLog:
    seats = [{"kind": "host"}, *map(msgspec.to_builtins, others)]
    wish = {"game": "verflixxt", "name": "Ada", "seats": seats, "seed": 1, **face}
    return TableLog(msgspec.convert(wish, NewTable))


def join(log: TableLog, seat: int, *newcomer: str) -> None:
    log.add("joined", seat, write_newcomer(Newcomer(*newcomer)))


def faces(state: TableState) -> list[tuple[str, str]]:
    return [(seat.animal, seat.colour) for seat in table_info(state).seats]


def test_a_person_gets_the_face_that_they_chose() -> None:
    log = table(OPEN, OPEN, animal="owl", colour="pink")
    join(log, 1, "Ben", "frog", "green")
    assert faces(log.state) == [("owl", "pink"), ("frog", "green"), ("", "")]


def test_who_wants_a_colour_that_a_person_has_gets_another_one() -> None:
    log = table(OPEN, OPEN, animal="owl", colour="blue")
    join(log, 1, "Ben", "owl", "blue")
    join(log, 2, "Cleo", "fox", "yellow")
    assert faces(log.state) == [("owl", "blue"), ("owl", "yellow"), ("fox", "green")]


def test_a_bot_gives_its_colour_to_a_person() -> None:
    log = table(OPEN, CAT, CAT, animal="owl", colour="pink")
    assert faces(log.state) == [("owl", "pink"), ("", ""), ("", "blue"), ("", "yellow")]
    join(log, 1, "Ben", "frog", "blue")
    assert faces(log.state) == [("owl", "pink"), ("frog", "blue"), ("", "green"), ("", "yellow")]


def test_a_full_table_has_every_colour_once() -> None:
    log = table(*[OPEN] * 5, colour="violet")
    for seat in range(1, 6):
        join(log, seat, f"P{seat}", "owl", "violet")
    assert sorted(colour for _, colour in faces(log.state)) == sorted(COLOURS)


def test_people_without_a_wish_get_faces_that_nobody_has() -> None:
    log = table(OPEN, OPEN)
    log.add("joined", 1, "Ben")
    log.add("joined", 2, "Cleo")
    assert faces(log.state) == [("fox", "blue"), ("rabbit", "yellow"), ("bear", "green")]


def test_a_log_that_was_written_without_faces_is_read() -> None:
    opened = table(OPEN).rows[0]
    seats = '"seats":[{"kind":"person","name":"Ada","level":""},{"kind":"open","name":"","level":""}]'
    old = opened._replace(data=opened.data.partition('"seats"')[0] + seats + opened.data.partition("]")[2])
    state = fold([old, LogRow("t", 1, "joined", 1, "Ben {the bold}", None, 1.0)])
    assert [seat.name for seat in state.seats] == ["Ada", "Ben {the bold}"]
    assert faces(state) == [("fox", "blue"), ("rabbit", "yellow")]


def test_a_rematch_keeps_the_faces() -> None:
    log = table(OPEN, CAT, animal="owl", colour="pink")
    join(log, 1, "Ben", "frog", "blue")
    again = LogRow("u", 0, "opened", 0, msgspec.json.encode(rematch_opening(log.state)).decode(), None, 0.0)
    draft = commands.come_back(fold([again]), 1)
    state = fold([again, LogRow("u", 1, draft.kind, draft.seat, draft.data, None, 1.0)])
    assert faces(state) == faces(log.state)
    assert state.seats[1].name == "Ben"


@pytest.mark.parametrize("face", [{"animal": "unicorn"}, {"colour": "beige"}, {"animal": ""}, {"colour": 3}])
def test_a_face_that_is_not_on_the_list_is_refused(face: dict[str, object]) -> None:
    for kind in (NewTable, Join):
        with pytest.raises(msgspec.ValidationError, match=r"animal|colour"):
            msgspec.convert(
                {"game": "linko", "name": "Ada", **face} if kind is NewTable else {"name": "Ada", **face}, kind
            )
