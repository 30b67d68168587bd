"""Decisions about a game. Each function looks at a table's state and returns the row to write, or refuses.

People and bots decide through the same function, `act`."""

from __future__ import annotations

from tatze.server.table.notation import action_texts, read_action
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, ActionKind, DraftRow
from tatze.server.table.state import TableState
from tatze.wire import Why

CLOCK_TOLERANCE_SECONDS = 0.01
"""A timer may fire this much before the deadline."""
MAX_UNDOS_PER_GAME = 500
"""Maximum number of undos in one game, so that nobody makes a log that takes long to read."""


def act(state: TableState, seat: int, on: int, text: str, by: ActionKind = "action") -> DraftRow:
    """Decide on an action of a seat, which somebody chose when the table was at version `on`: a person ("action"), a
    bot, or a simpler bot in its place ("stand-in")."""
    check_current(state, on)
    check_turn(state, seat, by != "action")
    try:
        action = read_action(state.game, text)
    except ValueError as error:
        raise Refused("action/unknown", detail=str(error)) from None
    if why := why_not(state, action):
        raise Refused("action/illegal", why)
    return DraftRow(by, seat, action_texts(state.game)[action])


def undo(state: TableState, seat: int, on: int) -> DraftRow:
    """Decide on taking the last action of a seat back. What bots have done since version `on` makes no difference to a
    learner, whose undo goes back behind it."""
    if not state.opening.lesson or on > state.version:
        check_current(state, on)
    if not state.may_undo(seat):
        raise Refused("undo/refused")
    if state.undo_count >= MAX_UNDOS_PER_GAME:
        raise Refused("seat/busy")
    return DraftRow("undo", seat)


def ask(state: TableState, seat: int, text: str) -> Why | None:
    """Return why an action is not possible; None if it is. Only the seat that decides may ask, because the answer
    depends on its hidden cards."""
    check_turn(state, seat)
    try:
        return why_not(state, read_action(state.game, text))
    except ValueError as error:
        raise Refused("action/unknown", detail=str(error)) from None


def check_hint(state: TableState, seat: int) -> None:
    """Refuse a hint where the table gives none, or where the seat does not decide now."""
    if state.hints != "on":
        raise Refused(f"hint/{state.hints}")
    check_turn(state, seat)


def start_when_full(state: TableState) -> DraftRow:
    """Decide on starting the game that starts by itself once every seat is taken."""
    if state.scheduled is None or state.scheduled.kind != "start":
        raise Refused("table/status")
    return DraftRow("started", NO_SEAT)


def run_out(state: TableState, now: float) -> DraftRow:
    """Decide on giving the seat of a person whose time has run out to the substitute."""
    if state.deadline is None or state.deadline > now + CLOCK_TOLERANCE_SECONDS:
        raise Refused("action/stale")
    return DraftRow("away", state.actor, "clock")


def give_back(state: TableState, seat: int) -> DraftRow:
    """Decide on giving a seat back to its person, who has reconnected, where the substitute stepped in for absence or
    for the clock. Whoever left says so when coming back."""
    if state.seats[seat].reason not in ("absent", "clock"):
        raise Refused("table/status")
    return DraftRow("returned", seat)


def check_current(state: TableState, on: int) -> None:
    """Refuse if the game has changed since version `on`. People who came or left since do not matter."""
    if not state.game_version <= on <= state.version:
        raise Refused("action/stale")


def check_turn(state: TableState, seat: int, by_bot: bool = False) -> None:
    """Refuse if a seat does not decide now, or if a bot decides in place of a person or the other way round."""
    if state.status != "playing":
        raise Refused("table/status")
    if state.seats[seat].by_bot != by_bot:
        raise Refused("action/stale" if by_bot else "seat/away")
    if state.actor != seat:
        raise Refused("action/not-your-turn")


def why_not(state: TableState, action: int) -> Why | None:
    """Return why the seat that decides now cannot take an action; None if it can."""
    game, current = state.game, state.current_game
    if current is None:
        raise Refused("table/status")
    number = game.refusal(current.state, action)
    if not number:
        return None
    detail = game.why(current.state, action, number)
    return Why(detail.key, dict(detail.params), game.rule(number))
