"""The levels lynx, puma and tiger: in every setting the bot that was measured to be right for the level.

bot = LevelBot(GAME, "tiger")
bot.choose(view, legal)  # the tiger of the view's rule set and number of players"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tatze.bots.analysis import Analysis
from tatze.bots.guided.bot import GuidedBot
from tatze.bots.learned.bot import LearnedBot
from tatze.bots.search.bot import SearchBot
from tatze.bots.simple import RuleBot
from tatze.bots.spec import BotSpec, read_spec
from tatze.core.arguments import check_decision
from tatze.core.game import Game
from tatze.core.layout import State
from tatze.core.position import rule_set_of
from tatze.games import game_named

SEARCH_SECONDS = 0.2
"""The time of one decision of a search where neither time nor playouts are given."""
StrongBot = SearchBot | LearnedBot


class LevelBot:
    """A level that is played by one bot or another, depending on rule set and number of players."""

    def __init__(self, game: str, level: str, seed: int | None = None, stand_in: bool = False) -> None:
        """With `stand_in` a simpler bot decides until a search is compiled, and where it cannot be."""
        self.game: Game[Any] = game_named(game)
        self.level: str = level
        self.seed: int | None = seed
        self.stand_in: bool = stand_in
        self.fallback_reason: str = ""
        """Why a simpler bot made the last decision; empty if the level's bot made it."""
        self.thumb_rate: float = self.game.levels.thumb_rates.get(level, 0.0)
        """The part of the decisions that `thumb` makes."""
        self._random, self._thumb = Random(seed), RuleBot(self.game.bots.thumb)
        self._bots: dict[BotSpec, StrongBot] = {}

    def prepare(self) -> None:
        """Wait until the bot that plays most settings is compiled; others are compiled when they are due."""
        self._bot(read_spec(self.game.levels.usual(self.level))).prepare()

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        """Return one of the legal actions. A level keeps to what it was measured with, whatever the budget."""
        check_decision(view, legal)
        if self._random.random() < self.thumb_rate:
            self.fallback_reason = ""
            return self._thumb.choose(view, legal)
        bot = self._bot(self.spec_in(view))
        action = bot.choose(view, legal)
        self.fallback_reason = bot.fallback_reason
        return action

    def analyse(self, view: State, legal: Sequence[int] | None = None, budget: float | None = None) -> Analysis:
        """Return what each legal action is worth to the bot behind the level."""
        return self._bot(self.spec_in(view)).analyse(view, legal)

    def spec_in(self, view: State) -> BotSpec:
        """Return the bot behind the level in the setting of a view."""
        return read_spec(self.game.levels.bot(self.level, rule_set_of(self.game, view), view.players))

    def _bot(self, spec: BotSpec) -> StrongBot:
        if spec not in self._bots:
            self._bots[spec] = strong_bot(self.game.name, spec, self.seed, self.stand_in)
        return self._bots[spec]


def strong_bot(game: str, spec: BotSpec, seed: int | None, stand_in: bool) -> StrongBot:
    """Return the bot `learned`, or a search with or without a network's help."""
    if spec.name == "learned":
        return LearnedBot(game, stand_in)
    kind = GuidedBot if spec.name == "guided" else SearchBot
    return kind(game, spec.seconds or SEARCH_SECONDS, spec.playouts, seed, stand_in)
