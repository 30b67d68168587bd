"""The search bots: they try out what could follow, with the compiled rules, for as long as they are given.

    bot = SearchBot("linko", seconds=0.2)
    bot.prepare()  # or let the first decisions be the thumb bot's, while the compiler works
    action = bot.choose(view, legal)

With a number of playouts instead of a time, the same seed and the same view always lead to the same choice."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Sequence
from functools import cache
from math import inf
from typing import Protocol

from tatze.bots import Bot, RuleBot
from tatze.core.errors import MissingExtra, SetupError
from tatze.core.layout import State
from tatze.games import game_named

CHUNK = 1024
"""Where playouts are counted, so many at a time: in between, Python can be interrupted."""
RESERVE = 0.02
"""The part of a time that is kept for coming to an end."""


class AnyDesk(Protocol):
    """Where a search is made."""

    patience: float
    """Where time is measured, the most seconds between two looks at the clock."""

    def lay(self, view: State, seed: int) -> None: ...
    def search(self, first: int, count: int) -> None: ...
    def favourite(self) -> int: ...


class SearchBot:
    """A bot that imagines what it cannot see and tries what could follow."""

    def __init__(self, game: str, seconds: float = 0.2, playouts: int | None = None, seed: int | None = None) -> None:
        """With `playouts` it makes so many for every decision, however long that takes; otherwise it uses its time."""
        if seconds <= 0 or (playouts is not None and playouts < 1):
            raise SetupError("a search needs some time, or at least one playout")
        self.game = game
        self.seconds = seconds
        self.playouts = playouts
        self.seed = secrets.randbits(32) if seed is None else seed & 0xFFFFFFFF
        self.made = 0
        """How many playouts the last decision had."""
        self.excuse = ""
        """Why the last decision was a simpler bot's, if it was."""
        self._desk: AnyDesk | None = None
        self._simpler = self._stand_in()
        self._shop()

    def prepare(self) -> None:
        """Have everything compiled before the first decision. A MissingExtra says what is not installed."""
        if self._desk is None:
            self._desk = self._shop().desk()

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        """A time given here, in seconds, goes before what the bot was made with. Playouts wait for the compiler, so
        that they can be repeated; a time does not."""
        begun = time.perf_counter()
        self.made = 0
        self.excuse = ""
        if len(legal) == 1:
            return legal[0]
        if self.playouts and budget is None:
            self.prepare()
        desk = self._desk or self._find_desk()
        if desk is None:
            return self._simpler.choose(view, legal)
        desk.lay(view, self.seed)
        if self.playouts and budget is None:
            self._count(desk, self.playouts)
        else:
            self._watch(desk, begun, budget or self.seconds)
        return desk.favourite()

    def _shop(self) -> Workshop:
        return workshop(self.game)

    def _stand_in(self) -> Bot:
        """Who decides as long as there is no desk."""
        return RuleBot(game_named(self.game).bots.thumb)

    def _find_desk(self) -> AnyDesk | None:
        """A desk if one can be had at once."""
        shop = self._shop()
        if not shop.closed:
            self.excuse = "the search is still being compiled"
        elif shop.failure:
            self.excuse = str(shop.failure)
        else:
            self._desk = shop.desk()
        return self._desk

    def _count(self, desk: AnyDesk, playouts: int) -> None:
        while self.made < playouts:
            count = min(CHUNK, playouts - self.made)
            desk.search(self.made, count)
            self.made += count

    def _watch(self, desk: AnyDesk, begun: float, seconds: float) -> None:
        """Search in slices that get shorter towards the end: each is meant to take half of what is left, at the pace
        of the last one or of all, whichever was slower, and has at most twice as many playouts as the last. It is over
        when half of what is left is less than the shortest of them took."""
        end = begun + seconds * (1 - RESERVE)
        first = now = time.perf_counter()
        count, shortest = 1, inf
        while not self.made or end - now > 2 * shortest:
            before = now
            desk.search(self.made, count)
            now = time.perf_counter()
            self.made += count
            shortest = min(shortest, now - before)
            pace = max((now - before) / count, (now - first) / self.made)
            count = max(1, min(2 * count, int(min(desk.patience, (end - now) / 2) / pace)))


class Workshop:
    """Compiles the search of one game in the background, once."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.failure: Exception | None = None
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    @property
    def closed(self) -> bool:
        """Whether the work is done, or came to nothing."""
        return not self._thread.is_alive()

    def desk(self) -> AnyDesk:
        """A desk to search at, as soon as the work is done."""
        self._thread.join()
        if self.failure:
            raise self.failure
        return self._make()

    def _make(self, **how: int) -> AnyDesk:
        from tatze.bots.search.searcher import Desk

        return Desk(self.game, **how)

    def _work(self) -> None:
        try:
            self._make(nodes=1)
        except ModuleNotFoundError:
            self.failure = MissingExtra("searching needs Numba: pip install 'tatze[compiled]'")
        except Exception as error:  # noqa: BLE001  # whoever asks for a desk gets it
            self.failure = error


@cache
def workshop(game: str) -> Workshop:
    """The one workshop of a game; the first to ask opens it."""
    return Workshop(game)
