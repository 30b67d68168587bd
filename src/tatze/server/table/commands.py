"""Decisions outside the game: joining, and commands of seats and hosts. Each returns the row to write, or refuses."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tatze.core.text import MAX_WORD_LENGTH, is_printable
from tatze.server.table.checks import check_level, check_name, check_seat, check_status
from tatze.server.table.opening import new_secret
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, DraftRow, Grant, Newcomer, SeatChange, SettingsChange, write_newcomer
from tatze.server.table.state import TableState
from tatze.wire import Command

MAX_WORDS_PER_SEAT = 3
"""Maximum number of words that one seat may add to a deal."""


def join(state: TableState, newcomer: Newcomer, wanted: int | None) -> DraftRow:
    """Decide on the seat of a person who sits down: the wanted one, or the first that is free."""
    check_name(newcomer.name)
    data = write_newcomer(newcomer)
    if state.status != "waiting":
        raise Refused("table/full" if state.full else "table/status")
    if wanted is not None:
        check_seat(state, wanted)
        if state.seats[wanted].kind != "open" or state.seats[wanted].name:
            raise Refused("seat/taken")
        return DraftRow("joined", wanted, data)
    free = [number for number, seat in enumerate(state.seats) if seat.kind == "open" and not seat.name]
    if not free:
        raise Refused("table/full")
    return DraftRow("joined", free[0], data)


def come_back(state: TableState, seat: int) -> DraftRow:
    """Decide on a person's taking the seat that was reserved after a rematch."""
    if state.status != "waiting" or state.seats[seat].kind != "open" or not state.seats[seat].name:
        raise Refused("seat/taken")
    reserved = state.seats[seat]
    return DraftRow("came", seat, write_newcomer(Newcomer(reserved.name, reserved.animal, reserved.colour)))


def want_rematch(state: TableState, seat: int, table: str) -> DraftRow:
    """Decide on a seat's wish for a rematch, which the finished table shows to everybody. The first wish also decides
    on the id of the rematch's table."""
    check_status(state, "over")
    return DraftRow("rematch", seat, state.next or table)


def command(state: TableState, grant: Grant, request: Command) -> DraftRow:
    """Decide on a command of a seat or the host. Rematches are not among them, since they open another table."""
    if request.do in ("start", "seat", "settings", "remove") and not grant.host:
        raise Refused("host/only")
    if request.do in ("leave", "return", "word") and grant.seat == NO_SEAT:
        raise Refused("seat/not-yours")
    return COMMANDS[request.do](state, grant.seat, request)


def _start(state: TableState, seat: int, _: Command) -> DraftRow:
    check_status(state, "waiting")
    return DraftRow("started", seat)


def _leave(state: TableState, seat: int, _: Command) -> DraftRow:
    """Free the seat before the first game; later the substitute plays for it."""
    if state.status == "waiting" and not state.finished_games:
        return DraftRow("left", seat)
    if state.seats[seat].away:
        raise Refused("seat/away")
    return DraftRow("away", seat, "left")


def _return(state: TableState, seat: int, _: Command) -> DraftRow:
    if not state.seats[seat].away:
        raise Refused("table/status")
    return DraftRow("returned", seat)


def _pause(state: TableState, seat: int, _: Command) -> DraftRow:
    check_status(state, "playing")
    return DraftRow("paused", seat)


def _resume(state: TableState, seat: int, _: Command) -> DraftRow:
    check_status(state, "paused")
    return DraftRow("resumed", seat)


def _next(state: TableState, seat: int, _: Command) -> DraftRow:
    """Prepare the next game of the series, with a secret of its own."""
    check_status(state, "over")
    if state.number >= state.opening.games:
        raise Refused("table/status", detail="the series is over")
    return DraftRow("next", seat, new_secret(state.opening.seed, state.number))


def _change_seat(state: TableState, seat: int, request: Command) -> DraftRow:
    """Free a seat, or give it to a bot."""
    check_status(state, "waiting")
    if request.seat is None or request.plan is None or request.plan.kind == "host":
        raise Refused("seat/unknown")
    check_seat(state, request.seat)
    if request.plan.kind == "bot":
        check_level(request.plan.level)
    change = SeatChange(request.seat, request.plan.kind, request.plan.level if request.plan.kind == "bot" else "")
    return DraftRow("seat", seat, msgspec.json.encode(change).decode())


def _add_word(state: TableState, seat: int, request: Command) -> DraftRow:
    """Add a player's word to the deal, after the commitment was published and before the game starts."""
    check_status(state, "waiting")
    word = request.word or ""
    if not is_printable(word, MAX_WORD_LENGTH):
        raise Refused("name/bad")
    if state.word_seats.count(seat) >= MAX_WORDS_PER_SEAT:
        raise Refused("seat/busy")
    return DraftRow("word", seat, word)


def _change_settings(state: TableState, seat: int, request: Command) -> DraftRow:
    """Change what the host may change later. Hints stay as they are while a game runs, since all agreed on them."""
    wanted = request.settings
    if wanted is None or (wanted.hints is None and wanted.messages is None):
        raise Refused("table/setup", detail="the command needs settings")
    if wanted.hints is not None:
        check_status(state, "waiting")
    change = SettingsChange(wanted.hints, wanted.messages)
    return DraftRow("settings", seat, msgspec.json.encode(change).decode())


def _remove(_: TableState, seat: int, __: Command) -> DraftRow:
    return DraftRow("removed", seat)


COMMANDS: dict[str, Callable[[TableState, int, Command], DraftRow]] = {
    "start": _start,
    "leave": _leave,
    "return": _return,
    "pause": _pause,
    "resume": _resume,
    "next": _next,
    "seat": _change_seat,
    "word": _add_word,
    "settings": _change_settings,
    "remove": _remove,
}
