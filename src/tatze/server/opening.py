"""A table to be: what a host asks for, checked and agreed, and the secrets that are drawn for it."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode

import msgspec

from tatze.core.errors import TatzeError
from tatze.core.setup import make_setup
from tatze.games import game_named, game_names
from tatze.lessons import LEARNER, LEVEL, lesson_named
from tatze.server import decide
from tatze.server.codes import Refused
from tatze.server.room import Opening, Plan, Room
from tatze.server.store import NO_SEAT
from tatze.wire import NewTable, SeatPlan

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters of codes that people read out: none that looks like another."""
USUAL = "cat"
"""The bot where nobody chose one."""


def new_id() -> str:
    """A table's id: long enough that nobody finds it by trying."""
    return "".join(secrets.choice(ALPHABET.lower()) for _ in range(16))


def new_token() -> str:
    return secrets.token_urlsafe(24)


def id_of(key: str) -> str:
    """The id of the table that a request with this key opens, the first time and each time after."""
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in _derived("table", key)[:16]).lower()


def token_of(table: str, key: str) -> str:
    """The token that a request with this key brings at a table. Nobody finds it who does not know the key."""
    return urlsafe_b64encode(_derived("token", table, key)[:24]).decode()


def join_key(key: str) -> str:
    """What the log says of the key with which somebody joined; the token does not follow from it."""
    return _derived("join", key).hex()


def _derived(*parts: str) -> bytes:
    return hashlib.sha256(" ".join(parts).encode()).digest()


def opening_of(asked: NewTable) -> Opening:
    """Check what a host asks for, and draw the secret of the first game."""
    if asked.game not in game_names():
        raise Refused("table/setup", detail=f"there are {', '.join(game_names())}")
    game, name = game_named(asked.game), asked.name.strip()
    decide.check_name(name)
    decide.check_level(asked.substitute)
    if asked.lesson:
        return _lesson(asked, name)
    try:
        usual = game.rule_set(asked.rules).usual
        plans = asked.seats or [SeatPlan("host"), *[SeatPlan("bot", USUAL)] * (usual - 1)]
        setup = make_setup(game, asked.rules, len(plans), options=dict(asked.options))
    except TatzeError as error:
        raise Refused("table/setup", detail=str(error)) from None
    hosts = [number for number, plan in enumerate(plans) if plan.kind == "host"]
    if len(hosts) > 1:
        raise Refused("table/setup", detail="the host sits on one seat")
    return Opening(
        asked.game,
        asked.rules,
        dict(setup.options),
        [_plan(plan, name) for plan in plans],
        hosts[0] if hosts else NO_SEAT,
        decide.secret(asked.seed).secret.hex(),
        asked.public,
        asked.clock,
        asked.substitute,
        asked.watching,
        asked.aid,
        asked.games,
        asked.start,
        asked.pace,
        seed=asked.seed,
    )


def _lesson(asked: NewTable, name: str) -> Opening:
    """A lesson is laid out: the learner brings a name, and bots that begin to think only off its script sit around."""
    try:
        lesson = lesson_named(asked.lesson)
    except TatzeError as error:
        raise Refused("table/setup", detail=str(error)) from None
    if lesson.game.name != asked.game:
        raise Refused("table/setup", detail=f"{lesson.name} is a lesson of {lesson.game.name}")
    seats = [Plan("person", name), *[Plan("bot", level=LEVEL)] * (lesson.setup.players - 1)]
    return Opening(
        asked.game,
        lesson.setup.rules,
        dict(lesson.setup.options),
        seats,
        LEARNER,
        decide.secret(None).secret.hex(),
        substitute=LEVEL,
        watching=asked.watching,
        aid=asked.aid,
        pace=asked.pace,
        lesson=lesson.name,
    )


def _plan(plan: SeatPlan, host: str) -> Plan:
    if plan.kind == "host":
        return Plan("person", host)
    if plan.kind == "open":
        return Plan("open")
    level = plan.level or USUAL
    decide.check_level(level)
    return Plan("bot", level=level)


def opening_again(room: Room) -> Opening:
    """The same agreement with a new secret; the seats of people are kept for them until they come."""
    seats = [
        Plan("bot", seat.name, seat.level) if seat.kind == "bot" else Plan("open", seat.name) for seat in room.seats
    ]
    seed = None if room.opening.seed is None else room.opening.seed + room.opening.games
    secret = decide.secret(seed).secret.hex()
    return msgspec.structs.replace(room.opening, seats=seats, host=room.host, seed=seed, secret=secret)
