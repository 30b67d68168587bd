"""The commands that can be typed instead of an action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from tatze.bots import bot_named
from tatze.core.errors import TatzeError
from tatze.core.layout import EVERYONE
from tatze.core.undo import undo_answer
from tatze.core.words import load_words
from tatze.games.pages import rule_text, rules_page
from tatze.terminal.refusals import read_action, refuse_illegal
from tatze.terminal.session import Session


class LeaveGame(Exception):
    """Somebody wants to stop. `save` says whether the game shall be saved."""

    def __init__(self, save: bool) -> None:
        self.save = save


@dataclass(frozen=True, slots=True)
class CommandCall:
    """A command as it was typed: by whom, and the text behind its name."""

    session: Session
    seat: int
    argument: str


Command = Callable[[CommandCall], None]


def find_command(session: Session, word: str) -> Command | None:
    """Return the command of this name, in English or in the language of the session."""
    for name, command in COMMANDS.items():
        spellings = (load_words("tatze.terminal", lang)[f"command.{name}"] for lang in ("en", session.lang))
        if word.lower() in " ".join(spellings).split():
            return command
    return None


# --- Pages to read ---


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


def show_rules(call: CommandCall) -> None:
    """Show the whole rules page, or the one rule whose number was typed."""
    session = call.session
    game = session.table.game
    if not call.argument:
        return show_page(session, Markdown(rules_page(game, session.lang) or session.say("rules.no_page")))
    number = call.argument.upper().removeprefix(f"{game.letter}-")
    rule = rule_text(game, int(number), session.lang) if number.isascii() and number.isdigit() else None
    if rule is None:
        return session.add_message("rules.none", rule=call.argument, first=game.rule(1))
    title = Text(f"{game.rule(int(number))} · {rule.title}", style="bold")
    return show_page(session, Group(title, Text(), Markdown(rule.text), Text(), Markdown(rule.source)))


def show_log(call: CommandCall) -> None:
    """Show what happened: the last screenful, or all of it."""
    session = call.session
    lines = [Text(sentence) for sentence in session.introduction(call.seat) + session.sentences(call.seat)]
    if call.argument.lower() not in ("all", session.say("log.all")):
        lines = lines[-max(session.screen.console.height - 2, 5) :]
    show_page(session, Group(*lines))


def show_details(call: CommandCall) -> None:
    """Show all that is public but too long for the table."""
    session = call.session
    show_page(session, session.board.details(session.scene(call.seat)))


def show_fairness(call: CommandCall) -> None:
    """Show the commitment and how to check the deal with it."""
    show_page(call.session, fairness_text(call.session))


def fairness_text(session: Session) -> RenderableType:
    """Return the commitment of the game in words."""
    fairness = session.table.fairness
    if fairness is None:
        return Text(session.say("fair.none"))
    commitment = session.say("fair.commitment", commitment=fairness.commitment)
    return Group(Text(commitment), Text(), Text(session.say("fair.text")))


def show_page(session: Session, part: RenderableType) -> None:
    """Show a page to read; Enter leads back to the table."""
    session.screen.page(part, session.say("more"))


# --- Questions ---


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
