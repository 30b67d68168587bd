"""The guided bot: a search with a network's help.

    bot = GuidedBot(GAME, seconds=0.2)

In games with hidden items the network plays rollouts of the actions that it finds likely (`RolloutSearcher`). In games
without, a search with playouts starts from the network's one-ply lookahead (`LookaheadSearcher`). The stand-in of both
is the network's policy."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tatze.bots.learned.bot import LearnedBot, weights_file
from tatze.bots.search.bot import SearchBot
from tatze.bots.search.compile_worker import CompileWorker, Searcher
from tatze.bots.simple import Bot
from tatze.core.layout import State

if TYPE_CHECKING:
    from tatze.compiled.builder import Form


class GuidedBot(SearchBot):
    """A bot that searches with a network's help."""

    def _worker(self) -> CompileWorker:
        return guided_worker(self.game)

    def _fallback_bot(self) -> Bot[State]:
        return LearnedBot(self.game, stand_in=True)


class GuidedCompileWorker(CompileWorker):
    """A thread that compiles the guided search of one game and loads its network."""

    search = "guided"

    def form(self) -> Form:
        from tatze.bots.guided.searcher import form_of_guided

        weights_file(self.game)  # says so where no network was trained
        return form_of_guided(self.game)

    def _new_searcher(self, **options: int) -> Searcher:
        from tatze.bots.guided.searcher import guided_searcher

        return guided_searcher(self.game, **options)


@cache
def guided_worker(game: str) -> GuidedCompileWorker:
    """Return the one compile worker of a game's guided search; the first call starts it."""
    return GuidedCompileWorker(game)
