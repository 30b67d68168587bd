"""Search guided by a network: its policy says what to try, its value what came of it.

    bot = GuidedBot("verflixxt", seconds=0.2)

In Linko it walks, where `SearchBot` plays out. In Verflixxt it plays out too, but knows what the network thinks of
every action, one reply ahead. While the compiler works the policy alone decides, also without Numba."""

from __future__ import annotations

from functools import cache

from tatze.bots import Bot
from tatze.bots.learned.bot import LearnedBot
from tatze.bots.search.bot import AnyDesk, SearchBot, Workshop


class GuidedBot(SearchBot):
    """A bot that looks ahead from what it learned."""

    def _shop(self) -> Workshop:
        return guided_workshop(self.game)

    def _stand_in(self) -> Bot:
        return LearnedBot(self.game)


class GuidedWorkshop(Workshop):
    """Compiles the guided search of one game, and loads its network."""

    def _make(self, **how: int) -> AnyDesk:
        from tatze.bots.guided.searcher import guided_desk

        return guided_desk(self.game, **how)


@cache
def guided_workshop(game: str) -> GuidedWorkshop:
    """The one workshop of a game; the first to ask opens it."""
    return GuidedWorkshop(game)
