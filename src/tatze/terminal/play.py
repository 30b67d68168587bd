"""The loop of one game: people decide, bots choose, until the game is over or somebody leaves."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from tatze.bots import stand_in_reason
from tatze.core.errors import TatzeError
from tatze.core.layout import CHANCE, EVERYONE
from tatze.core.table import Table
from tatze.terminal.command import CommandCall, LeaveGame
from tatze.terminal.commands import find_command
from tatze.terminal.ending import finish, say_goodbye
from tatze.terminal.refusals import read_action, refuse_illegal
from tatze.terminal.session import Session

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


def play_one(session: Session, played: Sequence[Table[Any]]) -> int | None:
    """Play a game to its end and show the result; returns an exit code if somebody left before.

    `played` are the tables of the series so far, with this one as the last."""
    try:
        with session.screen.opened():
            while not session.table.over:
                play_step(session)
        finish(session, played)
    except LeaveGame as left:
        say_goodbye(session, left.save)
        return 0
    except EOFError:
        say_goodbye(session, save=True)
        return 0
    except KeyboardInterrupt:
        say_goodbye(session, save=True)
        return INTERRUPTED
    return None


def play_step(session: Session) -> None:
    """Let whoever decides now make one decision."""
    table = session.table
    seat = table.actor
    if seat == CHANCE:  # only where a record did not reveal the secret of its game
        table.play(secrets.choice(table.legal_actions))
    elif seat in session.people:
        decide(session, seat)
    else:
        action = session.bots[seat].choose(table.view(seat), table.legal_actions)
        if stand_in_reason(session.bots[seat]):
            session.note_stand_in(seat)
        table.play(action, seat)
        session.show_bot_action()


def decide(session: Session, seat: int) -> None:
    """Ask a person until there is an action, carry it out and save the game."""
    if seat != session.at_keyboard:
        name = session.table.setup.names[seat]
        session.at_keyboard = seat
        session.screen.curtain(session.say("curtain", name=name), session.say("curtain.prompt", name=name))
    session.rushed = False
    action = None
    while action is None:
        typed, numbers = session.ask(seat)
        action = interpret(session, seat, typed.strip(), numbers)
    session.since[seat] = session.since[EVERYONE] = session.table.version
    session.table.play(action, seat)
    if session.save_file.path:
        autosave(session)


def interpret(session: Session, seat: int, typed: str, numbers: dict[int, int]) -> int | None:
    """Return the action that somebody typed; None if it was a command or is not possible.

    `numbers` has the action behind each number on the screen."""
    if not typed:
        return only_action(session, numbers)
    word, _, argument = typed.partition(" ")
    if command := find_command(session, word):
        command(CommandCall(session, seat, argument.strip()))
        return None
    if re.fullmatch(r"[0-9]{1,3}", typed):
        if int(typed) in numbers:
            return numbers[int(typed)]
        if int(typed) >= session.board.first_number(session.scene(seat)):
            session.add_message("input.number", number=typed)
            return None
    action = read_action(session, seat, typed)
    return None if action is None or refuse_illegal(session, typed, action) else action


def only_action(session: Session, numbers: dict[int, int]) -> int | None:
    """Return the action that Enter alone means: the only one there is."""
    if len(numbers) == 1:
        return next(iter(numbers.values()))
    session.add_message("input.several", count=len(numbers))
    return None


def autosave(session: Session) -> None:
    """Save the game after a decision. If that fails, the reason is shown and the game goes on."""
    try:
        session.save_file.save(session.table)
    except TatzeError as error:
        session.message.append(Text(str(error)))
