"""What is sent: a version's shared part once for all, and each seat's own part put behind it by bytes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tatze.core.game import Game
from tatze.core.layout import EVERYONE, OMNISCIENT, Event
from tatze.core.table import visible_event
from tatze.lessons import LEARNER, LessonTable
from tatze.server.room import Change, Room
from tatze.server.spelling import texts
from tatze.wire import Happened, Legal, LessonStep, LogEntry, Moment, OutcomeInfo, Own, TableInfo, Update

encode = msgspec.json.Encoder().encode
_NO_OWN = b"null}}"
"""How a frame ends that has no own part yet."""


def update(room: Room, info: TableInfo | None) -> bytes:
    """The newest version for everybody."""
    return encode(Update(moment(room, info)))


def up_to_own(shared: bytes) -> bytes:
    """The beginning of a frame for everybody, up to where an own part belongs."""
    return shared[: -len(_NO_OWN)]


def with_own(beginning: bytes, own: bytes) -> bytes:
    return b"%b%b}}" % (beginning, own)


def moment(room: Room, info: TableInfo | None, own: Own | None = None) -> Moment:
    """The newest version of a room."""
    change = room.changes[-1]
    events = happened(room.game, change.events, EVERYONE)
    return Moment(room.version, change.by, info, events, room.public(), room.deadline, outcome_of(room), own)


def outcome_of(room: Room) -> OutcomeInfo | None:
    outcome = room.table.outcome if room.table else None
    return OutcomeInfo(list(outcome.winners), list(outcome.scores), outcome.reason) if outcome else None


def own(room: Room, seat: int) -> Own | None:
    """What one seat gets beyond what everybody gets."""
    if room.table is None:
        return None
    game, state = room.game, room.table.state
    events, kinds = room.changes[-1].events, game.events
    secret = [event for event in events if event[1] == seat and kinds[event[0]].secret]
    return Own(
        seat,
        dict(game.own(state, seat)),
        happened(game, events, seat) if secret else [],
        legal(room) if room.actor == seat and not room.seats[seat].away else [],
        room.may_undo(seat),
        lesson_step(room, seat),
    )


def lesson_step(room: Room, seat: int) -> LessonStep | None:
    table = room.table
    if not isinstance(table, LessonTable) or seat != LEARNER:
        return None
    scripted = table.scripted if table.actor == seat else None
    return LessonStep(table.step, len(table.lesson.entries), None if scripted is None else room.game.write(scripted))


def legal(room: Room) -> list[Legal]:
    """What the one who decides may do, with what it would publicly bring about."""
    game, table = room.game, room.table
    if table is None:
        return []
    state, text = table.state, texts(game)
    return [
        Legal(text[action], dict(game.describe_foresight(state, action, game.foresee(state, action))))
        for action in table.legal_actions
    ]


def happened(game: Game[Any], events: Iterable[Event], viewer: int) -> list[Happened]:
    """Events as a viewer may know them."""
    shown = []
    for event in events:
        kind = game.events[event[0]]
        if kind.secret:
            event = visible_event(game, event, viewer)
        shown.append(Happened(kind.name, dict(zip(kind.fields, event[1:], strict=False))))
    return shown


def entries(room: Room, seat: int, since: int, until: int) -> list[LogEntry]:
    """The log after version `since` up to `until`, as a seat, or everybody, may know it."""
    log = enumerate(room.changes[since + 1 : until + 1], since + 1)
    return [LogEntry(version, change.by, happened(room.game, change.events, seat)) for version, change in log]


def open_moment(room: Room, change: Change, info: TableInfo | None) -> Moment:
    """The newest version with every card open, for replays of finished games."""
    view = None
    if room.table:
        state = room.game.layout.copy(room.table.state)
        state.viewer = OMNISCIENT
        view = room.game.show(state)
    events = happened_openly(room.game, change.events)
    return Moment(room.version, change.by, info, events, view, None, outcome_of(room))


def happened_openly(game: Game[Any], events: Iterable[Event]) -> list[Happened]:
    kinds = game.events
    return [Happened(kinds[e[0]].name, dict(zip(kinds[e[0]].fields, e[1:], strict=False))) for e in events]
