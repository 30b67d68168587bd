"""Programs of the operator as bots: one running program for each seat and game, and only so many at a time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tatze.bots import Bot, bot_named, close_bot, stand_in_reason
from tatze.core.layout import State
from tatze.server.table.rows import ActionKind
from tatze.server.table.state import TableState

MAX_RUNNING_PROGRAMS = 16
"""Maximum number of programs that are kept running between two decisions. The one that waited longest is ended first,
and started again when it has to decide."""
DECIDING_THREADS = 8
"""Number of programs that can decide at the same time."""
DECISION_SECONDS = 1.0
"""Seconds that a program gets for a decision."""


class BotChoice(NamedTuple):
    """What a bot chose."""

    action: int
    stand_in: str
    """Why a simple bot decided in its place; empty if it decided itself."""

    @property
    def kind(self) -> ActionKind:
        """The kind of the row that is written for it."""
        return "stand-in" if self.stand_in else "bot"


class SeatOfGame(NamedTuple):
    """A seat of one game at a table: what a program plays for, from its start to its end."""

    table: str
    number: int
    """The number of the game in its series."""
    seat: int


class ProgramBots:
    """Starts programs, asks them, and ends them."""

    def __init__(self, programs: Mapping[str, str]) -> None:
        self.programs = programs
        """Name → run:COMMAND or py:MODULE:CLASS."""
        self.pool: ThreadPoolExecutor = ThreadPoolExecutor(DECIDING_THREADS, thread_name_prefix="program-bot")
        """The threads that wait for programs."""
        self._lock = threading.Lock()
        self._idle: OrderedDict[SeatOfGame, Bot[State]] = OrderedDict()
        """Programs that run and wait for a decision; one that decides is not among them."""
        self._closed = False

    def choose(self, state: TableState, level: str, view: State, legal: list[int]) -> BotChoice:
        """Return what a program chooses for the seat of a view. It is called in a thread of the pool."""
        key = SeatOfGame(state.id, state.number, view.viewer)
        with self._lock:
            bot = self._idle.pop(key, None)
        if bot is None:
            about = {"rules": state.opening.rules, "options": dict(state.opening.options)}
            bot = bot_named(state.game.name, self.programs[level], stand_in=True, about=about)
        try:
            return BotChoice(bot.choose(view, legal, DECISION_SECONDS), stand_in_reason(bot))
        finally:
            self._keep(key, bot)

    def _keep(self, key: SeatOfGame, bot: Bot[State]) -> None:
        """Keep a program for its next decision, and end the one that waited longest if there are too many."""
        with self._lock:
            replaced = self._idle.pop(key, None)  # where two decided for the seat at the same time
            self._idle[key] = bot
            many = self._closed or len(self._idle) > MAX_RUNNING_PROGRAMS
            oldest = self._idle.popitem(last=False)[1] if many else None
        for ended in (replaced, oldest):
            if ended:
                close_bot(ended)

    def end_game(self, table: str) -> None:
        """End the programs of a table whose game is over. Returns at once."""
        with self._lock:
            ended = [self._idle.pop(key) for key in list(self._idle) if key.table == table]
        for bot in ended:
            self.pool.submit(close_bot, bot)

    def close(self) -> None:
        """End all programs; one that decides now is ended when it has decided."""
        with self._lock:
            self._closed = True
            ended = list(self._idle.values())
            self._idle.clear()
        for bot in ended:
            close_bot(bot)
        self.pool.shutdown(wait=False, cancel_futures=True)
