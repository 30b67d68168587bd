"""The commands that show a page to read: rules, log, details and fairness."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.text import Text

from tatze.games.pages import rule_text, rules_page
from tatze.terminal.command import CommandCall
from tatze.terminal.session import Session


def show_rules(call: CommandCall) -> None:
    """Show the whole rules page, or the one rule whose number was typed."""
    session = call.session
    game = session.table.game
    if not call.argument:
        page = rules_page(game, session.lang, session.table.setup.rules)
        return show_page(session, Markdown(page or session.say("rules.no_page")))
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
