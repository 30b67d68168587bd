"""Decisions outside the game: joining, and commands of seats and hosts. Each returns the row to write, or refuses."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from tatze.core.text import MAX_WORD_LENGTH, is_printable
from tatze.server.bot_offer import FULL_OFFER, BotOffer
from tatze.server.table.checks import check_level, check_name, check_owner, check_seat, check_status
from tatze.server.table.opening import new_secret
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, DraftRow, Grant, Newcomer, SeatChange, SettingsChange, write_newcomer
from tatze.server.table.state import TableState
from tatze.wire import Command

HOST_COMMANDS = ("start", "seat", "expel", "settings", "remove")
"""The commands that only the host may give."""
MAX_WORDS_PER_SEAT = 3
"""Maximum number of words that one seat may add to a deal."""


def join(state: TableState, newcomer: Newcomer, wanted: int | None) -> DraftRow:
    """Decide on the seat of a person who sits down: the wanted one, or the first that is free."""
    check_name(newcomer.name)
    data = write_newcomer(newcomer)
    free = [number for number, seat in enumerate(state.seats) if seat.free]
    if state.status == "over":
        raise Refused("table/status" if free else "table/full")
    if wanted is not None:
        check_seat(state, wanted)
        if wanted not in free:
            raise Refused("seat/taken")
        return DraftRow("joined", wanted, data)
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


def command(
    state: TableState,
    grant: Grant,
    request: Command,
    missing: Collection[int] = (),
    offer: BotOffer = FULL_OFFER,
) -> DraftRow:
    """Decide on a command of a seat or the host; `missing` are the seats whose people have been absent for a while, and
    `offer` has the bots that may be seated. If the host is missing, everybody may start the game.
    Rematches and nudges are not among the commands: the first open another table, the second change nothing."""
    check_owner(state, grant)
    stands_in = request.do == "start" and grant.seat != NO_SEAT and state.host in missing
    if request.do in HOST_COMMANDS and not grant.host and not stands_in:
        raise Refused("host/only")
    if request.do in ("leave", "return", "word") and grant.seat == NO_SEAT:
        raise Refused("seat/not-yours")
    if request.do in ("seat", "substitute"):
        check_absence(state, request, missing)
    if request.do == "seat" and request.plan and request.plan.kind == "bot":
        check_level(request.plan.level, offer.names)
    return COMMANDS[request.do](state, grant.seat, request)


def check_absence(state: TableState, request: Command, missing: Collection[int]) -> None:
    """Refuse to take a seat from a person who is there, once a game has begun."""
    if request.seat is None:
        raise Refused("seat/unknown")
    check_seat(state, request.seat)
    seat = state.seats[request.seat]
    if state.current_game and seat.kind == "person" and seat.reason != "left" and request.seat not in missing:
        raise Refused("seat/online")


def check_nudge(state: TableState, grant: Grant, request: Command, missing: Collection[int]) -> None:
    """Refuse to nudge anybody who is there."""
    check_owner(state, grant)
    if request.seat is None:
        raise Refused("seat/unknown")
    check_seat(state, request.seat)
    if request.seat not in missing:
        raise Refused("seat/online")


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
    if state.status == "over":
        raise Refused("table/status")
    if request.seat is None or request.plan is None or request.plan.kind == "host":
        raise Refused("seat/unknown")
    change = SeatChange(request.seat, request.plan.kind, request.plan.level if request.plan.kind == "bot" else "")
    return DraftRow("seat", seat, msgspec.json.encode(change).decode())


def _expel(state: TableState, seat: int, request: Command) -> DraftRow:
    """Remove a person from the table for good."""
    if request.seat is None or request.seat == seat:
        raise Refused("seat/unknown")
    check_seat(state, request.seat)
    if state.seats[request.seat].kind != "person":
        raise Refused("seat/unknown")
    change = SeatChange(request.seat, "open", reason="removed")
    return DraftRow("seat", seat, msgspec.json.encode(change).decode())


def _substitute(state: TableState, seat: int, request: Command) -> DraftRow:
    """Let the substitute play for a person who is absent, until that person is back."""
    target = state.seats[request.seat or 0]
    if state.status not in ("playing", "paused") or target.kind != "person" or target.away:
        raise Refused("table/status")
    return DraftRow("substitute", seat, str(request.seat))


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
    if wanted is None or (wanted.hints is None and wanted.messages is None and not wanted.code):
        raise Refused("table/setup", detail="the command needs settings")
    if wanted.hints is not None:
        check_status(state, "waiting")
    change = SettingsChange(wanted.hints, wanted.messages, wanted.code)
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
    "expel": _expel,
    "substitute": _substitute,
    "word": _add_word,
    "settings": _change_settings,
    "remove": _remove,
}
