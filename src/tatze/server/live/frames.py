"""Builds frames. The part of a version that everybody gets is encoded once; each seat's own part is appended to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tatze.core.game import Game
from tatze.core.layout import EVERYONE, OMNISCIENT, Event, State
from tatze.core.table import visible_event
from tatze.lessons import LEARNER, LessonTable
from tatze.server.table.notation import action_texts
from tatze.server.table.state import Change, TableState
from tatze.wire import Happened, Legal, LessonStep, LogEntry, Moment, OutcomeInfo, Own, TableInfo, Update

encode = msgspec.json.Encoder().encode
_WITHOUT_OWN = b"null}}"
"""The end of an update that has no own part."""


def update_frame(state: TableState, info: TableInfo | None) -> bytes:
    """Return the update with the newest version, as everybody sees it."""
    return encode(Update(moment(state, info)))


def strip_own(shared: bytes) -> bytes:
    """Return the beginning of an update that everybody gets, up to where a seat's own part belongs."""
    return shared[: -len(_WITHOUT_OWN)]


def append_own(beginning: bytes, own: bytes) -> bytes:
    """Return an update with a seat's own part."""
    return b"%b%b}}" % (beginning, own)


def moment(state: TableState, info: TableInfo | None, own: Own | None = None) -> Moment:
    """Return the newest version of a table."""
    change = state.changes[-1]
    return Moment(
        version=state.version,
        by=change.by,
        table=info,
        events=happened(state.game, change.events, EVERYONE),
        view=state.public_view(),
        deadline=state.deadline,
        outcome=outcome_info(state),
        own=own,
    )


def outcome_info(state: TableState) -> OutcomeInfo | None:
    """Return the result of the present game; None while it is being played."""
    outcome = state.current_game.outcome if state.current_game else None
    return OutcomeInfo(list(outcome.winners), list(outcome.scores), outcome.reason) if outcome else None


def own_part(state: TableState, seat: int) -> Own | None:
    """Return what one seat gets beyond what everybody gets; None before the first game."""
    if state.current_game is None:
        return None
    game, position = state.game, state.current_game.state
    events, kinds = state.changes[-1].events, game.events
    secret = [event for event in events if event[1] == seat and kinds[event[0]].secret]
    return Own(
        seat=seat,
        view=dict(game.own(position, seat)),
        events=happened(game, events, seat) if secret else [],
        legal=legal_actions(state) if state.actor == seat and not state.seats[seat].away else [],
        undo=state.may_undo(seat),
        lesson=lesson_step(state, seat),
    )


def lesson_step(state: TableState, seat: int) -> LessonStep | None:
    """Return how far a lesson has come, for the learner; None for others and outside lessons."""
    game = state.current_game
    if not isinstance(game, LessonTable) or seat != LEARNER:
        return None
    scripted = game.scripted if game.actor == seat else None
    if scripted is None:
        return LessonStep(game.step, len(game.lesson.entries), None)
    return LessonStep(game.step, len(game.lesson.entries), state.game.write(scripted), game.asks)


def legal_actions(state: TableState) -> list[Legal]:
    """Return what the seat that decides may do, with what each action would publicly bring about."""
    game, current = state.game, state.current_game
    if current is None:
        return []
    return describe_legal(game, current.state, current.legal_actions)


def describe_legal(game: Game[Any], position: State, actions: Iterable[int]) -> list[Legal]:
    """Return legal actions with what each would publicly bring about."""
    texts, foresee, describe = action_texts(game), game.foresee, game.describe_foresight
    return [Legal(texts[action], dict(describe(position, action, foresee(position, action)))) for action in actions]


def legal_action(game: Game[Any], position: State, action: int) -> Legal:
    """Return a legal action with what it would publicly bring about."""
    return describe_legal(game, position, (action,))[0]


def happened(game: Game[Any], events: Iterable[Event], viewer: int) -> list[Happened]:
    """Return events as a viewer may know them; OMNISCIENT knows everything."""
    shown = []
    for event in events:
        kind = game.events[event[0]]
        if kind.secret and viewer != OMNISCIENT:
            event = visible_event(game, event, viewer)
        shown.append(Happened(kind.name, dict(zip(kind.fields, event[1:], strict=False))))
    return shown


def log_entries(state: TableState, seat: int, since: int, until: int) -> list[LogEntry]:
    """Return the log after version `since` up to version `until`, as a seat or EVERYONE may know it."""
    changes = enumerate(state.changes[since + 1 : until + 1], since + 1)
    return [LogEntry(version, change.by, happened(state.game, change.events, seat)) for version, change in changes]


def open_moment(state: TableState, change: Change) -> Moment:
    """Return the newest version with every card open, for the replay of a finished game."""
    view = None
    if state.current_game:
        position = state.game.layout.copy(state.current_game.state)
        position.viewer = OMNISCIENT
        view = state.game.show(position)
    return Moment(
        version=state.version,
        by=change.by,
        table=None,
        events=happened(state.game, change.events, OMNISCIENT),
        view=view,
        deadline=None,
        outcome=outcome_info(state),
    )
