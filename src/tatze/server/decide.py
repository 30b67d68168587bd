"""Who may do what at a table: each function looks at the room and says what row would be written, or refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tatze.bots import OPPONENTS
from tatze.core.chance import WORD_LENGTH, Fairness
from tatze.core.setup import NAME_LENGTH
from tatze.server.codes import Refused
from tatze.server.room import Reseat, Room
from tatze.server.spelling import read, texts
from tatze.server.store import NO_SEAT, Grant
from tatze.server.wire import Command, Why

WORDS = 3
"""Words that one seat may add to chance."""


class Draft(NamedTuple):
    """A row to be, before it has a version."""

    kind: str
    seat: int
    data: str = ""


def act(room: Room, seat: int, on: int, text: str) -> Draft:
    """An action of a person."""
    require_present(room, on)
    require_turn(room, seat)
    try:
        action = read(room.game, text)
    except ValueError as error:
        raise Refused("action/unknown", detail=str(error)) from None
    if why := reason(room, action):
        raise Refused("action/illegal", why)
    return Draft("action", seat, texts(room.game)[action])


def require_present(room: Room, on: int) -> None:
    """Whether somebody who saw that version saw the game as it stands; whoever came or went since does not matter."""
    if not room.position <= on <= room.version:
        raise Refused("action/stale")


def require_turn(room: Room, seat: int) -> None:
    if room.status != "playing":
        raise Refused("table/status")
    if room.seats[seat].away:
        raise Refused("seat/away")
    if room.actor != seat:
        raise Refused("action/not-your-turn")


def reason(room: Room, action: int) -> Why | None:
    """Why the one who decides now cannot do this; None if he can."""
    game, table = room.game, room.table
    if table is None:
        raise Refused("table/status")
    number = game.refusal(table.state, action)
    if not number:
        return None
    detail = game.why(table.state, action, number)
    return Why(detail.key, dict(detail.params), game.rule(number))


def ask(room: Room, seat: int, text: str) -> Why | None:
    """Why an action is not possible, for the seat that decides: others could ask about hands that they do not see."""
    require_turn(room, seat)
    try:
        return reason(room, read(room.game, text))
    except ValueError as error:
        raise Refused("action/unknown", detail=str(error)) from None


def undo(room: Room, seat: int, on: int) -> Draft:
    require_present(room, on)
    if not room.may_undo(seat):
        raise Refused("undo/refused")
    return Draft("undo", seat)


def join(room: Room, name: str, wanted: int | None) -> Draft:
    """Somebody sits down on a free seat, or on the one that is wanted."""
    check_name(name)
    if room.status != "waiting":
        raise Refused("table/full" if room.full else "table/status")
    if wanted is not None:
        check_seat(room, wanted)
        if room.seats[wanted].kind != "open" or room.seats[wanted].name:
            raise Refused("seat/taken")
        return Draft("joined", wanted, name)
    free = [number for number, seat in enumerate(room.seats) if seat.kind == "open" and not seat.name]
    if not free:
        raise Refused("table/full")
    return Draft("joined", free[0], name)


def check_name(name: str) -> None:
    if not 0 < len(name) <= NAME_LENGTH or not name.isprintable() or '"' in name or not name.strip():
        raise Refused("name/bad")


def check_level(level: str) -> None:
    if level not in OPPONENTS:
        raise Refused("table/setup", detail=f"there is no bot of that name; there are {', '.join(OPPONENTS)}")


def check_seat(room: Room, seat: int) -> None:
    if not 0 <= seat < len(room.seats):
        raise Refused("seat/unknown")


# --- Commands ---


def command(room: Room, grant: Grant, asked: Command) -> Draft:
    """What a seat or the host asked for; rematches are not among it, since they open another table."""
    if asked.do in ("start", "seat", "remove") and not grant.host:
        raise Refused("host/only")
    if asked.do in ("leave", "return", "word") and grant.seat == NO_SEAT:
        raise Refused("seat/not-yours")
    return COMMANDS[asked.do](room, grant.seat, asked)


def _start(room: Room, seat: int, _: Command) -> Draft:
    _require(room, "waiting")
    return Draft("started", seat)


def _leave(room: Room, seat: int, _: Command) -> Draft:
    if room.status == "waiting" and not room.finished:
        return Draft("left", seat)
    if room.seats[seat].away:
        raise Refused("seat/away")
    return Draft("away", seat, "left")


def _return(room: Room, seat: int, _: Command) -> Draft:
    if not room.seats[seat].away:
        raise Refused("table/status")
    return Draft("returned", seat)


def _pause(room: Room, seat: int, _: Command) -> Draft:
    _require(room, "playing")
    return Draft("paused", seat)


def _resume(room: Room, seat: int, _: Command) -> Draft:
    _require(room, "paused")
    return Draft("resumed", seat)


def _next(room: Room, seat: int, _: Command) -> Draft:
    """The next game of a series, with a secret of its own."""
    _require(room, "over")
    if room.number >= room.opening.games:
        raise Refused("table/status", detail="the series is over")
    return Draft("next", seat, secret(room.opening.seed, room.number).secret.hex())


def _seat(room: Room, seat: int, asked: Command) -> Draft:
    """The host makes a seat free, or puts a bot there."""
    _require(room, "waiting")
    if asked.seat is None or asked.plan is None or asked.plan.kind == "host":
        raise Refused("seat/unknown")
    check_seat(room, asked.seat)
    if asked.plan.kind == "bot":
        check_level(asked.plan.level)
    data = Reseat(asked.seat, asked.plan.kind, asked.plan.level if asked.plan.kind == "bot" else "")
    return Draft("seat", seat, msgspec.json.encode(data).decode())


def _word(room: Room, seat: int, asked: Command) -> Draft:
    """A player adds to chance, after the commitment was published and before the deal."""
    _require(room, "waiting")
    word = asked.word or ""
    if not 0 < len(word) <= WORD_LENGTH or not word.isprintable() or '"' in word:
        raise Refused("name/bad")
    if room.spoken.count(seat) >= WORDS:
        raise Refused("seat/busy")
    return Draft("word", seat, word)


def _remove(_: Room, seat: int, __: Command) -> Draft:
    return Draft("removed", seat)


def _require(room: Room, status: str) -> None:
    if room.status != status:
        raise Refused("table/status")


def secret(seed: int | None, number: int = 0) -> Fairness:
    """The secret of a series' game of this number, counted from 0."""
    return Fairness.fresh() if seed is None else Fairness.from_seed(seed, number)


COMMANDS: dict[str, Callable[[Room, int, Command], Draft]] = {
    "start": _start,
    "leave": _leave,
    "return": _return,
    "pause": _pause,
    "resume": _resume,
    "next": _next,
    "seat": _seat,
    "word": _word,
    "remove": _remove,
}
