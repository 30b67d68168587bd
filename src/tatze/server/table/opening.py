"""How a table is opened: what a host asks for is checked and becomes the first row's data."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tatze.core.chance import Fairness
from tatze.core.errors import TatzeError
from tatze.core.setup import Setup, make_setup
from tatze.games import game_named, game_names
from tatze.lessons import LEARNER, LEVEL, lesson_named
from tatze.server.bot_offer import FULL_OFFER, BotOffer
from tatze.server.table.checks import check_level, check_name
from tatze.server.table.practice import practice_seats, read_practice
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, AgreedSeat, Opening
from tatze.server.table.state import SeatState, TableState
from tatze.wire import Hints, NewTable, SeatPlan

MAX_PREVIOUS_TABLES = 20
"""Maximum number of earlier tables that a rematch remembers."""


def opening_for(request: NewTable, offer: BotOffer = FULL_OFFER) -> Opening:
    """Check what a host asks for, and draw the secret of the first game."""
    if request.game not in game_names():
        raise Refused("table/setup", detail=f"there are {', '.join(game_names())}")
    game = game_named(request.game)
    check_name(request.name.strip())
    check_level(request.substitute or offer.usual, offer.names)
    if request.position:
        return _practice_opening(request, offer)
    if request.lesson:
        return _lesson_opening(request)
    try:
        usual = game.rule_set(request.rules).usual
        plans = request.seats or [SeatPlan("host"), *[SeatPlan("bot", offer.usual)] * (usual - 1)]
        setup = make_setup(game, request.rules, len(plans), options=dict(request.options))
    except TatzeError as error:
        raise Refused("table/setup", detail=str(error)) from None
    hosts = [number for number, plan in enumerate(plans) if plan.kind == "host"]
    if len(hosts) > 1:
        raise Refused("table/setup", detail="the host sits on one seat")
    return _opening(request, offer, setup, plans, hosts[0] if hosts else NO_SEAT)


def _practice_opening(request: NewTable, offer: BotOffer) -> Opening:
    """Return the opening of a table in a position, at which the host plays against bots."""
    practice = read_practice(request.position)
    plans = practice_seats(request, practice)
    return _opening(request, offer, practice.position.setup, plans, practice.seat)


def _opening(request: NewTable, offer: BotOffer, setup: Setup, plans: Sequence[SeatPlan], host: int) -> Opening:
    return Opening(
        game=request.game,
        rules=setup.rules,
        options=dict(setup.options),
        seats=[_agreed_seat(plan, request, offer) for plan in plans],
        host=host,
        secret=new_secret(request.seed),
        public=request.public,
        clock=request.clock,
        substitute=request.substitute or offer.usual,
        watching=request.watching,
        aid=request.aid,
        hints=request.hints or default_hints(plans),
        messages=request.messages,
        games=request.games,
        start=request.start,
        pace=request.pace,
        position=request.position,
        seed=request.seed,
    )


def _lesson_opening(request: NewTable) -> Opening:
    """Return the opening of a lesson: the learner and bots, which decide for themselves only off the script."""
    try:
        lesson = lesson_named(request.lesson)
    except TatzeError as error:
        raise Refused("table/setup", detail=str(error)) from None
    if lesson.game.name != request.game:
        raise Refused("table/setup", detail=f"{lesson.name} is a lesson of {lesson.game.name}")
    bots = [AgreedSeat("bot", level=LEVEL)] * (lesson.setup.players - 1)
    return Opening(
        game=request.game,
        rules=lesson.setup.rules,
        options=dict(lesson.setup.options),
        seats=[_host_seat(request), *bots],
        host=LEARNER,
        secret=new_secret(None),
        substitute=LEVEL,
        watching=request.watching,
        aid=request.aid,
        pace=request.pace,
        lesson=lesson.name,
    )


def default_hints(plans: Sequence[SeatPlan]) -> Hints:
    """Return whether there are hints if the host does not say: not where more than one person is to play."""
    return "off" if sum(plan.kind != "bot" for plan in plans) > 1 else "on"


def _host_seat(request: NewTable) -> AgreedSeat:
    return AgreedSeat("person", request.name.strip(), animal=request.animal or "", colour=request.colour or "")


def _agreed_seat(plan: SeatPlan, request: NewTable, offer: BotOffer) -> AgreedSeat:
    if plan.kind == "host":
        return _host_seat(request)
    if plan.kind == "open":
        return AgreedSeat("open")
    level = plan.level or offer.usual
    check_level(level, offer.names)
    return AgreedSeat("bot", level=level)


def rematch_opening(state: TableState) -> Opening:
    """Return the opening of a rematch: the same agreement with a new secret, and seats reserved for the people."""
    seats = [_seat_again(seat) for seat in state.seats]
    seed = None if state.opening.seed is None else state.opening.seed + state.opening.games
    previous = [state.id, *state.opening.previous][:MAX_PREVIOUS_TABLES]
    return msgspec.structs.replace(
        state.opening,
        seats=seats,
        host=state.host,
        hints=state.hints,
        messages=state.messages,
        seed=seed,
        secret=new_secret(seed),
        previous=previous,
    )


def _seat_again(seat: SeatState) -> AgreedSeat:
    if seat.kind == "bot":
        return AgreedSeat("bot", seat.name, seat.level, colour=seat.colour)
    if seat.free:
        return AgreedSeat("open")
    return AgreedSeat("open", seat.name, animal=seat.animal, colour=seat.colour)


def new_secret(seed: int | None, number: int = 0) -> str:
    """Return the secret of a series' game, in hexadecimal; games are counted from 0. A seed makes it repeatable."""
    fairness = Fairness.fresh() if seed is None else Fairness.from_seed(seed, number)
    return fairness.secret.hex()
