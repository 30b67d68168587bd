"""Checks that several requests share. Each refuses what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from tatze.core.text import MAX_NAME_LENGTH, is_message, is_printable
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import ANY_OWNER, NO_SEAT, Grant
from tatze.server.table.state import TableState


def check_name(name: str) -> None:
    """Refuse a name that is empty, too long or not printable."""
    if not is_printable(name, MAX_NAME_LENGTH) or not name.strip():
        raise Refused("name/bad")


def check_message(state: TableState, text: str) -> None:
    """Refuse a message where the host switched messages off, and a text that cannot be one."""
    if not state.messages:
        raise Refused("message/off")
    if not is_message(text):
        raise Refused("message/bad")


def check_level(level: str, offered: Sequence[str]) -> None:
    """Refuse a bot that people cannot choose."""
    if level not in offered:
        raise Refused("table/setup", detail=f"there is no bot of that name; there are {', '.join(offered)}")


def check_seat(state: TableState, seat: int) -> None:
    """Refuse a seat that the table does not have."""
    if not 0 <= seat < len(state.seats):
        raise Refused("seat/unknown")


def check_owner(state: TableState, grant: Grant) -> None:
    """Refuse a request of somebody who has lost the seat since the token was checked."""
    if grant.seat != NO_SEAT and grant.owner not in (ANY_OWNER, state.seats[grant.seat].owner):
        raise Refused("seat/not-yours")


def check_status(state: TableState, status: str) -> None:
    """Refuse if the table has another status."""
    if state.status != status:
        raise Refused("table/status")
