"""How much CPU time a decision of a bot takes, in milliseconds, in games of the bot against itself."""

from __future__ import annotations

import time
from collections.abc import Iterable
from statistics import fmean

from tatze.arena.settings import MatchSetting, main_settings
from tatze.bots import ALL_BOTS, bot_named, read_spec
from tatze.core.chance import Fairness
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named

SECONDS = 5.0
"""The CPU time that is spent on each bot in each setting."""
LEAST_DECISIONS = 20
"""Number of decisions that are measured at least."""
MOST_DECISIONS = 2000
"""Number of decisions after which a quick bot is measured well enough."""


def measure_times(wanted: Iterable[tuple[str, str]]) -> dict[str, dict[str, float]]:
    """Return the mean CPU time of a decision by bot and game, for pairs of them: the largest of the main settings."""
    found: dict[str, dict[str, float]] = {}
    for bot, game in sorted(wanted, key=lambda pair: (ALL_BOTS.index(read_spec(pair[0]).name), *pair)):
        times = [decision_time(bot, setting) for setting in main_settings() if setting.game == game]
        found.setdefault(bot, {})[game] = round(max(times), 3)
        print(f"{bot}, {game}: {max(times):.3g} ms", flush=True)
    return found


def decision_time(name: str, setting: MatchSetting) -> float:
    """Return the mean CPU time of a bot's decision with a choice, in milliseconds."""
    game, bot = game_named(setting.game), bot_named(setting.game, name, seed=1)
    taken: list[float] = []
    deal = 0

    def enough() -> bool:
        return len(taken) > LEAST_DECISIONS and (sum(taken) >= SECONDS or len(taken) > MOST_DECISIONS)

    while not enough():
        table = Table.open(game, make_setup(game, setting.rules, setting.players), Fairness.from_seed(deal))
        while not table.over and not enough():
            legal, begun = table.legal_actions, time.process_time()
            action = bot.choose(table.view(table.actor), legal)
            if len(legal) > 1:
                taken.append(time.process_time() - begun)
            table.play(action)
        deal += 1
    return 1000 * fmean(taken[1:])  # the first decision loads what is compiled
