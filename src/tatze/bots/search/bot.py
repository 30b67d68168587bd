"""The search bots: Monte-Carlo tree search with the compiled rules, for a time or for a number of playouts.

    bot = SearchBot(GAME, seconds=0.2)
    bot.prepare()  # waits for the compiler; without it the first decision waits
    action = bot.choose(view, legal)

With a number of playouts instead of a time, the same seed and the same view always lead to the same choice."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from math import inf
from typing import Any

from tatze.bots.analysis import Analysis
from tatze.bots.search.analysis import searched_analysis
from tatze.bots.search.compile_worker import CompileWorker, Searcher, search_worker
from tatze.bots.simple import Bot, RuleBot
from tatze.core.arguments import check_decision, number_from, whole_number
from tatze.core.errors import SetupError
from tatze.core.layout import State
from tatze.core.text import shown
from tatze.games import game_named

PLAYOUTS_PER_CALL = 1024
"""Number of playouts in one call where playouts are counted. Between two calls Python can be interrupted."""
RESERVED_PART = 0.02
"""The part of a time budget that is kept for coming to an end."""


def is_time(seconds: Any) -> bool:
    """Return whether this is a number of seconds above 0."""
    return isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 < seconds < inf


class SearchBot:
    """A bot that runs information-set Monte-Carlo tree search with playouts."""

    def __init__(
        self,
        game: str,
        seconds: float = 0.2,
        playouts: int | None = None,
        seed: int | None = None,
        stand_in: bool = False,
    ) -> None:
        """With `playouts` every decision has that number of playouts, whatever time they take; otherwise it takes
        `seconds`. With `stand_in` a simpler bot decides until the search is compiled, and where it cannot be."""
        game_named(game)
        if not is_time(seconds):
            raise SetupError(f"a search needs some time: seconds is a number above 0, not {shown(repr(seconds))}")
        playouts = None if playouts is None else number_from(playouts, 1, "playouts", SetupError)
        seed = None if seed is None else whole_number(seed, "seed", SetupError)
        self.game = game
        self.seconds = seconds
        self.playouts = playouts
        self.stand_in = stand_in
        self.seed: int = secrets.randbits(32) if seed is None else seed & 0xFFFFFFFF
        self.playouts_made: int = 0
        """Number of playouts of the last decision."""
        self.fallback_reason: str = ""
        """Why a simpler bot made the last decision; empty if the search made it."""
        self._searcher: Searcher | None = None
        self._fallback = self._fallback_bot()
        self._worker()

    def prepare(self) -> None:
        """Wait until the search is compiled. A MissingExtra says what is not installed."""
        if self._searcher is None:
            self._searcher = self._worker().searcher()

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        """Return one of the legal actions. A budget in seconds overrides what the bot was made with. The first decision
        waits for the compiler, unless the bot has a stand-in."""
        check_decision(view, legal)
        self.playouts_made = 0
        self.fallback_reason = ""
        if len(legal) == 1:
            return legal[0]
        if not self.stand_in:
            self.prepare()
        begun = time.perf_counter()
        searcher = self._searcher or self._searcher_if_ready()
        if searcher is None:
            return self._fallback.choose(view, legal)
        searcher.set_root(view, self.seed)
        self._search(searcher, begun, budget)
        return searcher.most_visited_action()

    def analyse(self, view: State, legal: Sequence[int] | None = None, budget: float | None = None) -> Analysis:
        """Return what each legal action is worth. A budget in seconds overrides what the bot was made with.

        The search counts shares of victory alone, and looks at actions that it would not choose too. To choose, it may
        look at the lead in points besides, so that its choice can be another where two actions win equally often."""
        game = game_named(self.game)
        legal = game.legal_actions(view) if legal is None else legal
        check_decision(view, legal)
        self.prepare()
        searcher, self.playouts_made = self._searcher, 0
        assert searcher  # `prepare` raises what else could be
        if len(legal) == 1:
            return searched_analysis(game, view, legal, {}, legal[0])
        searcher.set_root(view, self.seed, analysis=True)
        self._search(searcher, time.perf_counter(), budget)
        return searched_analysis(game, view, legal, searcher.root_actions(), searcher.most_visited_action())

    def _search(self, searcher: Searcher, begun: float, budget: float | None) -> None:
        if self.playouts and budget is None:
            self._search_count(searcher, self.playouts)
        else:
            self._search_for(searcher, begun, budget or self.seconds)

    def _worker(self) -> CompileWorker:
        return search_worker(self.game)

    def _fallback_bot(self) -> Bot[Any]:
        """The bot that decides until the search is compiled."""
        return RuleBot(game_named(self.game).bots.thumb)

    def _searcher_if_ready(self) -> Searcher | None:
        """A searcher if the compiler is done; otherwise the reason is noted."""
        worker = self._worker()
        if not worker.done:
            self.fallback_reason = "the search is still being compiled"
        elif worker.failure:
            self.fallback_reason = str(worker.failure)
        else:
            self._searcher = worker.searcher()
        return self._searcher

    def _search_count(self, searcher: Searcher, playouts: int) -> None:
        while self.playouts_made < playouts and not searcher.settled:
            count = min(PLAYOUTS_PER_CALL, playouts - self.playouts_made)
            searcher.search(self.playouts_made, count)
            self.playouts_made += count

    def _search_for(self, searcher: Searcher, begun: float, seconds: float) -> None:
        """Search until `seconds` after `begun`, in calls that get shorter towards the end.

        Each call is sized to take half of the time left, at the pace of the last call or of all calls, whichever was
        slower, and has at most twice as many playouts as the last. The search ends when half of the time left is less
        than the shortest call took, or when it is settled."""
        end = begun + seconds * (1 - RESERVED_PART)
        first = now = time.perf_counter()
        count, shortest = 1, inf
        while not searcher.settled and (not self.playouts_made or end - now > 2 * shortest):
            before = now
            searcher.search(self.playouts_made, count)
            now = time.perf_counter()
            self.playouts_made += count
            shortest = min(shortest, now - before)
            pace = max((now - before) / count, (now - first) / self.playouts_made)
            longest = min(searcher.seconds_between_clock_checks, (end - now) / 2)
            count = max(1, min(2 * count, int(longest / pace)))
