"""Positions to practise from: how they are read and shown, and how a table is opened in one."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from tatze.core.errors import TatzeError
from tatze.core.game import LETTERS, Game
from tatze.core.layout import EVERYONE, OMNISCIENT
from tatze.core.position import Position, fill_hidden, game_of_position, read_position
from tatze.games import game_named, game_names
from tatze.server.table.notation import action_texts
from tatze.server.table.refusals import Refused
from tatze.wire import Legal, NewTable, PositionShown, SeatPlan


class Practice(NamedTuple):
    """A position in which a table is opened."""

    game: Game[Any]
    position: Position
    seat: int
    """The seat of the person who practises."""


def read_practice(text: str) -> Practice:
    """Return a position that a seat can practise from; a refusal says what is wrong with it."""
    try:
        name = game_of_position(text)
        if name not in game_names():
            raise Refused("position/bad", detail=f"a position begins with a game: {', '.join(game_names())}")
        game = game_named(name)
        position = read_position(game, text)
    except Refused:
        raise
    except TatzeError as error:
        raise Refused("position/bad", detail=str(error)) from None
    s = position.state
    if s.reason:
        raise Refused("position/bad", detail="in this position the game is over")
    if s.viewer == EVERYONE:
        raise Refused("position/bad", detail="a position to practise from is whole, or what one seat sees")
    whole_seat = s.actor if 0 <= s.actor < s.players else s.turn
    return Practice(game, position, whole_seat if s.viewer == OMNISCIENT else s.viewer)


def shown_position(text: str) -> PositionShown:
    """Return a position as a board shows it. What is hidden is drawn anew; what is shown does not depend on it."""
    game, (state, setup), seat = read_practice(text)
    whole = fill_hidden(game, state, Random(0).shuffle)
    whole.viewer = OMNISCIENT
    legal = game.legal_actions(whole) if whole.actor == seat else []
    return PositionShown(
        game=game.name,
        rules=setup.rules,
        options=dict(setup.options),
        players=setup.players,
        seat=seat,
        view=game.show(game.view(whole, EVERYONE)),
        own=dict(game.own(whole, seat)),
        legal=[_legal(game, whole, action) for action in legal],
    )


def _legal(game: Game[Any], s: Any, action: int) -> Legal:
    foresight = game.describe_foresight(s, action, game.foresee(s, action))
    return Legal(action_texts(game)[action], dict(foresight))


def practice_seats(request: NewTable, practice: Practice) -> list[SeatPlan]:
    """Return who sits where at a table that is opened in a position, or refuse what does not fit the position."""
    players, seat = practice.position.setup.players, practice.seat
    plans = request.seats or [SeatPlan("host" if number == seat else "bot") for number in range(players)]
    if practice.game.name != request.game:
        raise _refused(f"this is a position of {practice.game.name}")
    if request.options or request.rules not in ("base", practice.position.setup.rules):
        raise _refused("a position has rule set and options itself")
    if request.public or request.games != 1 or request.lesson:
        raise _refused("a table to practise is private and for one game")
    if len(plans) != players:
        raise _refused(f"the position has {players} seats, not {len(plans)}")
    if any((plan.kind == "host") != (number == seat) or plan.kind == "open" for number, plan in enumerate(plans)):
        raise _refused(f"the host sits on seat {LETTERS[seat]}, and bots on the others")
    return plans


def _refused(detail: str) -> Refused:
    return Refused("table/setup", detail=detail)
