"""What can be typed beside an action."""

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
from tatze.core.words import load_words
from tatze.games.pages import rule_text, rules_page
from tatze.terminal.session import Session, refused_undo


class Leave(Exception):
    """Somebody wants to stop; the game may be saved or not."""

    def __init__(self, save: bool) -> None:
        self.save = save


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as it was typed: by whom, and what stood behind it."""

    session: Session
    seat: int
    argument: str


Command = Callable[[Asked], None]


def command_of(session: Session, word: str) -> Command | None:
    """The command of this name, in either language."""
    for name, command in COMMANDS.items():
        spellings = (load_words("tatze.terminal", lang)[f"command.{name}"] for lang in ("en", session.lang))
        if word.lower() in " ".join(spellings).split():
            return command
    return None


def show_help(asked: Asked) -> None:
    session = asked.session
    scene = session.scene(asked.seat)
    first = session.board.first_number(scene)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for name in COMMANDS:
        if name == "known" and not session.board.has_hands:
            continue
        spellings = session.say(f"command.{name}").split()
        grid.add_row(Text(", ".join(spellings), style="bold"), Text(session.say(f"command.{name}.about")))
    lines = [Text(session.say("help.choose", notation=scene.say("notation")))]
    if first > 1:
        lines.append(Text(session.say("help.numbers", first=first)))
    read(session, Group(Text(session.say("help.title"), style="bold"), grid, Text(), *lines))


def why(asked: Asked) -> None:
    """Whether an action is possible, and if not, by which rule."""
    session = asked.session
    if not asked.argument:
        example = session.board.write(session.scene(asked.seat), session.table.legal_actions[0])
        return session.tell("why.what", example=example)
    action = understand(session, asked.seat, asked.argument)
    if action is not None and not refused(session, asked.argument, action):
        session.tell("why.possible", text=asked.argument)
    return None


def understand(session: Session, seat: int, text: str) -> int | None:
    """The action that somebody typed; otherwise say how actions are written."""
    scene = session.scene(seat)
    try:
        return session.table.game.read(session.board.read(scene, text))
    except ValueError:
        session.tell("input.unknown", text=text, notation=scene.say("notation"))
        return None


def refused(session: Session, text: str, action: int) -> bool:
    """Whether the rules forbid an action; if so, say which rule and why."""
    refusal = session.table.why_not(action)
    if refusal is None:
        return False
    game = session.table.game
    words = load_words(game.package, session.lang)
    key = f"{refusal.detail.key}.you" if f"{refusal.detail.key}.you" in words else refusal.detail.key
    reason = game.say(session.lang, key, refusal.detail.params)
    session.tell("input.refused", text=text, why=reason, rule=refusal.rule)
    number = refusal.rule.partition("-")[2]
    if rule := rule_text(game, int(number), session.lang):
        session.tell("input.rule", rule=refusal.rule, title=rule.title, number=number)
    return True


def show_rules(asked: Asked) -> None:
    session = asked.session
    game = session.table.game
    if not asked.argument:
        return read(session, Markdown(rules_page(game, session.lang) or session.say("rules.no_page")))
    number = asked.argument.upper().removeprefix(f"{game.letter}-")
    rule = rule_text(game, int(number), session.lang) if number.isascii() and number.isdigit() else None
    if rule is None:
        return session.tell("rules.none", rule=asked.argument, first=game.rule(1))
    title = Text(f"{game.rule(int(number))} · {rule.title}", style="bold")
    return read(session, Group(title, Text(), Markdown(rule.text), Text(), Markdown(rule.source)))


def show_log(asked: Asked) -> None:
    session = asked.session
    lines = [Text(line) for line in session.opening(asked.seat) + session.history(asked.seat)]
    if asked.argument.lower() not in ("all", session.say("log.all")):
        lines = lines[-max(session.screen.console.height - 2, 5) :]
    read(session, Group(*lines))


def look(asked: Asked) -> None:
    session = asked.session
    read(session, session.board.details(session.scene(asked.seat)))


def toggle_known(asked: Asked) -> None:
    session = asked.session
    session.aid = not session.aid
    session.tell("known.on" if session.aid else "known.off")


def toggle_fast(asked: Asked) -> None:
    session = asked.session
    session.delay = -session.delay
    session.tell("fast.off" if session.delay > 0 else "fast.on")


def hint(asked: Asked) -> None:
    session = asked.session
    table = session.table
    choice = bot_named(table.game.name, "thumb").choose(table.view(asked.seat), table.legal_actions)
    session.tell("hint", text=session.board.write(session.scene(asked.seat), choice))


def undo(asked: Asked) -> None:
    session = asked.session
    answer = refused_undo(session, asked.seat)
    if not isinstance(answer, int):
        return session.tell(answer[0], **answer[1])
    session.table.undo(asked.seat, answer)
    session.since[asked.seat] = session.since[EVERYONE] = session.table.version
    return session.tell("undo.done")


def show_fair(asked: Asked) -> None:
    session = asked.session
    read(session, fairness_text(session))


def fairness_text(session: Session) -> RenderableType:
    fairness = session.table.fairness
    if fairness is None:
        return Text(session.say("fair.none"))
    commitment = session.say("fair.commitment", commitment=fairness.commitment)
    return Group(Text(commitment), Text(), Text(session.say("fair.text")))


def save(asked: Asked) -> None:
    session = asked.session
    try:
        path = session.keeper.save(session.table, Path(asked.argument).expanduser() if asked.argument else None)
    except TatzeError as error:
        session.message.append(Text(str(error)))
    else:
        session.tell("saved", path=path)


def leave(asked: Asked) -> None:
    session = asked.session
    if session.keeper.path:
        raise Leave(save=True)
    answer = session.screen.ask(session.say("quit.ask")).strip().lower()
    raise Leave(save=answer not in session.say("quit.no").split())


def read(session: Session, part: RenderableType) -> None:
    """A page to read; then the table is there again."""
    session.screen.page(part, session.say("more"))


COMMANDS: dict[str, Command] = {
    "help": show_help,
    "why": why,
    "rules": show_rules,
    "log": show_log,
    "look": look,
    "known": toggle_known,
    "hint": hint,
    "undo": undo,
    "fast": toggle_fast,
    "fair": show_fair,
    "save": save,
    "quit": leave,
}
