"""Actions and undos of people, whether they come over HTTP or over a socket."""

from __future__ import annotations

from tatze.server.live.hub import Hub
from tatze.server.table import decide
from tatze.server.table.checks import check_owner
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, DraftRow, Grant
from tatze.server.table.state import TableState
from tatze.wire import Ack, Act, Undo


async def carry_out(hub: Hub, grant: Grant, request: Act | Undo) -> Ack:
    """Commit an action or undo of a seat, and return its acknowledgement."""
    seat = grant.seat
    if seat == NO_SEAT:
        raise Refused("seat/not-yours")

    def decide_for_owner(state: TableState) -> DraftRow:
        check_owner(state, grant)
        if isinstance(request, Act):
            return decide.act(state, seat, request.on, request.action)
        return decide.undo(state, seat, request.on)

    committed = await hub.commit(grant.table_id, request.key, seat, decide_for_owner)
    return Ack(request.key, committed.version)
