"""Learned bots as guests of matches that are played at native speed."""

from __future__ import annotations

from typing import Any

from tatze.bots.guided.searcher import GuidedDesk, guided_desk
from tatze.bots.search.drivers import VIEW
from tatze.bots.search.searcher import NODES


class LearnedGuest:
    """ "learned", or "guided:" and a number of walks."""

    def __init__(self, game: str, bot: str) -> None:
        self.walks = int(bot.partition(":")[2] or 0)
        self.policy = GuidedDesk(game, 1)
        self.desk = guided_desk(game, nodes=NODES) if self.walks else self.policy

    def choose(self, view: Any, actions: Any, count: int, seed: int) -> int:
        """What the bot does that is given this view."""
        self.desk.states[VIEW] = view
        if not self.walks:
            return self.policy.best_liked(actions, count)
        self.desk.begin(seed)
        self.desk.search(0, self.walks)
        return self.desk.favourite()
