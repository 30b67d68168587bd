"""The loop: people decide, bots choose, the screen shows it, until the game is over or somebody leaves."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from tatze.bots import Bot, bot_named
from tatze.core.chance import Fairness
from tatze.core.errors import TatzeError
from tatze.core.game import Game
from tatze.core.layout import CHANCE, EVERYONE
from tatze.core.series import next_game
from tatze.core.setup import Setup
from tatze.core.table import Table
from tatze.core.words import say
from tatze.terminal.commands import Asked, Leave, command_of, refused, understand
from tatze.terminal.ending import draw_end
from tatze.terminal.keyboard import Keyboard, Person
from tatze.terminal.saving import Keeper
from tatze.terminal.screen import Screen
from tatze.terminal.session import YOU, Session

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""
DELAY = 0.9
"""How long a bot's action stays on the screen, in seconds."""


def play_in_terminal(
    game: Game[Any],
    setup: Setup,
    seats: Sequence[str],
    lang: str = "en",
    fairness: Sequence[Fairness] = (),
    save: Path | None = None,
    resume: Table[Any] | None = None,
    earlier: Sequence[Table[Any]] = (),
    games: int = 1,
    delay: float = DELAY,
    console: Console | None = None,
    keyboard: Keyboard | None = None,
) -> int:
    """Play at this terminal; the exit code.

    `seats` has "you" or a bot's name for each seat. `fairness` has a secret for each game of the series, and fresh
    ones are drawn where it ends. `resume` is the table to go on with, `earlier` the finished games of its series.
    After each decision of a person the game is saved to `save`, if that is given. Without a `keyboard`, stdin and
    stdout must be a terminal."""
    screen = open_screen(lang, seats, setup, console, keyboard)
    keeper = Keeper(seats, games, save)
    played = list(earlier)
    for table in played:
        keeper.finish(table)
    while len(played) < games:
        if resume is None:
            agreed = next_game(setup, played[-1].start) if played else setup
            resume = Table.open(game, agreed, fairness[len(played)] if len(played) < len(fairness) else None)
        session = Session(resume, seats, lang, screen, keeper, bots(resume, seats), delay, len(played) + 1)
        code = play_one(session, [*played, resume])
        if code is not None:
            return code
        played.append(resume)
        keeper.finish(resume)
        resume, delay = None, session.delay
    return 0


def open_screen(
    lang: str, seats: Sequence[str], setup: Setup, console: Console | None, keyboard: Keyboard | None
) -> Screen:
    """The screen, or a refusal where there is none that would do."""
    if keyboard is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise TatzeError(say("tatze.terminal", lang, "refuse.terminal", {}))
    if len(seats) != setup.players:
        params = {"seats": len(seats), "players": setup.players}
        raise TatzeError(say("tatze.terminal", lang, "refuse.seats", params))
    if isinstance(sys.stdout, TextIOWrapper):  # a sign that the terminal lacks shall not end the game
        sys.stdout.reconfigure(errors="replace")
    screen = Screen(console or Console(), keyboard or Person())
    if seats.count(YOU) > 1 and not screen.can_hide:
        raise TatzeError(say("tatze.terminal", lang, "refuse.curtain", {}))
    return screen


def bots(table: Table[Any], seats: Sequence[str]) -> dict[int, Bot]:
    """The bots. What they leave to chance follows from the secret too, so that a seed repeats a whole game."""
    found = {}
    for seat, word in enumerate(seats):
        if word != YOU:
            seed = table.fairness.stream(f"bot {seat}").word() if table.fairness else None
            found[seat] = bot_named(table.game.name, word, seed)
    return found


def play_one(session: Session, played: Sequence[Table[Any]]) -> int | None:
    """Play a game to its end and show the result; an exit code if somebody left before. `played` ends with it."""
    try:
        with session.screen.opened():
            while not session.table.over:
                step(session)
        finish(session, played)
    except Leave as left:
        farewell(session, left.save)
        return 0
    except EOFError:
        farewell(session, save=True)
        return 0
    except KeyboardInterrupt:
        farewell(session, save=True)
        return INTERRUPTED
    return None


def step(session: Session) -> None:
    """One decision."""
    table = session.table
    seat = table.actor
    if seat == CHANCE:  # only where the record of a game did not tell its secret
        table.play(secrets.choice(table.legal_actions))
    elif seat in session.people:
        decide(session, seat)
    else:
        action = session.bots[seat].choose(table.view(seat), table.legal_actions)
        table.play(action, seat)
        session.watch()


def decide(session: Session, seat: int) -> None:
    """Ask a person until there is an action, and carry it out."""
    if seat != session.at_keyboard:
        name = session.table.setup.names[seat]
        session.at_keyboard = seat
        session.screen.curtain(session.say("curtain", name=name), session.say("curtain.prompt", name=name))
    session.rushed = False
    action = None
    while action is None:
        line, numbers = session.ask(seat)
        action = interpret(session, seat, line.strip(), numbers)
    session.since[seat] = session.since[EVERYONE] = session.table.version
    session.table.play(action, seat)
    if session.keeper.path:
        keep(session)


def interpret(session: Session, seat: int, line: str, numbers: dict[int, int]) -> int | None:
    """The action that a line means; None if it was a command or could not be carried out."""
    if not line:
        if len(numbers) == 1:
            return next(iter(numbers.values()))
        session.tell("input.several", count=len(numbers))
        return None
    word, _, argument = line.partition(" ")
    if command := command_of(session, word):
        command(Asked(session, seat, argument.strip()))
        return None
    if re.fullmatch(r"[0-9]{1,3}", line):
        if int(line) in numbers:
            return numbers[int(line)]
        if int(line) >= session.board.first_number(session.scene(seat)):
            session.tell("input.number", number=line)
            return None
    action = understand(session, seat, line)
    return None if action is None or refused(session, line, action) else action


def keep(session: Session) -> None:
    """Save after a decision; a full disk is told, not died of."""
    try:
        session.keeper.save(session.table)
    except TatzeError as error:
        session.message.append(Text(str(error)))


def farewell(session: Session, save: bool) -> None:
    """One line that says where the game is."""
    if not session.table.entries and not session.keeper.earlier:
        text = session.say("saved.not")
    elif not save:
        text = session.say("unsaved")
    else:
        text = session.say("saved.resume", path=session.keeper.save(session.table))
    session.screen.console.print()
    session.screen.console.print(Text(text), soft_wrap=True)


def finish(session: Session, played: Sequence[Table[Any]]) -> None:
    """The result; it stays on the ordinary screen."""
    screen = session.screen
    screen.print(draw_end(session, [outcome for table in played if (outcome := table.outcome)]))
    last = session.number == session.keeper.games
    if session.keeper.path or (last and session.people and wants_record(session)):
        screen.console.print(Text(session.say("saved", path=session.keeper.save(session.table))), soft_wrap=True)
    if session.people and not last:
        screen.ask(session.say("end.next"))


def wants_record(session: Session) -> bool:
    return session.screen.ask(session.say("end.save")).strip().lower() in session.say("yes").split()
