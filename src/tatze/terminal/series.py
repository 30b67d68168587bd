"""A series of games at one terminal, from the first deal to the last result."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from rich.console import Console

from tatze.bots import Bot, bot_named, check_installed, close_bot, read_spec
from tatze.core.chance import Fairness
from tatze.core.errors import TatzeError
from tatze.core.game import Game
from tatze.core.layout import State
from tatze.core.record import PERSON
from tatze.core.series import next_game
from tatze.core.setup import Setup
from tatze.core.table import Table
from tatze.core.words import say
from tatze.terminal.keyboard import Keyboard, TerminalKeyboard
from tatze.terminal.play import play_one
from tatze.terminal.saving import SaveFile
from tatze.terminal.screen import Screen
from tatze.terminal.session import Session

BOT_DELAY = 0.9
"""How long the action of a bot stays on the screen, in seconds."""


@dataclass(frozen=True, kw_only=True)
class TerminalSeries:
    """What is played at a terminal: one game, or several in a row."""

    game: Game[Any]
    setup: Setup
    seats: Sequence[str]
    """For each seat "you" or the name of a bot."""
    games: int = 1
    """The number of games in the series."""
    position: State | None = None
    """The position that the first game is set up in; None if it is dealt."""
    fairness: Sequence[Fairness] = ()
    """A secret for each game; a game without one gets a fresh secret."""
    finished: Sequence[Table[Any]] = ()
    """The finished games of a series that is resumed."""
    resumed: Table[Any] | None = None
    """The unfinished game of a series that is resumed."""
    stand_ins: Sequence[Mapping[int, int]] = ()
    """For each game of a series that is resumed: seat → number of its decisions that a simpler bot made."""

    def next_table(self, played: Sequence[Table[Any]]) -> Table[Any]:
        """Return the table of the game that follows the games that were played."""
        number = len(played)
        if self.resumed and number == len(self.finished):
            return self.resumed
        setup = next_game(self.setup, played[-1].start) if played else self.setup
        fairness = self.fairness[number] if number < len(self.fairness) else None
        if self.position and not played:
            return Table.set_up(self.game, setup, self.position, fairness or Fairness.fresh())
        return Table.open(self.game, setup, fairness)


def play_in_terminal(
    series: TerminalSeries,
    lang: str = "en",
    save: Path | None = None,
    delay: float = BOT_DELAY,
    console: Console | None = None,
    keyboard: Keyboard | None = None,
) -> int:
    """Play a series at this terminal; returns the exit code.

    After each decision of a person the game is saved to `save`, if that is given. Without a `keyboard`, stdin and
    stdout must be a terminal."""
    screen = open_screen(series, lang, console, keyboard)
    save_file = SaveFile(seat_names(series.seats), series.games, save)
    played = list(series.finished)
    counts = iter(series.stand_ins)
    for table in played:
        save_file.stand_ins.update(next(counts, {}))
        save_file.add_finished(table)
    save_file.stand_ins.update(next(counts, {}))
    while len(played) < series.games:
        table = series.next_table(played)
        session = Session(
            table=table,
            seats=series.seats,
            lang=lang,
            screen=screen,
            save_file=save_file,
            bots=seat_bots(table, series.seats),
            delay=delay,
            number=len(played) + 1,
        )
        try:
            code = play_one(session, [*played, table])
        finally:
            for bot in session.bots.values():
                close_bot(bot)
        if code is not None:
            return code
        played.append(table)
        save_file.add_finished(table)
        delay = session.delay
    return 0


def open_screen(series: TerminalSeries, lang: str, console: Console | None, keyboard: Keyboard | None) -> Screen:
    """Return the screen; a TatzeError says why this terminal will not do."""
    seats = series.seats
    if keyboard is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise TatzeError(say("tatze.terminal", lang, "refuse.terminal", {}))
    if len(seats) != series.setup.players:
        params = {"seats": len(seats), "players": series.setup.players}
        raise TatzeError(say("tatze.terminal", lang, "refuse.seats", params))
    if isinstance(sys.stdout, TextIOWrapper):  # a character that the terminal lacks must not end the game
        sys.stdout.reconfigure(errors="replace")
    screen = Screen(console or Console(), keyboard or TerminalKeyboard())
    if seats.count(PERSON) > 1 and not screen.can_hide:
        raise TatzeError(say("tatze.terminal", lang, "refuse.curtain", {}))
    return screen


def seat_bots(table: Table[Any], seats: Sequence[str]) -> dict[int, Bot[Any]]:
    """Return the bot of each seat that has one. Its seed follows from the secret, so that a seed repeats a game."""
    bots = {}
    about = {"rules": table.setup.rules, "options": dict(table.setup.options)}
    for seat, name in enumerate(seats):
        if name != PERSON:
            seed = table.fairness.stream(f"bot {seat}").word() if table.fairness else None
            check_installed(table.game.name, name)
            bots[seat] = bot_named(table.game.name, name, seed, stand_in=True, about=about)
    return bots


def seat_names(seats: Sequence[str]) -> list[str]:
    """Return who plays each seat as a record writes it."""
    return [name if name == PERSON else read_spec(name).word for name in seats]
