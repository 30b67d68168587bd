"""Bots think in threads beside the event loop. A bot gets a seat's view and the legal actions, and nothing else."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from tatze.bots import THINKING_SECONDS, Bot, bot_named, stand_in_reason
from tatze.bots.learned.bot import chances
from tatze.core.errors import TatzeError
from tatze.core.layout import State
from tatze.server.live.live_table import LiveTable
from tatze.server.live.program_bots import BotChoice, ProgramBots
from tatze.server.logs import log
from tatze.server.metrics import Metrics
from tatze.server.table.decide import check_hint
from tatze.server.table.refusals import Refused
from tatze.server.table.state import TableState

QUICK_LEVELS = {"random", "thumb", "learned", "kitten", "cat", "wildcat"}
"""Bots that decide at once. They have a thread of their own, so that they do not wait for those that search."""
FALLBACK_LEVEL = "thumb"
"""The bot that decides where another one failed."""
HINT_LEVEL = "tiger"
"""The bot that gives hints."""


class BotHint(NamedTuple):
    """What the bot would do, for a seat that asked."""

    version: int
    """The version that the hint is for."""
    action: str
    chances: list[float] | None
    """Each seat's chance to win, as the seat that asked sees it; None without NumPy."""
    stand_in: bool
    """Whether a simpler bot chose the action."""


class BotPool:
    """The threads in which bots think."""

    def __init__(self, metrics: Metrics, workers: int, programs: Mapping[str, str] | None = None) -> None:
        self._metrics = metrics
        self._programs = ProgramBots(programs or {})
        self._workers = max(1, workers)
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="quick-bot")
        self._deep = ThreadPoolExecutor(self._workers, thread_name_prefix="deep-bot")
        self._searching = 0
        """Number of searches that are running or waiting."""
        self._thread_bots = threading.local()
        self._hinting: set[tuple[str, int]] = set()
        """Tables and seats for which a hint is being made."""
        self._replaced: set[tuple[str, str]] = set()
        """Games and levels of which it was logged that a simpler bot decides in their place."""

    def close(self) -> None:
        """Drop what is waiting, and let the threads end."""
        for pool in (self._quick, self._deep):
            pool.shutdown(wait=False, cancel_futures=True)
        self._programs.close()

    def table_moved(self, live: LiveTable, _: bool) -> None:
        """End the programs of a table whose game is over."""
        if live.state.status == "over" or live.state.removed:
            self._programs.end_game(live.state.id)

    async def choose(self, state: TableState, seat: int, level: str) -> BotChoice:
        """Return what a bot would choose in place of a seat. If more bots search by the clock than there are threads,
        each gets less time, so that nobody waits long."""
        if state.current_game is None:
            raise Refused("hint/none")
        view, legal = state.current_game.view(seat), state.current_game.legal_actions
        begun = time.perf_counter()
        if level in self._programs.programs:
            ask = partial(self._programs.choose, state, level, view, legal)
            work = partial(self._decide, state.game.name, level, view, legal, ask)
            choice = await asyncio.get_running_loop().run_in_executor(self._programs.pool, work)
        else:
            choice = await self._choose_builtin(state.game.name, level, view, legal)
        self._metrics.decisions.labels(level).observe(time.perf_counter() - begun)
        return choice

    async def _choose_builtin(self, game: str, level: str, view: State, legal: list[int]) -> BotChoice:
        deep = level not in QUICK_LEVELS
        self._searching += deep
        seconds = None
        if level in THINKING_SECONDS:
            seconds = THINKING_SECONDS[level] / max(1, self._searching / self._workers)
        ask = partial(self._ask, game, level, view, legal, seconds)
        try:
            pool = self._deep if deep else self._quick
            work = partial(self._decide, game, level, view, legal, ask)
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        finally:
            self._searching -= deep

    async def hint(self, state: TableState, seat: int) -> BotHint:
        """Return what a strong bot would do in place of a seat that decides now. A seat gets one hint at a time,
        however many connections it has."""
        check_hint(state, seat)
        if (state.id, seat) in self._hinting:
            raise Refused("rate/limited")
        self._hinting.add((state.id, seat))
        try:
            return await self.advise(state, seat)
        finally:
            self._hinting.discard((state.id, seat))

    async def advise(self, state: TableState, seat: int) -> BotHint:
        """Return what a strong bot would do in place of the seat that decides in a state, from that seat's view."""
        if state.current_game is None:
            raise Refused("hint/none")
        version, view = state.version, state.current_game.view(seat)
        action, stand_in = await self.choose(state, seat, HINT_LEVEL)
        work = partial(win_chances, state.game.name, view)
        estimate = await asyncio.get_running_loop().run_in_executor(self._quick, work)
        return BotHint(version, state.game.write(action), estimate, bool(stand_in))

    # --- In the threads ---

    def _decide(self, game: str, level: str, view: State, legal: list[int], ask: Callable[[], BotChoice]) -> BotChoice:
        """Return a bot's choice. If the bot fails, a simple one decides, so that the game goes on."""
        try:
            action, stand_in = ask()
            if stand_in:
                self._metrics.stand_ins.labels(level).inc()
            if stand_in and (game, level) not in self._replaced:
                self._replaced.add((game, level))
                log("bot-stand-in", level="warning", game=game, kind=level)
            if action in legal:
                return BotChoice(action, stand_in)
            log("bot-illegal", level="error", game=game, kind=level)
        except Exception as error:  # noqa: BLE001  # whatever it was, somebody waits for a decision
            log("bot-error", level="error", error=error, game=game, kind=level)
        self._metrics.stand_ins.labels(level).inc()
        return BotChoice(self._bot(game, FALLBACK_LEVEL).choose(view, legal), "the bot failed")

    def _ask(self, game: str, level: str, view: State, legal: list[int], seconds: float | None) -> BotChoice:
        bot = self._bot(game, level)
        return BotChoice(bot.choose(view, legal, seconds), stand_in_reason(bot))

    def _bot(self, game: str, level: str) -> Bot[State]:
        """Return this thread's bot of a level. Bots are reused, because they remember nothing of a game."""
        bots: dict[tuple[str, str], Bot[State]] = self._thread_bots.__dict__.setdefault("bots", {})
        if (game, level) not in bots:
            bots[game, level] = bot_named(game, level, stand_in=True)
        return bots[game, level]


def win_chances(game: str, view: State) -> list[float] | None:
    """Return each seat's chance to win as a view shows it; None where NumPy is not installed."""
    try:
        return list(chances(game, view))
    except TatzeError:
        return None
