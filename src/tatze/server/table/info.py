"""A table's state as the wire type `TableInfo`."""

from __future__ import annotations

from collections.abc import Collection

from tatze.core.chance import Fairness
from tatze.core.series import series_totals
from tatze.server.table.rows import NO_SEAT
from tatze.server.table.state import TableState
from tatze.wire import FairnessInfo, SeatInfo, SeriesInfo, TableInfo


def table_info(state: TableState, online: Collection[int] = ()) -> TableInfo:
    """Return what everybody who may know of a table sees of it; `online` are the seats that are connected."""
    agreed = state.opening
    return TableInfo(
        id=state.id,
        game=agreed.game,
        rules=agreed.rules,
        options=agreed.options,
        status=state.status,
        seats=_seats(state, online),
        public=agreed.public,
        clock=agreed.clock,
        substitute=agreed.substitute,
        watching=agreed.watching,
        aid=agreed.aid,
        series=_series(state),
        fair=_fairness(state),
        version=state.version,
        created=int(state.created),
        next=state.next,
        lesson=agreed.lesson,
        turn=seat_or_none(state.actor),
        invitation=state.invitation,
        again=sorted(state.wants_rematch),
        hints=state.hints,
        messages=state.messages,
        start=agreed.start,
        practice=bool(agreed.position),
    )


def _seats(state: TableState, online: Collection[int]) -> list[SeatInfo]:
    return [
        SeatInfo(
            kind=seat.kind,
            name=seat.name,
            level=state.opening.substitute if seat.away else seat.level,
            away=seat.away,
            online=number in online,
            host=number == state.host,
            reason=seat.reason,
            animal=seat.animal,
            colour=seat.colour,
            stand_in=seat.stand_in and state.status != "over",
        )
        for number, seat in enumerate(state.seats)
    ]


def _series(state: TableState) -> SeriesInfo:
    outcomes = [game.outcome for game in state.finished_games]
    totals = series_totals(len(state.seats), [outcome for outcome in outcomes if outcome])
    leaders = list(totals.leaders) if outcomes else []
    return SeriesInfo(state.opening.games, state.number, list(totals.points), leaders)


def _fairness(state: TableState) -> FairnessInfo:
    """Return the commitment to the present game's secret. A lesson has none, because its deal is fixed."""
    if state.opening.lesson:
        return FairnessInfo("", [])
    commitment = Fairness(bytes.fromhex(state.secret)).commitment
    return FairnessInfo(commitment, list(state.words), state.secret if state.status == "over" else None)


def seat_or_none(seat: int) -> int | None:
    """Return a seat as the wire has it: None in place of NO_SEAT."""
    return None if seat == NO_SEAT else seat
