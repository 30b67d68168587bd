"""The commands that can be typed instead of an action."""

from __future__ import annotations

from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tatze.bots import bot_named
from tatze.core.errors import TatzeError
from tatze.core.layout import EVERYONE
from tatze.core.undo import undo_answer
from tatze.core.words import load_words
from tatze.terminal.command import Command, CommandCall, LeaveGame
from tatze.terminal.pages import show_details, show_fairness, show_log, show_page, show_rules
from tatze.terminal.refusals import read_action, refuse_illegal
from tatze.terminal.session import Session


def find_command(session: Session, word: str) -> Command | None:
    """Return the command of this name, in English or in the language of the session."""
    for name, command in COMMANDS.items():
        spellings = (load_words("tatze.terminal", lang)[f"command.{name}"] for lang in ("en", session.lang))
        if word.lower() in " ".join(spellings).split():
            return command
    return None


# --- Questions ---


def show_help(call: CommandCall) -> None:
    """Show every command and how to choose an action."""
    session = call.session
    scene = session.scene(call.seat)
    first = session.board.first_number(scene)
    lines = [Text(session.say("help.choose", notation=scene.say("notation")))]
    if first > 1:
        lines.append(Text(session.say("help.numbers", first=first)))
    show_page(session, Group(Text(session.say("help.title"), style="bold"), draw_commands(session), Text(), *lines))


def draw_commands(session: Session) -> RenderableType:
    """Draw the names of the commands and what they do."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for name in COMMANDS:
        if name == "known" and not session.board.has_hands:
            continue
        spellings = session.say(f"command.{name}").split()
        grid.add_row(Text(", ".join(spellings), style="bold"), Text(session.say(f"command.{name}.about")))
    return grid


def why(call: CommandCall) -> None:
    """Say whether an action is possible and, if not, by which rule."""
    session = call.session
    if not call.argument:
        example = session.board.write(session.scene(call.seat), session.table.legal_actions[0])
        return session.add_message("why.what", example=example)
    action = read_action(session, call.seat, call.argument)
    if action is not None and not refuse_illegal(session, call.argument, action):
        session.add_message("why.possible", text=call.argument)
    return None


def hint(call: CommandCall) -> None:
    """Say what the rule-of-thumb bot would choose."""
    session = call.session
    table = session.table
    choice = bot_named(table.game.name, "thumb").choose(table.view(call.seat), table.legal_actions)
    session.add_message("hint", text=session.board.write(session.scene(call.seat), choice))


# --- Settings ---


def toggle_known(call: CommandCall) -> None:
    """Show or hide what is known of the hands."""
    session = call.session
    session.aid = not session.aid
    session.add_message("known.on" if session.aid else "known.off")


def toggle_fast(call: CommandCall) -> None:
    """Switch the pauses after the actions of bots off or on."""
    session = call.session
    session.delay = -session.delay
    session.add_message("fast.off" if session.delay > 0 else "fast.on")


# --- Undo, save, leave ---


def undo(call: CommandCall) -> None:
    """Take back the last decision of the seat, if that is allowed."""
    session = call.session
    table = session.table
    answer = undo_answer(table, call.seat, session.people)
    if answer.refusal == "other":
        return session.add_message("undo.other", name=table.setup.names[answer.other])
    if answer.refusal:
        return session.add_message(f"undo.{answer.refusal}")
    table.undo(call.seat, answer.actions)
    session.since[call.seat] = session.since[EVERYONE] = table.version
    return session.add_message("undo.done")


def save(call: CommandCall) -> None:
    """Save the game to the file that was typed, or to the one of the session."""
    session = call.session
    try:
        path = session.save_file.save(session.table, Path(call.argument).expanduser() if call.argument else None)
    except TatzeError as error:
        session.message.append(Text(str(error)))
    else:
        session.add_message("saved", path=path)


def leave(call: CommandCall) -> None:
    """Leave the game. Without a file to save to, ask whether to save."""
    session = call.session
    if session.save_file.path:
        raise LeaveGame(save=True)
    answer = session.screen.ask(session.say("quit.ask")).strip().lower()
    raise LeaveGame(save=answer not in session.say("quit.no").split())


COMMANDS: dict[str, Command] = {
    "help": show_help,
    "why": why,
    "rules": show_rules,
    "log": show_log,
    "look": show_details,
    "known": toggle_known,
    "hint": hint,
    "undo": undo,
    "fast": toggle_fast,
    "fair": show_fairness,
    "save": save,
    "quit": leave,
}
"""The commands by their keys in the words files, in the order of the help page."""
